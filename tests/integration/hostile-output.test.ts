import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hostileTexts, stillActs } from '../fakes/hostile-texts'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'
import { runCli, type Ran } from '../fakes/run-cli'

let base: string
let work: string
let server: ModelServer | undefined
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-hostile-')
  work = join(base, 'work')
  mkdirSync(work)
})
afterEach(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: base, COUNTERSIGN_HOME: base })

const short = hostileTexts.filter(([, text]) => text.length < 1000).map(([, text]) => text)
/** What can be passed as an argument of a program. */
const all = short.join(' | ').toWellFormed().replaceAll('\u0000', '')
/** A name of a file, in one line of a patch. */
const name = 'a\u001b]0;t\u0007\u202e\u009bb.txt'

const mcpServer = join(import.meta.dirname, '../fakes/hostile-mcp-server.mjs')

const inToml = (text: string): string => JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`)

async function configure(script: readonly Answer[], first = ''): Promise<void> {
  server = await startModelServer(script)
  writeFileSync(
    join(base, 'config.toml'),
    [
      `${first}model = "test-1"\nmodel_provider = "test"\napproval_policy = "on-failure"`,
      `[model_providers.test]\nname = "T"\nbase_url = "${server.baseUrl}"\nwire_api = "chat"`,
      '[features]\nsandbox_command_assessment = false',
      `[mcp_servers.h]\ncommand = "${process.execPath}"\nargs = [${[mcpServer, 'speaks-escapes', all].map(inToml).join(', ')}]\n`,
    ].join('\n'),
  )
}

const call = (id: string, tool: string, args: Readonly<Record<string, unknown>>): Answer => ({
  calls: [{ id, name: tool, arguments: args }],
})

/** Prints every text raw, with bytes that are no UTF-8, and asks for a write that is stopped with its name. */
const commands: readonly Answer[] = [
  call('c1', 'shell', { command: ['cat', 'raw'] }),
  call('c2', 'shell', { command: ['touch', `/var/tmp/cs-no-${name}`], justification: all }),
  call('c3', 'apply_patch', { input: `*** Begin Patch\n*** Add File: ${name}\n+${name}\n*** End Patch` }),
  call('c4', 'h__look', { path: all }),
  call('c5', 'update_plan', { explanation: all, plan: [{ step: all, status: 'pending' }] }),
  call('c6', `no-${name}`, {}),
  { text: all },
]

const shown = ({ out, err }: Ran): string | undefined => stillActs(out) ?? stillActs(err)

function writeRaw(): void {
  const bytes = Buffer.from([0xff, 0x9b, 0x32, 0x4a, 0x9d, 0x30, 0x3b, 0x74, 0x9c, 0xc0, 0x80, 0x0a])
  writeFileSync(
    join(work, 'raw'),
    Buffer.concat([Buffer.from(hostileTexts.map(([, text]) => text).join('\n')), bytes]),
  )
}

test('nothing that a run prints acts on the terminal; as JSON it is what it was', async () => {
  writeRaw()
  await configure(commands)
  const ran = await runCli(['exec', '--cd', work, all], { env: env() })
  expect(shown(ran)).toBeUndefined()
  // Each of them came as far as the terminal.
  for (const part of ['$ cat raw', 'Approval needed', 'apply_patch', 'h: look', '- [ ] ', 'wrongly'])
    expect([part, ran.out.includes(part)]).toEqual([part, true])
  expect(ran.out).toContain('\\u{1b}]52;c;')
  expect(existsSync(join(work, name))).toBe(true)

  await server?.close()
  await configure(commands)
  const json = await runCli(['exec', '--json', '--cd', work, all], { env: env() })
  expect(shown(json)).toBeUndefined()
  const lines = json.out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
  expect(lines.map((line) => typeof line)).not.toContain('string')
  expect(JSON.stringify(lines)).toContain(JSON.stringify(name).slice(1, -1))
})

test('a review, an assessment, the doctor, the servers, the settings and errors print nothing that acts', async () => {
  execFileSync('git', ['init', '-q', work])
  writeFileSync(join(work, 'a'), 'x')
  const finding = {
    title: all.slice(0, 200),
    body: all,
    confidence_score: 1,
    priority: 1,
    code_location: { absolute_file_path: join(work, name), line_range: { start: 1, end: 1 } },
  }
  const output = { findings: [finding], overall_correctness: all.slice(0, 200), overall_explanation: all }
  await configure([{ text: JSON.stringify(output) }, { text: JSON.stringify(output) }])
  const runs = [
    ['review', '--uncommitted', '--cd', work],
    ['review', '--uncommitted', '--json', '--cd', work],
    ['assess', '--no-model', '--', 'rm', '-rf', name, all],
    ['assess', '--cwd', `${base}/${name}`, '--', 'true'],
    ['doctor'],
    ['mcp', 'list'],
    ['mcp', 'get', 'h'],
    ['mcp', 'get', name],
    ['config'],
    ['exec', '--cd', `${base}/${name}`, 'x'],
    [`no-${name}`],
  ]
  for (const words of runs) {
    const ran = await runCli(words, { env: env(), cwd: work })
    expect([words[0], shown(ran)]).toEqual([words[0], undefined])
    expect(`${ran.out}${ran.err}`).not.toBe('')
  }
  // Bad configuration is told with what stands in the file.
  writeFileSync(join(base, 'config.toml'), 'model = 3\n"\\u001b]0;x\\u0007\\u202e" = 1\n')
  const bad = await runCli(['exec', '--cd', work, 'x'], { env: env() })
  expect([shown(bad), bad.err === '']).toEqual([undefined, false])
})

test.each([
  ['hostile', all],
  ['of 20,000 letters of three bytes', '漢'.repeat(20_000)],
  ['of 20,000 characters that JSON writes as six', '\u0001'.repeat(20_000)],
])(
  'the notify program is told of a turn whose messages are %s, in JSON that acts on nothing',
  async (_, text) => {
    const told = join(base, 'told')
    writeFileSync(
      join(base, 'tell.sh'),
      `#!/bin/sh\nprintf '%s' "$1" > '${told}.part' && mv '${told}.part' '${told}'\n`,
      { mode: 0o755 },
    )
    await configure([{ text }], `notify = ["${join(base, 'tell.sh')}"]\n`)
    await runCli(['exec', '--cd', work, '-'], {
      env: env(),
      keepInput: true,
      onChild: (child) => child.stdin?.end(text),
    })
    const message = await vi.waitFor(() => readFileSync(told, 'utf8'), { timeout: 120_000 })
    expect(stillActs(message)).toBeUndefined()
    const { type, 'last-assistant-message': last } = JSON.parse(message) as Record<string, string>
    expect([type, text.startsWith(last ?? ' '), (last ?? '').length > 4000 || last === text]).toEqual([
      'agent-turn-complete',
      true,
      true,
    ])
  },
)
