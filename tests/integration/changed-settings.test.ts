import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'
import { jsonLines, runCli } from '../fakes/run-cli'

let base: string
let work: string
let server: ModelServer | undefined
beforeEach(() => {
  // Outside /tmp, which workspace-write opens.
  base = mkdtempSync('/var/tmp/cs-settings-')
  work = join(base, 'work')
  mkdirSync(join(work, '.vscode'), { recursive: true })
  mkdirSync(join(work, 'sub/app/.vscode'), { recursive: true })
  for (const path of ['.npmrc', '.tool-versions', '.vscode/tasks.json', 'sub/app/.vscode/tasks.json'])
    writeFileSync(join(work, path), 'old\n')
})
afterEach(async () => {
  await server?.close()
  rmSync(base, { recursive: true, force: true })
})

const call = (name: string, args: object): Answer => ({ calls: [{ name, arguments: JSON.stringify(args) }] })
const shell = (script: string): Answer => call('shell', { command: ['sh', '-c', script] })
const patch = (lines: readonly string[]): Answer =>
  call('apply_patch', { input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') })

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: base, COUNTERSIGN_HOME: base })

async function turn(script: readonly Answer[], ...options: readonly string[]) {
  server = await startModelServer([...script, { text: 'done' }])
  writeFileSync(
    join(base, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\napproval_policy = "never"\nsandbox_mode = "workspace-write"\n[features]\nsandbox_command_assessment = false\n[model_providers.test]\nbase_url = "${server.baseUrl}"\nwire_api = "responses"\n`,
  )
  return runCli(['exec', ...options, '--cd', work, 'go'], { env: env() })
}

/** What the turn told of changes. */
async function told(...script: readonly Answer[]): Promise<readonly (string | undefined)[]> {
  const ran = await turn(script, '--json')
  const events = jsonLines<{ type: string; text?: string }>(ran)
  expect(events.at(-1)).toMatchObject({ type: 'turn.finished', outcome: 'completed' })
  return events.filter(({ type }) => type === 'turn.noted').map(({ text }) => text)
}

const sentence = (paths: string, one = false): string =>
  `This turn changed ${paths}: tools outside the sandbox run what is in ${one ? 'it' : 'them'}.`

test('a script that changes and makes such files silently is told with each of them', async () => {
  writeFileSync(join(work, 'build.sh'), 'echo new > .envrc; echo new >> .vscode/tasks.json\n')
  expect(await told(shell('sh build.sh >/dev/null'))).toEqual([sentence('.envrc and .vscode/tasks.json')])
})

test.each([
  ['by a patch', patch(['*** Update File: .npmrc', '@@', '-old', '+new']), '.npmrc'],
  [
    'of the same size and with its old time',
    shell('touch -r .npmrc t; echo new > .npmrc; touch -r t .npmrc'),
    '.npmrc',
  ],
  ['by taking it away', shell('rm .tool-versions'), '.tool-versions'],
  ['by a link in its place', shell('ln -s /etc/hosts .envrc'), '.envrc'],
  ['in a sub-folder', shell('echo new > sub/app/.vscode/tasks.json'), 'sub/app/.vscode/tasks.json'],
  ['in a new sub-folder', shell('mkdir -p sub/new && echo new > sub/new/.envrc'), 'sub/new/.envrc'],
  [
    'in a new folder of an agent',
    shell('mkdir .claude && echo new > .claude/settings.json'),
    '.claude/settings.json',
  ],
  ['of another agent', shell('echo {} > .mcp.json'), '.mcp.json'],
  ['of a repository of Mercurial', shell('mkdir -p .hg/store && echo new > .hg/hgrc'), '.hg/hgrc'],
  [
    'of one of Jujutsu',
    shell('mkdir -p .jj/repo/store && echo new > .jj/repo/config.toml'),
    '.jj/repo/config.toml',
  ],
  [
    'of the git repository of one of Jujutsu',
    shell('mkdir -p .jj/repo/store && echo ../evil.git > .jj/repo/store/git_target'),
    '.jj/repo/store/git_target',
  ],
  ['in a new folder of an editor', shell('mkdir .zed && echo new > .zed/tasks.json'), '.zed/tasks.json'],
  ['for a shell', shell('echo new > .envrc'), '.envrc'],
  ['to a pipe', shell('rm .npmrc; mkfifo .npmrc'), '.npmrc'],
])('a change %s is told', async (_, answer, path) => {
  expect(await told(answer)).toEqual([sentence(path, true)])
})

test('a turn that changes none of them, and only reads them, tells nothing', async () => {
  symlinkSync('.npmrc', join(work, 'link'))
  const script = 'cat .npmrc sub/app/.vscode/tasks.json; echo a > a; mkdir -p sub/b .vscode'
  expect(await told(shell(script))).toEqual([])
})

test('many are counted, and a name that could be read as more is quoted', async () => {
  const script = 'mkdir .idea; for i in 1 2 3 4 5 6 7 8 9; do echo > ".idea/a, b$i"; done'
  const [text] = await told(shell(script))
  expect(text).toContain('".idea/a, b1", ')
  expect(text).toContain(' and 1 more: tools')
})

test('a person at a terminal reads it', async () => {
  const ran = await turn([shell('echo new > .envrc')])
  expect(`${ran.out}${ran.err}`).toContain(sentence('.envrc', true))
})
