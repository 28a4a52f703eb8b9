import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { cliEntry, runProgram } from '../../fakes/run-cli'

let home: AppServerHome | undefined
afterEach(() => home?.remove())

const inspector = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

/** One run of the inspector's command line against the built server. */
async function inspect(at: AppServerHome, ...args: string[]) {
  const env = Object.entries(at.env).flatMap(([name, value = '']) => ['-e', `${name}=${value}`])
  return runProgram(
    process.execPath,
    [inspector, '--cli', process.execPath, cliEntry, 'mcp-server', ...env, '--cwd', at.project, ...args],
    { env: at.env, cwd: at.project },
  )
}

test('the inspector lists the tools and finds nothing wrong with their schemas', async () => {
  home = await appServerHome([])
  const { code, out, err } = await inspect(home, '--method', 'tools/list', '--strict')
  const { tools } = JSON.parse(out) as { tools: { name: string }[] }
  expect([code, tools.map(({ name }) => name), err]).toEqual([
    0,
    ['codex', 'codex-reply', 'countersign', 'countersign-reply'],
    expect.not.stringMatching(/error/i),
  ])
})

test('the inspector calls a tool; a command runs in the sandbox', async () => {
  home = await appServerHome([shellCall('call_1', 'bash', '-c', 'echo $((6 * 7))x'), { text: 'All done.' }])
  const { code, out } = await inspect(
    home,
    '--method',
    'tools/call',
    '--tool-name',
    'codex',
    '--tool-arg',
    'prompt=go',
  )
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { content: [{ type: 'text', text: 'All done.' }], structuredContent: { content: 'All done.' } },
  ])
  expect(JSON.stringify(home.server.requests.at(-1)?.body)).toContain('42x')
})
