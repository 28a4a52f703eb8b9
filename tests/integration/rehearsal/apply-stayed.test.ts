import {
  mkdirSync,
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
import { journalFolder, openJournal } from '../../../src/main/adapters/sandbox-linux/apply/apply-journal'
import { besideNames } from '../../../src/main/adapters/sandbox-linux/apply/take-back'
import { runCli } from '../../fakes/run-cli'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-stayed-')))
  for (const each of ['home', 'work']) mkdirSync(join(base, each), { mode: 0o700 })
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

/** As an engine leaves it that was killed when it had put one file in place, and somebody edited that since. */
function killedAndEdited(name: string): void {
  const [work, shared] = [join(base, 'work'), journalFolder(join(base, 'home'))]
  const journal = openJournal(shared)
  const { dev, ino } = statSync(work)
  const { fresh, kept } = besideNames(journal.id, 0)
  writeFileSync(join(work, kept), 'as it was')
  const before = statSync(join(work, kept))
  writeFileSync(join(work, fresh), 'applied')
  const made = statSync(join(work, fresh))
  journal.begin([
    { folder: { path: work, dev, ino }, name, comes: true, before: { dev, ino: before.ino, mode: 0o644 } },
  ])
  journal.laid(new Map([[0, { dev, ino: made.ino, size: made.size, mtimeMs: made.mtimeMs }]]))
  renameSync(join(work, fresh), join(work, name))
  writeFileSync(join(work, name), 'what a person wrote')
  // No process has this number.
  for (const each of readdirSync(shared))
    renameSync(join(shared, each), join(shared, each.replace(/^\d+-\d*-/, '4194999-1-')))
}

test.each([
  ['sandbox', ['sandbox', 'true']],
  ['assess', ['assess', '--no-model', '--', 'true']],
  ['undo', ['undo', '--list']],
])(
  'what a person edited of what a killed engine had applied stays, and the next start tells it once (%s)',
  { timeout: 120_000 },
  async (_, words) => {
    killedAndEdited('a\u001b[2Jb')
    const home = join(base, 'home')
    const start = () =>
      runCli(words, {
        env: { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home },
        cwd: join(base, 'work'),
      })
    const first = await start()
    expect(first.err).toContain(`this was changed since and stays`)
    expect(first.err).toContain(join(base, 'work/a'))
    expect(first.err).not.toContain('\u001b')
    expect(first.code).toBe(0)
    expect(readFileSync(join(base, 'work/a\u001b[2Jb'), 'utf8')).toBe('what a person wrote')
    expect(readdirSync(join(base, 'work')).some((each) => each.endsWith('.old'))).toBe(true)
    expect((await start()).err).toBe('')
  },
)
