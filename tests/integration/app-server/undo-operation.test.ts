import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'

let home: AppServerHome | undefined
let client: AppServerClient | undefined
let project = ''
afterEach(async () => {
  await client?.end()
  await home?.remove()
  rmSync(project, { recursive: true, force: true })
})

const resultOf = (message: Message): Record<string, unknown> => {
  if (!('result' in message)) throw new Error(JSON.stringify(message))
  return message['result'] as Record<string, unknown>
}

test('the last turn that changed the folder is taken back by an operation; that nothing can be is told, not thrown', async () => {
  const script = [shellCall('call_1', 'sh', '-c', 'echo new > made.txt'), { text: 'Done.' }]
  home = await appServerHome(script, { config: '[features]\nsandbox_command_assessment = false\n' })
  project = mkdtempSync('/var/tmp/cs-undone-') // not in the home, of which nothing is kept
  const one = startAppServer({ env: home.env, cwd: project })
  client = one
  await one.request(1, 'initialize', plainClient)
  const made = await one.request(2, 'newConversation', { cwd: project, sandbox: 'workspace-write' })
  const conversationId = String(resultOf(made)['conversationId'])
  await one.request(3, 'addConversationListener', { conversationId })
  let id = 10
  const submit = async (op: object) =>
    resultOf(await one.request(id++, 'submitOperation', { conversationId, op }))['answer']
  expect(await submit({ type: 'undo' })).toEqual({
    ...{ type: 'undo_completed', success: false },
    message: 'no turn has changed a file that can be taken back',
  })
  await submit({ type: 'user_input', items: [{ type: 'text', text: 'go' }] })
  await one.event('task_complete')
  expect(existsSync(join(project, 'made.txt'))).toBe(true)
  expect(await submit({ type: 'undo' })).toEqual({
    ...{ type: 'undo_completed', success: true },
    message: 'Took back what turn 1 changed: 1 file as before it.',
  })
  expect(existsSync(join(project, 'made.txt'))).toBe(false)
  const started = await one.event('undo_started', 2)
  expect((started['params'] as { id: string }).id).toBe('2')
  await one.event('undo_completed', 2)
})

test('a command that ran on copies and is let run has one begin and one end', async () => {
  const outside = `/var/tmp/cs-undone-${String(process.pid)}-made`
  home = await appServerHome([shellCall('call_1', 'touch', outside), { text: 'Done.' }], {
    policy: 'effects',
  })
  project = mkdtempSync('/var/tmp/cs-undone-')
  const one = startAppServer({ env: home.env, cwd: project })
  client = one
  await one.request(1, 'initialize', plainClient)
  const made = await one.request(2, 'newConversation', { cwd: project })
  const conversationId = String(resultOf(made)['conversationId'])
  await one.request(3, 'addConversationListener', { conversationId })
  await one.request(4, 'sendUserMessage', { conversationId, items: [{ type: 'text', data: { text: 'go' } }] })
  const asked = await one.until(({ method }) => method === 'execCommandApproval')
  one.send({ id: asked['id'] as number, result: { decision: 'approved' } })
  await one.event('task_complete')
  expect(existsSync(outside)).toBe(true)
  rmSync(outside)
  const calls = one.messages.flatMap(
    ({ method }) => /exec_command_(begin|end)$/.exec(String(method))?.[1] ?? [],
  )
  expect(calls).toEqual(['begin', 'end'])
})
