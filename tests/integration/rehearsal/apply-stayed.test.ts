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
import { prefixForm } from '../../../src/main/adapters/own-process/process-name'
import { journalFolder, openJournal } from '../../../src/main/adapters/sandbox-linux/apply/apply-journal'
import { besideNames } from '../../../src/main/adapters/sandbox-linux/apply/take-back'
import { plainClient, startAppServer } from '../../fakes/app-server-client'
import { appServerHome } from '../../fakes/app-server-home'
import { connectMcp } from '../../fakes/mcp-client'
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
function killedAndEdited(name: string, home = join(base, 'home'), work = join(base, 'work')): void {
  const shared = journalFolder(home)
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
    renameSync(join(shared, each), join(shared, each.replace(prefixForm, '4194999-1-')))
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

const answers = [{ text: 'Done.' }, { text: 'Done.' }]

test('an app-server tells it at the end of the first turn, once, and its end says nothing more', async () => {
  const home = await appServerHome(answers)
  killedAndEdited('a', home.base, home.project)
  const one = startAppServer({ env: home.env, cwd: home.project })
  await one.request(1, 'initialize', plainClient)
  const made = await one.request(2, 'newConversation', { cwd: home.project })
  const { conversationId } = made['result'] as { conversationId: string }
  await one.request(3, 'addConversationListener', { conversationId })
  for (const turn of [1, 2]) {
    const items = [{ type: 'text', data: { text: 'go' } }]
    await one.request(3 + turn, 'sendUserMessage', { conversationId, items })
    await one.event('task_complete', turn)
  }
  const notes = one.messages.filter((each) => JSON.stringify(each).includes('Changed since, and left so'))
  expect(notes.length).toBe(1)
  expect(JSON.stringify(notes)).toContain(join(home.project, 'a'))
  await one.end()
  expect(one.stderr()).toBe('')
  await home.remove()
})

test('where the server that found it is killed before it could tell it, the next start does', async () => {
  const home = await appServerHome(answers)
  killedAndEdited('a', home.base, home.project)
  const journals = journalFolder(home.base)
  const one = startAppServer({ env: home.env, cwd: home.project })
  await one.request(1, 'initialize', plainClient)
  await one.request(2, 'newConversation', { cwd: home.project })
  const waiting = () => readdirSync(journals).filter((name) => name.includes('apply-'))
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  one.child.kill('SIGKILL')
  await one.end()
  const next = await runCli(['sandbox', 'true'], { env: home.env, cwd: home.project })
  expect(next.err).toContain(`what was there lies beside it: ${join(home.project, 'a')}`)
  await home.remove()
})

test('an MCP server tells it as an event of the first call', async () => {
  const home = await appServerHome(answers)
  killedAndEdited('a', home.base, home.project)
  const one = await connectMcp(home)
  for (const prompt of ['go', 'again']) await one.call('codex', { prompt })
  expect(one.events.flatMap(({ msg }) => (isNote(msg) ? [msg.message] : []))).toEqual([
    `An earlier run was killed while it applied changes. Changed since, and left so: ${join(home.project, 'a')}. What was there before lies beside.`,
  ])
  await one.end()
  await home.remove()
})

const isNote = (msg: unknown): msg is { readonly message: string } =>
  (msg as { readonly type: string }).type === 'background_event'
