import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prefixForm } from '../../../../../../src/main/adapters/own-process/process-name'
import { clearLeftApplies } from '../../../../../../src/main/adapters/sandbox-linux/apply/apply-changes'
import { openJournal } from '../../../../../../src/main/adapters/sandbox-linux/apply/apply-journal'
import { besideNames } from '../../../../../../src/main/adapters/sandbox-linux/apply/take-back'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-left-journal-')))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

/** As an engine leaves it that was killed when the first of two files had its new content, or the second as well (`done`). */
function killed({ done }: { readonly done: boolean }) {
  const work = mkdtempSync(join(base, 'w-'))
  const shared = join(base, 'journals')
  const journal = openJournal(shared)
  const { dev, ino } = statSync(work)
  const put = (name: string, text: string) => {
    writeFileSync(join(work, name), text)
    return statSync(join(work, name))
  }
  const names = ['a', 'b']
  const before = names.map((name) => put(name, `old ${name}`))
  const made = names.map((name, at) => put(besideNames(journal.id, at).fresh, `new ${name}`))
  journal.begin(
    names.map((name, at) => ({
      folder: { path: work, dev, ino },
      ...{ name, comes: true },
      before: { dev, ino: before[at]?.ino ?? 0, mode: 0o644 },
    })),
  )
  journal.laid(
    new Map(made.map((stats, at) => [at, { dev, ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs }])),
  )
  for (const [at, name] of names.entries()) {
    if (at > 0 && !done) break
    const { fresh, kept } = besideNames(journal.id, at)
    renameSync(join(work, name), join(work, kept))
    renameSync(join(work, fresh), join(work, name))
  }
  if (done) journal.done()
  // No process has this number.
  for (const name of readdirSync(shared))
    renameSync(join(shared, name), join(shared, name.replace(prefixForm, '4194999-1-')))
  return {
    shared,
    texts: () =>
      readdirSync(work)
        .toSorted()
        .map((name) => [name, readFileSync(join(work, name), 'utf8')]),
  }
}

test('what was half put in place by a killed engine is all taken back', async () => {
  const { shared, texts } = killed({ done: false })
  expect(await clearLeftApplies(shared)).toEqual([])
  expect(texts()).toEqual([
    ['a', 'old a'],
    ['b', 'old b'],
  ])
  expect(readdirSync(shared)).toEqual([])
})

test('what was put in place whole stays, and what lay beside goes', async () => {
  const { shared, texts } = killed({ done: true })
  expect(await clearLeftApplies(shared)).toEqual([])
  expect(texts()).toEqual([
    ['a', 'new a'],
    ['b', 'new b'],
  ])
})
