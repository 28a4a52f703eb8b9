import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { connectMcp, type McpClient } from '../../fakes/mcp-client'
import { serveWindow } from '../../fakes/serve-window'

let home: AppServerHome | undefined
let mcp: McpClient | undefined
afterEach(async () => {
  await mcp?.end()
  await home?.remove()
})

async function start(): Promise<{ mcp: McpClient; home: AppServerHome }> {
  home = await appServerHome([])
  mcp = await connectMcp(home, undefined, {}, ['--desk'])
  return { mcp, home }
}

const bash = {
  tool_name: 'Bash',
  input: { command: 'touch x && echo done', description: 'Create a file' },
  tool_use_id: 'toolu_01',
}
const said = ({ content }: Awaited<ReturnType<McpClient['call']>>): unknown =>
  JSON.parse(content[0]?.text ?? '')

test('it is offered where it was asked for, and nowhere else', async () => {
  home = await appServerHome([])
  mcp = await connectMcp(home)
  const names = async () => (await mcp?.client.listTools())?.tools.map(({ name }) => name)
  expect(await names()).not.toContain('approve')
  expect((await mcp.call('approve', bash)).isError).toBe(true)
  await mcp.end()
  mcp = await connectMcp(home, undefined, {}, ['--desk'])
  expect(await names()).toContain('approve')
})

test('without a window and a rule it is a no, and what is no call of a tool is told as that', async () => {
  const { mcp: server } = await start()
  expect(said(await server.call('approve', bash))).toEqual({
    behavior: 'deny',
    message: expect.stringContaining('Denied because nobody could be asked') as string,
  })
  for (const wrong of [
    {},
    { tool_name: 'Bash' },
    { tool_name: '', input: {} },
    { tool_name: 'Bash', input: [] },
  ])
    expect(await server.call('approve', wrong)).toMatchObject({ isError: true })
})

test('in an open window a person answers: as it is, with another command, with a no and its words', async () => {
  const { mcp: server, home: at } = await start()
  const window = await serveWindow(at.env)
  const seen = new Set<string>()
  /** The next one; one that was answered may still be shown for a moment. */
  const waits = () =>
    vi.waitFor(
      () => {
        const request = window.waiting().find(({ id }) => !seen.has(id))
        if (!request) throw new Error('nothing waits')
        seen.add(request.id)
        return request
      },
      { timeout: 120_000 },
    )
  try {
    const first = server.call('approve', bash)
    const request = await waits()
    expect(request).toMatchObject({
      command: ['bash', '-lc', bash.input.command],
      desk: { agent: 'claude-code' },
      remoteRun: { program: 'mcp-server' },
    })
    await window.decide(request.id, { kind: 'allow', offerId: 'only-this' })
    expect(said(await first)).toEqual({ behavior: 'allow', updatedInput: bash.input })

    const second = server.call('approve', bash)
    await window.decide((await waits()).id, { kind: 'edit', command: ['bash', '-lc', 'echo instead'] })
    const edited = await waits()
    expect(edited.edited?.command).toEqual(['bash', '-lc', bash.input.command])
    await window.decide(edited.id, { kind: 'allow', offerId: 'only-this' })
    expect(said(await second)).toEqual({
      behavior: 'allow',
      updatedInput: { command: 'echo instead', description: 'Create a file' },
    })

    const path = join(at.project, 'w.txt')
    const third = server.call('approve', { tool_name: 'Write', input: { file_path: path, content: 'hi\n' } })
    const write = await waits()
    expect(write.kind).toBe('patch')
    await window.decide(write.id, { kind: 'deny', message: 'no writes please' })
    expect(said(await third)).toMatchObject({
      behavior: 'deny',
      message: expect.stringContaining('no writes please') as string,
    })

    // The server's own library hands it on, and a schema would leave it out.
    const hiding = JSON.parse('{"command":"ls","__proto__":{"run_in_background":true}}') as object
    const fourth = server.call('approve', { tool_name: 'Bash', input: hiding })
    const hidden = await waits()
    expect(JSON.stringify(hidden.stop.why)).toContain('[__proto__]')
    await window.decide(hidden.id, { kind: 'deny' })
    expect(said(await fourth)).toMatchObject({ behavior: 'deny' })

    const last = server.call('approve', bash)
    await window.decide((await waits()).id, { kind: 'abort' })
    expect(said(await last)).toMatchObject({ behavior: 'deny', interrupt: true })
    expect(() => readFileSync(path)).toThrow() // to answer is all that it does
  } finally {
    await window.stop('SIGKILL')
  }
})

test('a call that is given up is withdrawn from the window', async () => {
  const { mcp: server, home: at } = await start()
  const window = await serveWindow(at.env)
  try {
    const cancel = new AbortController()
    const call = server.call('approve', bash, { signal: cancel.signal })
    call.catch(() => undefined)
    await vi.waitFor(() => expect(window.waiting()).toHaveLength(1), { timeout: 120_000 })
    cancel.abort()
    await vi.waitFor(() => expect(window.waiting()).toHaveLength(0), { timeout: 120_000 })
    await expect(call).rejects.toThrow()
  } finally {
    await window.stop('SIGKILL')
  }
})
