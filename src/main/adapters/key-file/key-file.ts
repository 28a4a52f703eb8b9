import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { z } from 'zod'
import type { KeySeal, KeyStore } from '../../core/ports/key-store'
import { writeWholeSync } from '../regular-file/write-whole'

/** Plain keys by variable, as the reference system writes them, and ours that a keyring sealed; the rest is kept. */
const KeyFile = z.looseObject({ sealed: z.record(z.string(), z.string()).optional() })
type KeyFile = z.infer<typeof KeyFile>

/** The store, and every key that lies in it or that this process has had to do with, for redaction. */
export interface KeyFileStore extends KeyStore {
  secrets(): readonly string[]
}

/**
 * The keys in `auth.json` under `home`, which only its owner may read (mode 0600); with a `seal` new ones are put in
 * encrypted, and those on file are opened now. A file that others may read, that is damaged or no regular file holds no
 * key and is not written over (fails closed). Plain keys are read anew each time: another process may have changed them.
 */
export async function createKeyFile(home: string, seal?: KeySeal): Promise<KeyFileStore> {
  const file = join(home, 'auth.json')
  const opened = new Map<string, string>()
  const { sealed: onFile = {}, ...plainOnFile } = readKeys(file) ?? {}
  for (const [variable, sealed] of Object.entries(onFile)) {
    const key = await seal?.open(sealed)
    if (key !== undefined) opened.set(variable, key)
  }
  const known = new Set([...opened.values(), ...Object.values(plainOnFile)].filter(isText))
  const change = (edit: (keys: KeyFile) => KeyFile): void => {
    try {
      const keys = readKeys(file)
      if (keys === undefined) throw new Error('it is damaged or others may read it')
      writeWholeSync(file, `${JSON.stringify(edit(keys), undefined, 2)}\n`)
    } catch (error) {
      throw notWritten(file, error)
    }
  }
  return {
    place: seal?.place ?? file,
    read(variable) {
      const plain = variable === 'sealed' ? undefined : own(readKeys(file), variable)
      const key = opened.get(variable) ?? (isText(plain) ? plain : undefined)
      if (key !== undefined) known.add(key)
      return key
    },
    async save(variable, key) {
      known.add(key)
      const sealed = await seal?.seal(key)
      change((keys) => {
        const rest = without(keys, variable)
        if (sealed === undefined) return { ...rest, [variable]: key }
        return { ...rest, sealed: { ...rest.sealed, [variable]: sealed } }
      })
      if (sealed === undefined) opened.delete(variable)
      else opened.set(variable, key)
    },
    // oxlint-disable-next-line typescript/require-await -- the port is for stores that are not a file as well
    async remove(variable) {
      change((keys) => without(keys, variable))
      opened.delete(variable)
    },
    secrets: () => [...known],
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function own(record: object | undefined, name: string): unknown {
  return record !== undefined && Object.hasOwn(record, name)
    ? (record as Record<string, unknown>)[name]
    : undefined
}

function without(keys: KeyFile, variable: string): KeyFile {
  const drop = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== variable))
  return { ...drop(keys), ...(keys.sealed && { sealed: drop(keys.sealed) }) }
}

/** The file's content, empty when there is none; undefined for one that must not be used. */
function readKeys(file: string): KeyFile | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats) return {}
    const open = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
    if (!stats.isFile() || open) return undefined
    return KeyFile.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function notWritten(file: string, error: unknown): FaultError {
  const { code, message } = error as NodeJS.ErrnoException
  return new FaultError({
    code: 'store-failed',
    message: `The key was not stored in ${file}: ${code ?? message}.`,
    remedy: `Look at the file (chmod 600 ${file}), or set the key in the environment instead`,
  })
}
