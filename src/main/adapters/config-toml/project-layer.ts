import { realpath } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import { z } from 'zod'
import type { ProjectLook } from '@shared/domain/folder-look'
import type { ConfigFile, TrustLevel } from '@shared/domain/settings'
import { ConfigError } from './config-error'
import { whereIn, type ConfigLayer, type ConfigWarning } from './config-layer'
import { parseToml, readText } from './read-toml'

/**
 * What a project's own file may say: which of a model's ways of working suits it. Everything that decides what may run,
 * where it may write, whom it talks to and what is told about it is the person's alone (docs/decisions/026).
 */
const allowed: ReadonlySet<string> = new Set(['model', 'model_reasoning_effort', 'model_reasoning_summary'])

/** A listed folder that a session's folder lies in. */
export interface TrustedFolder {
  readonly folder: string
  readonly trust: TrustLevel
}

/** The nearest listed folder at or above `cwd`, an absolute real path; undefined when none is listed. */
export function trustOf(projects: ConfigFile['projects'], cwd: string): TrustedFolder | undefined {
  const listed = new Map(
    Object.entries(projects ?? {}).map(([path, { trust_level }]) => [withoutSlash(path), trust_level]),
  )
  for (let folder = withoutSlash(cwd); ; folder = dirname(folder)) {
    const trust = listed.get(folder)
    if (trust) return { folder, trust }
    if (dirname(folder) === folder) return undefined
  }
}

const withoutSlash = (path: string): string => normalize(path).replace(/(?<=.)[/\\]$/, '')

/**
 * The text of a folder's own file; undefined: there is none. Whoever makes a repository makes its links: what one leads to, or has another name
 * as well, is somebody else's, and not a word of it is taken or told. Throws ConfigError.
 */
async function ownText(folder: string, file: string): Promise<string | undefined> {
  const real = await realpath(folder).catch(() => folder)
  return readText(file, (opened) => {
    const isOwn = opened?.realPath === join(real, relative(folder, file)) && opened.links === 1
    return Promise.resolve(isOwn ? undefined : 'a link, or a file that has another name as well')
  })
}

/**
 * The layer of a trusted folder's `.countersign/config.toml`, and a warning for each key that it may not set. The file
 * is the repository's, so that nothing in it is an error: one that cannot be used is left out with a warning.
 */
export async function projectLayer(folder: string): Promise<{
  readonly layer?: ConfigLayer
  readonly warnings: readonly ConfigWarning[]
}> {
  const file = join(folder, '.countersign', 'config.toml')
  try {
    const text = await ownText(folder, file)
    if (text === undefined) return { warnings: [] }
    const layer: ConfigLayer = { source: 'project', file, text, under: [], root: parseToml(file, text) }
    const refused = Object.keys(layer.root).filter((key) => !allowed.has(key))
    const kept = Object.entries(layer.root).filter(([key]) => allowed.has(key))
    return {
      layer: { ...layer, root: Object.fromEntries(kept) },
      warnings: refused.map(
        (key) => `${whereIn(layer, [key])}: ${key} is not taken from a project's own file`,
      ),
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { warnings: [`${error.message}; the project's own file is not used`] }
  }
}

/** What a project's own file says, without its being in force: what it would set, and the keys it may not; undefined: there is none. */
export async function projectSettings(folder: string): Promise<ProjectLook['settings']> {
  const file = join(folder, '.countersign', 'config.toml')
  try {
    const text = await ownText(folder, file)
    if (text === undefined) return undefined
    const root = parseToml(file, text)
    const keys = Object.keys(root)
    const sets = keys
      .filter((key) => allowed.has(key))
      .flatMap((key) => {
        const value = z.json().safeParse(root[key])
        return value.success ? [{ key, value: value.data }] : []
      })
    return { file, sets, refused: keys.filter((key) => !allowed.has(key)) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { file, sets: [], refused: [], problem: error.message }
  }
}
