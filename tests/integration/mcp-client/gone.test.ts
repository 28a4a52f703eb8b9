import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { plainClient, startAppServer, type AppServerClient } from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { processesWith } from '../../fakes/processes-with'

let home: AppServerHome | undefined
let client: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
  await home?.remove()
})

const program = join(import.meta.dirname, '../../fakes/hostile-mcp-server.mjs')
let worlds = 0

/** A turn that is in a call of a server's tool: one that waits for a yes, or one that runs and never answers. */
async function inCall(at: 'waits' | 'runs') {
  worlds += 1
  const marker = `gone-${String(process.pid)}-${String(worlds)}`
  const manner = at === 'waits' ? 'writes' : 'never-answers'
  const args = [program, manner, marker].map((each) => JSON.stringify(each)).join(', ')
  const call = (id: string) => ({ calls: [{ id, name: 'h__look', arguments: { path: 'written' } }] })
  home = await appServerHome([call('c'), { text: 'Done.' }, call('d'), { text: 'Done.' }], {
    config: `[mcp_servers.h]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${args}]\ntool_timeout_sec = 3\n`,
  })
  const server = startAppServer({ env: home.env, cwd: home.project })
  client = server
  await server.request(1, 'initialize', plainClient)
  const made = await server.request(2, 'newConversation', { cwd: home.project })
  const { conversationId } = made['result'] as { conversationId: string }
  await server.request(3, 'addConversationListener', { conversationId })
  const items = [{ type: 'text', data: { text: 'go' } }]
  await server.request(4, 'sendUserMessage', { conversationId, items })
  const asked =
    at === 'waits' ? await server.until(({ method }) => method === 'execCommandApproval') : undefined
  if (at === 'runs') await server.event('mcp_tool_call_begin')
  expect(processesWith(marker).length).toBeGreaterThan(0)
  const written = (): boolean => existsSync(join(home?.project ?? '', 'written'))
  return { server, home, marker, asked, written, conversationId }
}

test.each(['waits', 'runs'] as const)(
  'a client that ends while a call %s ends the engine and the server, and the call is not made',
  async (at) => {
    const { server, marker, written } = await inCall(at)
    expect(await server.end()).toEqual({ code: 0, signal: null })
    await expect.poll(() => processesWith(marker).length, { timeout: 120_000 }).toBe(0)
    expect(written()).toBe(false)
  },
)

test.each(['waits', 'runs'] as const)(
  'an engine that is killed while a call %s takes the server with it',
  async (at) => {
    const { server, marker, written } = await inCall(at)
    server.child.kill('SIGKILL')
    await expect.poll(() => processesWith(marker).length, { timeout: 120_000 }).toBe(0)
    expect(written()).toBe(false)
  },
)

test('a server that is killed while its question waits: the yes runs nothing and that is said, and the next message has its tools', async () => {
  const { server, marker, asked, written, conversationId } = await inCall('waits')
  for (const pid of processesWith(marker))
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      expect(error).toMatchObject({ code: 'ESRCH' }) // it went with another
    }
  // At once: the next try is a second away.
  server.send({ id: asked?.['id'], result: { decision: 'approved' } })
  const ended = (await server.event('mcp_tool_call_end'))['params']
  expect(ended).toMatchObject({ msg: { result: { Err: expect.any(String) as string } } })
  await server.event('task_complete')
  expect(written()).toBe(false)
  const items = [{ type: 'text', data: { text: 'again' } }]
  await server.request(5, 'sendUserMessage', { conversationId, items })
  const again = await server.until(
    ({ method, id }) => method === 'execCommandApproval' && id !== asked?.['id'],
  )
  server.send({ id: again['id'], result: { decision: 'approved' } })
  await server.event('task_complete', 2)
  expect(written()).toBe(true)
})

test('a model server that is gone while a call waits: the question stays, a yes still counts, the turn ends with the fault', async () => {
  const { server, home: made, asked, written, conversationId } = await inCall('waits')
  await made.server.close()
  server.send({ id: asked?.['id'], result: { decision: 'approved' } })
  const ended = (await server.event('mcp_tool_call_end'))['params']
  expect(ended).toMatchObject({ msg: { result: { Ok: { isError: false } } } })
  expect(written()).toBe(true)
  expect((await server.event('error'))['params']).toMatchObject({
    msg: { message: expect.stringMatching(/connect|reach/i) as string },
  })
  // The session takes the next message.
  const items = [{ type: 'text', data: { text: 'again' } }]
  expect(await server.request(9, 'sendUserMessage', { conversationId, items })).toHaveProperty('result')
  await server.event('error', 2)
})

test('a model server that is gone while a call runs: the call ends by its own time, the turn with the fault', async () => {
  const { server, home: made, marker } = await inCall('runs')
  await made.server.close()
  const ended = (await server.event('mcp_tool_call_end'))['params']
  expect(ended).toMatchObject({ msg: { result: { Err: expect.stringContaining('3') as string } } })
  await server.event('error')
  expect(processesWith(marker).length).toBeGreaterThan(0)
  expect((await server.end()).code).toBe(0)
  await expect.poll(() => processesWith(marker).length, { timeout: 120_000 }).toBe(0)
})
