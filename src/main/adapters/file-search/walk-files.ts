import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { IgnoreRules, isIgnored } from '../../core/ignore-rules/ignore-rules'
import type { StepBudget } from '../../core/ignore-rules/wild-match'
import { readRegularFile } from '../regular-file/read-regular-file'

/** A tree with more files than this is searched in its first ones, folder by folder. */
const maxFiles = 200_000
const maxDepth = 64
const maxIgnoreFile = 1024 * 1024

/** So many steps are spent on rules in one walk, and so many before others have their turn. */
const maxSteps = 300_000_000
const stepsInOneGo = 2_000_000

/** The folder's own .gitignore; undefined when it has none that can be used. One that is too large, or for which no steps are left, may leave out anything. */
async function rulesOf(root: string, folder: string, steps: StepBudget): Promise<IgnoreRules | undefined> {
  if (steps.left <= 0) return new IgnoreRules(folder, undefined)
  try {
    const read = await readRegularFile(join(root, folder, '.gitignore'), {
      limit: maxIgnoreFile,
      links: 'refuse',
    })
    if (read.kind !== 'read') return undefined
    const rules = new IgnoreRules(folder, read.whole ? read.bytes.toString() : undefined)
    steps.left -= rules.cost
    return rules
  } catch {
    // No such file, or none that may be read: nothing is left out.
    return undefined
  }
}

/** The rules of the folders above one, from the root; undefined when they leave that folder out. */
async function rulesAbove(
  root: string,
  folder: string,
  steps: StepBudget,
): Promise<readonly IgnoreRules[] | undefined> {
  const above: IgnoreRules[] = []
  const names = folder === '' ? [] : folder.split('/')
  for (const at of names.keys()) {
    const own = await rulesOf(root, names.slice(0, at).join('/'), steps)
    if (own) above.push(own)
    if (isIgnored(names.slice(0, at + 1).join('/'), true, above, steps) !== false) return undefined
  }
  return above
}

/** Lets others have their turn; whether the walk is to end. */
async function isStopped(signal: AbortSignal): Promise<boolean> {
  await setImmediate()
  return signal.aborted
}

/**
 * The files below a folder, by path relative to it with `/`, without what .gitignore files leave out and without .git; with `from`, a folder below it, only those
 * in there. What may be left out, but was not compared, is. Symbolic links are not followed and not listed. Folders that cannot be read are passed over. Stops quietly when the signal is aborted.
 */
export async function walkFiles(root: string, signal: AbortSignal, from = ''): Promise<string[]> {
  const files: string[] = []
  const steps = { left: maxSteps }
  let turnAt = maxSteps - stepsInOneGo
  const above = await rulesAbove(root, from, steps)
  if (!above) return []
  const open: { folder: string; depth: number; rules: readonly IgnoreRules[] }[] = [
    { folder: from, depth: 0, rules: above },
  ]
  for (let next = open.shift(); next && !signal.aborted && files.length < maxFiles; next = open.shift()) {
    const { folder, depth } = next
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    const has = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    const own = has ? await rulesOf(root, folder, steps) : undefined
    const rules = own ? [...next.rules, own] : next.rules
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isFolder = entry.isDirectory()
      if (entry.name === '.git' || (!isFolder && !entry.isFile())) continue
      const ignored = isIgnored(path, isFolder, rules, steps)
      if (steps.left < turnAt) {
        turnAt = steps.left - stepsInOneGo
        if (await isStopped(signal)) return files
      }
      if (ignored !== false) continue
      if (!isFolder) files.push(path)
      else if (depth < maxDepth) open.push({ folder: path, depth: depth + 1, rules })
    }
  }
  return files.slice(0, maxFiles)
}
