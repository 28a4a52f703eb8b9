import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { release, version } from 'node:os'
import { join } from 'node:path'
import { cache } from '../../../../scripts/setup/places.mjs'
import { inFull } from '../../../fakes/by-seed'
import type { User } from './world'

/**
 * Which rows were seen to succeed without the sandbox, on this kernel and as this user, during the last day. Each is a file of its own, so
 * that files of tests which run at once do not write over each other; what is missing or damaged is tried again, as is everything in full.
 * That something failed is never kept.
 */
const folder = join(cache, 'controls')
const keptForMs = 24 * 3600 * 1000
const machine = [release(), version(), process.arch, process.getuid?.()]

/** What a row's control is kept under: everything that decides how it goes. */
export const controlKey = (user: User, row: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([machine, user, row]))
    .digest('hex')

/** Whether a control is known to succeed. */
export function isKnown(key: string): boolean {
  const path = join(folder, key)
  try {
    return !inFull() && readFileSync(path, 'utf8') === key && Date.now() - statSync(path).mtimeMs < keptForMs
  } catch {
    return false
  }
}

/** Keeps in mind that it does. Where nothing can be kept it is tried again next time. */
export function keepKnown(key: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    const made = join(folder, `${key}.${randomUUID()}`)
    writeFileSync(made, key)
    renameSync(made, join(folder, key))
  } catch {
    // A checkout that cannot be written to, or a full disk.
  }
}
