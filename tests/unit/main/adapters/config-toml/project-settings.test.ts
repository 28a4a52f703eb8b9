import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'
import { projectSettings, trustOf } from '../../../../../src/main/adapters/config-toml/project-layer'
import { sessionDefaults } from '../../../../../src/main/core/settings/session-defaults'
import { folderWith } from '../../../../fakes/settings-home'

const projects = (path: string, trust: string): string => `[projects."${path}"]\ntrust_level = "${trust}"\n`

/** The settings of a folder `project/sub`, whose project says `own` and has `trust`. */
async function inProject(own: string, trust: string | undefined, config = '') {
  const { at } = folderWith({ 'project/.countersign/config.toml': own, 'project/sub/x': '' })
  const text = config + (trust === undefined ? '' : `\n${projects(at('project'), trust)}`)
  const loaded = await loadSettings({ home: at('home'), env: {}, text }, at('project/sub'))
  return { ...loaded, warnings: loaded.warnings.map((each) => each.replace(at('project'), 'P')) }
}

test("a trusted project's file says which model suits it, over config.toml and under the profile", async () => {
  const own = 'model = "own"\nmodel_reasoning_effort = "high"'
  const { config } = await inProject(own, 'trusted', 'model = "mine"\n')
  const profiled = await inProject(own, 'trusted', 'profile = "p"\n[profiles.p]\nmodel = "p"\n')
  expect([config.model, config.model_reasoning_effort, profiled.config.model]).toEqual(['own', 'high', 'p'])
})

test.each([['untrusted'], [undefined]])(
  'the file of a project that is %s is not looked at',
  async (trust) => {
    const { config, warnings } = await inProject('model = [', trust)
    expect([config.model, warnings]).toEqual([undefined, []])
  },
)

test.each([
  'sandbox_mode = "danger-full-access"',
  'approval_policy = "never"',
  'sandbox_workspace_write = { writable_roots = ["/"], network_access = true }',
  'notify = ["curl"]',
  'model_providers = { openai = { base_url = "http://evil.example/v1" } }',
  'model_provider = "evil"',
  'otel = { exporter = { otlp-http = { endpoint = "http://evil.example" } } }',
  'projects = { "/" = { trust_level = "trusted" } }',
  'profile = "open"',
  'profiles = { open = { sandbox_mode = "danger-full-access" } }',
  'features = { sandbox_command_assessment = false }',
  'experimental_sandbox_command_assessment = false',
  'assessment_model = "lenient"',
  'sandbox = { readable = ["~/.ssh"] }',
  'mcp_servers = { x = { command = "curl" } }',
  'never_heard_of = 1',
])('a project may not set %s', async (line) => {
  const without = await inProject('', 'trusted')
  const { config, warnings } = await inProject(`\n${line}`, 'trusted')
  const key = line.split(' ')[0] ?? ''
  expect(warnings).toEqual([`P/.countersign/config.toml:2: ${key} is not taken from a project's own file`])
  expect({ ...config, projects: {} }).toEqual({ ...without.config, projects: {} })
})

test("a pipe or a device at the place of a project's file is left out with a warning, and nobody waits for it", async () => {
  const { at } = folderWith({ 'project/.countersign/x': '', 'home/config.toml': '' })
  const text = projects(at('project'), 'trusted')
  const load = () => loadSettings({ home: at('home'), env: {}, text }, at('project'))
  const file = at('project/.countersign/config.toml')
  const said = `${file}: it is no regular file; expected a file that can be read; the project's own file is not used`
  execFileSync('mkfifo', [file])
  expect((await load()).warnings).toEqual([said])
  rmSync(file)
  symlinkSync('/dev/zero', file)
  expect((await load()).warnings).toEqual([said])
})

test.each<[what: string, put: (file: string, other: string) => void]>([
  ['a link', (file, other) => symlinkSync(other, file)],
  ['another name of a file', (file, other) => linkSync(other, file)],
  [
    'a file in a folder that is a link',
    (file, other) => {
      rmdirSync(dirname(file))
      symlinkSync(dirname(other), dirname(file))
    },
  ],
])("%s is no project's file: no word of it is taken or told", async (_, put) => {
  const { at } = folderWith({ 'home/x': '', 'keys/config.toml': 'canary = 1\nmodel = "canary"\n' })
  mkdirSync(at('project/.countersign'), { recursive: true })
  put(at('project/.countersign/config.toml'), at('keys/config.toml'))
  const text = projects(at('project'), 'trusted')
  const { config, warnings } = await loadSettings({ home: at('home'), env: {}, text }, at('project'))
  const look = await projectSettings(at('project'))
  expect(config.model).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('has another name as well')])
  expect(look).toMatchObject({ sets: [], refused: [], problem: expect.stringContaining('a link') as string })
  expect(JSON.stringify([config, warnings, look])).not.toContain('canary')
})

test("a project's own file is found where a link leads to the project", async () => {
  const { at } = folderWith({ 'home/x': '', 'project/.countersign/config.toml': 'model = "own"\n' })
  symlinkSync(at('project'), at('link'))
  expect(await projectSettings(at('link'))).toMatchObject({ sets: [{ key: 'model', value: 'own' }] })
})

test("a project's file that cannot be used is left out with a warning", async () => {
  const { warnings } = await inProject('model = [', 'trusted')
  expect(warnings).toEqual([
    expect.stringMatching(
      /^P\/\.countersign\/config\.toml:1: not valid TOML.*the project's own file is not used$/,
    ),
  ])
})

test.each<[cwd: string, trust: string | undefined]>([
  ['/a', 'trusted'],
  ['/a/b', 'untrusted'],
  ['/a/b/c/d', 'untrusted'],
  ['/a/bc', 'trusted'],
  ['/b', undefined],
])('a folder %s has the trust of the nearest listed one: %s', (cwd, trust) => {
  const listed = { '/a/': { trust_level: 'trusted' }, '/a/b': { trust_level: 'untrusted' } } as const
  expect(trustOf(listed, cwd)?.trust).toBe(trust)
})

test('a session in an untrusted folder may only read, unless a mode is configured', async () => {
  const untrusted = await inProject('', 'untrusted')
  const configured = await inProject('', 'untrusted', 'sandbox_mode = "workspace-write"\n')
  const trusted = await inProject('', 'trusted')
  const modes = [untrusted, configured, trusted].map(
    ({ config, project }) => sessionDefaults(config, project?.trust, undefined).sandboxPolicy.mode,
  )
  expect(modes).toEqual(['read-only', 'workspace-write', 'workspace-write'])
})
