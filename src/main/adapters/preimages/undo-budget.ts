import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLeftBehind } from '../own-process/process-name'
import { codeOf } from './held-folder'
import { isRestoring } from './restore-journal'
import { readRecord } from './run-record'

/** How much is kept for undo at most, and how long. */
export interface UndoBudget {
  readonly bytes: number
  readonly ageMs: number
}

/** Undefined: it goes on, or another engine removes it just now. */
async function sizeOf(folder: string): Promise<number | undefined> {
  let bytes = 0
  try {
    const names = await readdir(folder)
    if (isRestoring(names)) return undefined
    for (const name of names) bytes += (await lstat(join(folder, name))).size
    return bytes
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes the oldest kept runs until the rest is within the budget. Runs and restores that go on stay: what a restore takes from must not
 * go under it. Throws what the disk says.
 */
export async function dropOld(folder: string, { bytes, ageMs }: UndoBudget, now: number): Promise<void> {
  const kept: { readonly store: string; readonly at: number; readonly size: number }[] = []
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const store = join(folder, name)
    const record = await readRecord(store)
    if (!record || (record.open && !isLeftBehind(record.owner))) continue
    const size = await sizeOf(store)
    if (size !== undefined) kept.push({ store, at: record.at, size })
  }
  let left = bytes
  for (const { store, at, size } of kept.toSorted((one, other) => other.at - one.at)) {
    left -= size
    if (left < 0 || now - at > ageMs) await rm(store, { recursive: true, force: true })
  }
}
