import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptFiles, KeptKind } from '@shared/domain/kept-files'
import type { KeptFilesReader } from '../../core/ports/home-files'

const places: readonly { readonly kind: KeptKind; readonly name: string; readonly fits?: RegExp }[] = [
  { kind: 'sessions', name: 'sessions' },
  { kind: 'archived', name: 'archived_sessions' },
  { kind: 'rules', name: 'rules.toml' },
  { kind: 'keys', name: 'auth.json' },
  { kind: 'history', name: 'history.jsonl' },
  { kind: 'checkpoints', name: 'checkpoints' },
  { kind: 'logs', name: '', fits: /^countersign(\.\d)?\.log$/ },
  { kind: 'config', name: 'config.toml' },
]

/** Counts what lies in a home, without following links and without reading any of it. */
export function createKeptFiles(home: string): KeptFilesReader {
  return {
    async read(): Promise<KeptFiles> {
      const kinds = await Promise.all(
        places.map(async ({ kind, name, fits }) => {
          const path = join(home, name)
          const files = fits === undefined ? await filesAt(path) : await filesIn(path, fits)
          return { kind, path, files: files.length, bytes: files.reduce((sum, size) => sum + size, 0) }
        }),
      )
      return { home, kinds }
    },
  }
}

/** The sizes of a file, or of all files in a folder and below it; none when there is none. */
async function filesAt(path: string): Promise<readonly number[]> {
  const found = await sizeOf(path)
  if (found !== 'folder') return found === undefined ? [] : [found]
  return filesIn(path, /./)
}

async function filesIn(folder: string, fits: RegExp): Promise<readonly number[]> {
  const recursive = fits.source === '.'
  const names = await readdir(folder, { recursive }).catch(() => []) // not there, or not ours to read: nothing to count
  const sizes = await Promise.all(
    names.filter((name) => fits.test(name)).map((name) => sizeOf(join(folder, name))),
  )
  return sizes.filter((size) => typeof size === 'number')
}

async function sizeOf(path: string): Promise<number | 'folder' | undefined> {
  const found = await lstat(path).catch(() => undefined) // gone meanwhile
  if (found?.isDirectory()) return 'folder'
  return found?.isFile() ? found.size : undefined
}
