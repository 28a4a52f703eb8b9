import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { folderWith } from '../fakes/settings-home'
import { runCli, type Ran } from '../fakes/run-cli'

/** The built command line over a home that holds this config.toml. */
function home(config: string) {
  const { root, at } = folderWith({ 'state/config.toml': config, 'project/x': '' })
  const env = { PATH: process.env.PATH, HOME: root, COUNTERSIGN_HOME: at('state') }
  return {
    config: () => readFileSync(at('state/config.toml'), 'utf8'),
    run: (...args: string[]): Promise<Ran> => runCli(['mcp', ...args], { env, cwd: at('project') }),
  }
}

test('a server is added, listed, shown and removed, and what stands around it stays', async () => {
  const { run, config } = home('# mine\nmodel = "a"\n')
  const added = await run(
    'add',
    'files',
    '--env',
    'API_TOKEN=s3cret',
    '--',
    'npx',
    '-y',
    'mcp-files',
    '--root',
    '.',
  )
  expect(added).toMatchObject({ code: 0, err: '' })
  await run('add', 'far', '--url', 'https://mcp.example/mcp', '--bearer-token-env-var', 'FAR_TOKEN')
  expect(config()).toContain('# mine\nmodel = "a"\n')
  const list = await run('list')
  expect(list.out).toBe('far  https://mcp.example/mcp\nfiles  npx -y mcp-files --root .\n')
  const shown = await run('get', 'files', '--json')
  expect(JSON.parse(shown.out)).toMatchObject({
    name: 'files',
    enabled: true,
    transport: {
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'mcp-files', '--root', '.'],
      env: ['API_TOKEN'],
    },
  })
  expect(shown.out + list.out).not.toContain('s3cret')
  expect(await run('remove', 'files')).toMatchObject({ code: 0 })
  expect((await run('list', '--json')).out).not.toContain('files')
})

test.each([
  [['add', 'a b', '--', 'x'], 'expected at most 48 letters'],
  [['add', 'a'], 'Expected either --url'],
  [['add', 'a', '--url', 'https://x', '--', 'y'], 'Expected either --url'],
  [['add', 'a', '--url', 'file:///etc'], 'url is not valid'],
  [['add', 'a', '--env', 'novalue', '--', 'x'], 'expected NAME=value'],
  [
    ['add', 'a', '--bearer-token-env-var', 'T', '--', 'x'],
    'bearer_token_env_var means nothing beside command',
  ],
  [['remove', 'nope'], 'There is no MCP server "nope"'],
  [['get', 'nope'], 'There is no MCP server "nope"'],
])('%j is refused, and nothing is written', async (args, message) => {
  const { run, config } = home('')
  const ran = await run(...args)
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) as string })
  expect(config()).toBe('')
})

test.each([
  ['[mcp_servers.x]\nargs = ["a"]\n', /config\.toml:1: \[mcp_servers\.x\] has neither command nor url/],
  ['[mcp_servers.x]\nurl = "http://u:p@h/"\n', /url holds a user name or a password/],
  [
    '[mcp_servers.x]\nurl = "http://h/"\nhttp_headers = { Authorization = "Bearer s3cret" }\n',
    /http_headers holds a key/,
  ],
  ['[mcp_servers.x]\ncommand = "c"\ncomand = "d"\n', /unknown key "comand".*did you mean "command"/],
  ['[mcp_servers."a b"]\ncommand = "c"\n', /mcp_servers/],
  ['[mcp_servers.x]\ncommand = "c"\ntool_timeout_sec = 0\n', /tool_timeout_sec is 0/],
])('a wrong table stops the start with file and line: %s', async (config, message) => {
  const ran = await home(config).run('list')
  expect(ran.code).toBe(2)
  expect(ran.err).toMatch(message)
  expect(ran.err).not.toContain('s3cret')
})
