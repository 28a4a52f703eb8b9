import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runProgram } from '../../fakes/run-cli'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { bodyText, launcher, removeWorlds, sdkWorld, shell } from '../exec/sdk-world'

const windows: ServeWindow[] = []
afterEach(async () => {
  await Promise.all(windows.splice(0).map((each) => each.stop('SIGKILL')))
  await removeWorlds()
})

const timeout = { timeout: 120_000 }
const once = { kind: 'allow', offerId: 'only-this' } as const

/** A world whose model makes one call, and then is done. */
async function world(call: (base: string) => ReturnType<typeof shell>, config = '') {
  const made = await sdkWorld((request) =>
    bodyText(request).includes('function_call_output') ? { text: 'so it is' } : call(made.base),
  )
  writeFileSync(
    join(made.base, 'state', 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\n[model_providers.test]\nbase_url = "${made.server.baseUrl}"\nwire_api = "responses"\n${config}`,
  )
  const open = async (): Promise<ServeWindow> => {
    const window = await serveWindow(made.env)
    windows.push(window)
    return window
  }
  const exec = () =>
    runProgram(launcher, ['exec', '--cd', made.work, '--approval-policy', 'on-failure', 'go'], {
      env: made.env,
    })
  return { ...made, open, exec }
}

const outside = (base: string): string => join(base, 'outside.txt')
const touches = (base: string) => shell('touch', outside(base))

test('a window that hangs is given up: what waits is denied, and said', async () => {
  const { base, open, exec } = await world(touches)
  const window = await open()
  const asked = exec()
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  window.child.kill('SIGSTOP')
  const ran = await asked
  expect([ran.code, existsSync(outside(base))]).toEqual([3, false])
  expect(ran.err).toContain('Nobody could be asked: The window that was asked does not answer.')
})

test('where another window is open, or was opened meanwhile, it is asked there', async () => {
  const { base, open, exec } = await world(touches)
  const window = await open()
  const asked = exec()
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  window.child.kill('SIGSTOP')
  const other = await open()
  await vi.waitFor(() => expect(other.waiting()).toHaveLength(1), timeout)
  await other.decide(other.waiting()[0]?.id ?? '', once)
  const ran = await asked
  expect([ran.code, existsSync(outside(base))]).toEqual([0, true])
})

test('what a server of a run asks is shown in the window and answered there', async () => {
  const server = resolve(import.meta.dirname, '../../fakes/hostile-mcp-server.mjs')
  const { open, exec, requests } = await world(
    () => ({ calls: [{ name: 'h__look', arguments: {} }] }),
    `[mcp_servers.h]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify([server, 'asks'])}\n`,
  )
  const window = await open()
  const asked = exec()
  await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), timeout)
  await window.decide(window.waiting()[0]?.id ?? '', once)
  const questions = async () => (await window.hello()).questions
  await vi.waitFor(async () => expect(await questions()).toHaveLength(1), timeout)
  const [question] = await questions()
  expect(question).toMatchObject({ server: 'h', message: 'Who are you?', remoteRun: { program: 'exec' } })
  const answer = { action: 'accept', content: { name: 'Ada' } }
  expect(await window.request('question.answer', { questionId: question?.id, answer })).toMatchObject({
    value: { counted: true },
  })
  const ran = await asked
  expect(ran.code).toBe(0)
  expect(bodyText(requests.at(-1))).toContain('Ada')
  expect(await questions()).toEqual([])
})
