import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HostWay } from '@shared/domain/host-listing'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'
import { createSettingsFile } from '../../../../../src/main/adapters/config-toml/settings-file'
import {
  addHost,
  lendKeys,
  listHosts,
  removeHost,
  setEngine,
  setFleet,
  setOnClose,
} from '../../../../../src/main/core/host-link/edit-hosts'
import { folderWith } from '../../../../fakes/settings-home'

const written = `# mine
model = "m" # stays

[hosts.build1]
command = ["ssh", "build1"]
engine = "/opt/there/countersign"

[hosts.fleet]
command = ["kubectl", "exec", "-i", "pod", "--"]
window = false
`

/** A real config.toml with these hosts, and nothing else of an engine. */
async function home(text = written, flags: readonly string[] = []) {
  const { root, at } = folderWith({ 'config.toml': text })
  const place = { home: root, env: {}, managed: [], flags: { config: flags } }
  const settings = createSettingsFile(place, await loadSettings(place), () => undefined)
  return {
    file: {
      readSettings: () => settings.read(),
      writeSettings: (...args: Parameters<typeof settings.write>) => settings.write(...args),
    },
    text: () => readFileSync(at('config.toml'), 'utf8'),
    write: (next: string) => {
      writeFileSync(at('config.toml'), next)
    },
  }
}

test('the hosts are listed with what is started for each, and which of them a window could have added', async () => {
  const { file } = await home()
  expect(await listHosts(file)).toEqual([
    {
      name: 'build1',
      command: ['ssh', 'build1', '/opt/there/countersign', 'attach'],
      ...{ removable: false, lends: [], ends: false, window: true },
    },
    {
      name: 'fleet',
      command: ['kubectl', 'exec', '-i', 'pod', '--', 'countersign', 'attach'],
      ...{ removable: false, lends: [], ends: false, window: false },
    },
  ])
})

const entry = {
  ...{ context: 'prod-eu', namespace: 'agents', template: 'node24' },
  ...{ ready_seconds: 300, idle_minutes: 240 },
}

test('of a fleet a window changes where and of what its sandboxes are made, and whose keys they are lent, and nothing where a value cannot be', async () => {
  const table =
    '[hosts.cloud] # ours\nkind = "agent-sandbox"\ncontext = "prod-eu"\nnamespace = "agents"\ntemplate = "node24"\n'
  const { file, text } = await home(`${written}${table}`)
  const before = text()
  expect(await setFleet(file, 'cloud', entry)).toEqual({ kind: 'written' })
  expect(text()).toBe(before)
  for (const wrong of [{ namespace: 'a b' }, { idle_minutes: 0 }, { template: '' }, { context: '' }])
    expect(await setFleet(file, 'cloud', { ...entry, ...wrong })).toMatchObject({
      kind: 'refused',
      why: { kind: 'file' },
    })
  expect(text()).toBe(before)
  expect([await setFleet(file, 'build1', entry), await setFleet(file, 'nowhere', entry)]).toEqual(
    Array(2).fill({ kind: 'refused', why: { kind: 'unknown' } }),
  )
  expect(await setFleet(file, 'cloud', { ...entry, template: 'node26', idle_minutes: 60 })).toEqual({
    kind: 'written',
  })
  expect(await lendKeys(file, 'cloud', ['openai'])).toEqual({ kind: 'written' })
  expect(await setOnClose(file, 'cloud', true)).toEqual({ kind: 'written' })
  const [cloud] = (await listHosts(file)).filter(({ name }) => name === 'cloud')
  expect(cloud).toMatchObject({
    fleet: { ...entry, template: 'node26', idle_minutes: 60 },
    lends: ['openai'],
    ends: true,
  })
  expect(text()).toContain('[hosts.cloud] # ours')
  const flags = ['hosts.cloud.kind="agent-sandbox"', 'hosts.cloud.context="c"', 'hosts.cloud.namespace="n"']
  const elsewhere = await home('', [...flags, 'hosts.cloud.template="t"'])
  expect(await setFleet(elsewhere.file, 'cloud', entry)).toMatchObject({ kind: 'refused' })
})

test('a fleet is listed with what is started for each sandbox; its name is taken, and no window takes it out', async () => {
  const table =
    '[hosts.cloud]\nkind = "agent-sandbox"\ncontext = "prod-eu"\nnamespace = "agents"\ntemplate = "node24"\n'
  const { file, text } = await home(table)
  const at = ['--context=prod-eu', '--namespace=agents']
  expect(await listHosts(file)).toEqual([
    {
      ...{ name: 'cloud', removable: false, lends: [], ends: false, window: true },
      fleet: entry,
      command: ['kubectl', ...at, 'exec', '-i', 'POD of node24', '--', 'countersign', 'attach'],
    },
  ])
  const add = (name: string) => addHost(file, { name, via: 'ssh', target: 'build2' })
  expect([await add('cloud'), await add('C1oud'), await removeHost(file, 'cloud')]).toEqual([
    { kind: 'refused', why: { kind: 'taken', host: 'cloud' } },
    { kind: 'refused', why: { kind: 'alike', host: 'cloud' } },
    { kind: 'refused', why: { kind: 'by-hand' } },
  ])
  expect(text()).toBe(table)
})

test('what a window could not have added is not its to take out: a container that is the boundary is listed with that', async () => {
  const table = 'command = ["docker", "exec", "-i", "dev"]\n'
  const { file } = await home(`[hosts.dev]\n${table}confinement = "container"\n[hosts.other]\n${table}`)
  const [dev, other] = await listHosts(file)
  const plain = ['docker', 'exec', '-i', 'dev', 'countersign', 'attach']
  expect([dev?.command, dev?.removable]).toEqual([[...plain, '--confinement', 'container'], false])
  expect([other?.command, other?.removable]).toEqual([plain, true])
})

test.each<[HostWay, string, string]>([
  ['ssh', 'build2', 'command = ["ssh", "build2"]'],
  ['ssh', 'me@build2.example.org', 'command = ["ssh", "me@build2.example.org"]'],
  ['ssh', '_ci@10.0.0.7', 'command = ["ssh", "_ci@10.0.0.7"]'],
  ['ssh', 'b', 'command = ["ssh", "b"]'],
  ['docker', 'shop-dev', 'command = ["docker", "exec", "-i", "shop-dev"]'],
  ['podman', 'shop_dev.1', 'command = ["podman", "exec", "-i", "shop_dev.1"]'],
])(
  '%s to %s is written beside what stands there, is listed, and can be taken out again',
  async (via, target, line) => {
    const { file, text } = await home()
    expect(await addHost(file, { name: 'new-1', via, target })).toEqual({ kind: 'written' })
    expect(text()).toContain(line)
    for (const each of written.split('\n')) expect(text().split('\n')).toContain(each)
    expect((await listHosts(file)).find(({ name }) => name === 'new-1')).toMatchObject({
      removable: true,
      ...{ lends: [], ends: false },
      window: true,
    })
    expect(await removeHost(file, 'new-1')).toEqual({ kind: 'written' })
    expect(text().trimEnd()).toBe(written.trimEnd())
  },
)

const hostile = [
  ...[
    '',
    ' ',
    'a b',
    'build2 ',
    ' build2',
    'build2\n',
    'build2\nProxyCommand=x',
    '\tbuild2',
    'build2\0',
    'build2;id',
    'build2&id',
    'build2|id',
  ],
  ...[
    '$(id)',
    '`id`',
    '${HOME}',
    'build2>x',
    'build2<x',
    '"build2"',
    "'build2'",
    'build2\\',
    '*',
    '~',
    '#x',
    '%h',
    '!x',
    '{a,b}',
    '=x',
    'a=b',
  ],
  ...[
    '-oProxyCommand=touch x',
    '-oProxyCommand=id',
    '--',
    '-',
    '-F/tmp/x',
    '--help',
    '-i',
    '--user=root',
    '@',
    '@build2',
    'me@',
    'me@@build2',
  ],
  ...[
    'user@-x',
    'user@-oProxyCommand=id',
    '-u@build2',
    'me@build2@x',
    '.',
    '..',
    '.x',
    '../x',
    '/bin/sh',
    './x',
    'a/b',
    'a\\b',
    '_',
  ],
  ...[
    'ssh://build2',
    'ssh://build2:22',
    'build2:22',
    '[::1]',
    '::1',
    'me:pw@build2',
    'bücher',
    'bu\u0131ld2',
    'ｂuild2',
    'build2\u200B',
    '\u202Ebuild2',
    'build2\u00A0',
    '\uFEFFbuild2',
    '１',
    '💥',
  ],
]

test.each(
  hostile.flatMap((target) => (['ssh', 'docker', 'podman'] as const).map((via) => [via, target] as const)),
)('%s to %j is nothing that a window may have started, and nothing is written', async (via, target) => {
  const { file, text } = await home()
  expect(await addHost(file, { name: 'new1', via, target })).toEqual({
    kind: 'refused',
    why: { kind: via === 'ssh' ? 'destination' : 'container' },
  })
  expect(text()).toBe(written)
})

test.each([
  ...[
    '',
    '-x',
    '_x',
    'a.b',
    'a b',
    'a\n',
    'x.command',
    '"a"',
    "'a'",
    'a]',
    '__proto__',
    'x'.repeat(49),
    'é',
    'a\u200B',
    'build1.engine',
    '*',
    'a=b',
    'a#',
  ],
])('%j names no host, and nothing is written', async (name) => {
  const { file, text } = await home()
  expect(await addHost(file, { name, via: 'ssh', target: 'build2' })).toEqual({
    kind: 'refused',
    why: { kind: 'name' },
  })
  expect(await removeHost(file, name)).toEqual({ kind: 'refused', why: { kind: 'unknown' } })
  expect(text()).toBe(written)
})

test('a name that is taken, or looks like one that is, is refused by that name, also where windows do not show that host', async () => {
  const { file, text } = await home()
  const add = (name: string) => addHost(file, { name, via: 'ssh', target: 'build2' })
  expect(await add('build1')).toEqual({ kind: 'refused', why: { kind: 'taken', host: 'build1' } })
  expect(await add('Bui1d1')).toEqual({ kind: 'refused', why: { kind: 'alike', host: 'build1' } })
  expect(await add('F1eet')).toEqual({ kind: 'refused', why: { kind: 'alike', host: 'fleet' } })
  expect(text()).toBe(written)
})

test.each([
  [['sh', '-c', 'x']],
  [['ssh']],
  [['ssh', '-p', '22', 'build2']],
  [['ssh', 'build2', 'sudo']],
  [['ssh', '-oProxyCommand=id']],
  [['docker', 'exec', 'shop']],
  [['docker', 'exec', '-it', 'shop']],
  [['docker', 'exec', '-i', '--privileged', 'shop']],
  [['docker', 'exec', '-i', '-x']],
  [['/usr/bin/ssh', 'build2']],
  [['podman', 'run', '-i', 'shop']],
])('a host whose command %j was written by hand is for the file, and stays', async (command) => {
  const own = `[hosts.own]\ncommand = ${JSON.stringify(command)}\n`
  const { file, text } = await home(own)
  expect(await listHosts(file)).toMatchObject([{ name: 'own', removable: false }])
  expect(await removeHost(file, 'own')).toEqual({ kind: 'refused', why: { kind: 'by-hand' } })
  expect(text()).toBe(own)
})

test('a host of the command line is none of the file, and cannot be taken out of it', async () => {
  const { file, text } = await home('', ['hosts.flag.command=["ssh", "build1"]'])
  expect(await listHosts(file)).toMatchObject([{ name: 'flag', removable: false }])
  expect(await removeHost(file, 'flag')).toEqual({ kind: 'refused', why: { kind: 'by-hand' } })
  expect(text()).toBe('')
})

test('a file that was changed meanwhile, and one that is wrong, are left as they are, and it is said', async () => {
  const whole = `${written}\n[hosts.plain]\ncommand = ["ssh", "plain"]\n`
  const { file, text, write } = await home(whole)
  const late = {
    readSettings: async () => {
      const view = await file.readSettings()
      write(`${text()}# and this\n`)
      return view
    },
    writeSettings: file.writeSettings,
  }
  const add = { name: 'new1', via: 'ssh', target: 'build2' } as const
  expect(await addHost(late, add)).toEqual({ kind: 'refused', why: { kind: 'changed' } })
  expect(await removeHost(late, 'plain')).toEqual({ kind: 'refused', why: { kind: 'changed' } })
  expect(text()).toBe(`${whole}# and this\n# and this\n`)
  write('model = [')
  expect(await addHost(file, add)).toMatchObject({ kind: 'refused', why: { kind: 'file' } })
  expect(text()).toBe('model = [')
})

test('while the file cannot be used nothing is written: what stands there now is not known', async () => {
  const { file, text, write } = await home()
  const broken = `${written}\n[hosts.foo]\ncomand = ["my-wrapper"]\n`
  write(broken)
  for (const name of ['foo', 'other'])
    expect(await addHost(file, { name, via: 'ssh', target: 'evil.example' })).toMatchObject({
      kind: 'refused',
      why: { kind: 'file' },
    })
  expect(await removeHost(file, 'build1')).toMatchObject({ kind: 'refused', why: { kind: 'file' } })
  expect(text()).toBe(broken)
})

test('an engine is written where an entry names none, one that is named stays, and where it stands elsewhere nothing is written', async () => {
  const { file, text } = await home()
  const there = '/home/me/.local/share/countersign/bin/countersign'
  expect(await setEngine(file, 'fleet', there)).toEqual({ kind: 'written' })
  expect(text()).toBe(`${written}engine = "${there}"\n`)
  expect(await setEngine(file, 'fleet', there)).toEqual({ kind: 'stood' })
  expect(await setEngine(file, 'build1', there)).toEqual({ kind: 'other', engine: '/opt/there/countersign' })
  expect(await setEngine(file, 'none', there)).toEqual({ kind: 'refused', why: { kind: 'unknown' } })
  expect(text()).toBe(`${written}engine = "${there}"\n`)
  const flag = await home(written, ['hosts.typed.command=["ssh", "typed"]'])
  expect(await setEngine(flag.file, 'typed', there)).toEqual({ kind: 'refused', why: { kind: 'by-hand' } })
  flag.write('[hosts')
  expect(await setEngine(flag.file, 'fleet', there)).toMatchObject({ why: { kind: 'file' } })
})

test('of which providers a host is lent the key is written into its entry, by hand or not, and nothing else of it changes', async () => {
  const { file, text } = await home()
  expect(await lendKeys(file, 'build1', ['openai', 'a "quoted" one'])).toEqual({ kind: 'written' })
  expect(text()).toContain('engine = "/opt/there/countersign"')
  const [build1, fleet] = await listHosts(file)
  expect([build1?.lends, build1?.command, fleet?.lends]).toEqual([
    ['openai', 'a "quoted" one'],
    ['ssh', 'build1', '/opt/there/countersign', 'attach'],
    [],
  ])
  expect(await lendKeys(file, 'build1', [])).toEqual({ kind: 'written' })
  expect(text()).toBe(written)
  expect(await lendKeys(file, 'nobody', ['openai'])).toEqual({ kind: 'refused', why: { kind: 'unknown' } })
})

test('whether what a window began on a host ends with it is written in the same way', async () => {
  const { file, text } = await home()
  expect(await setOnClose(file, 'fleet', true)).toEqual({ kind: 'written' })
  expect(text()).toContain('window = false\non_close = "end"')
  expect((await listHosts(file)).map(({ ends }) => ends)).toEqual([false, true])
  expect(await setOnClose(file, 'fleet', false)).toEqual({ kind: 'written' })
  expect(text()).toBe(written)
  expect(await setOnClose(file, 'nobody', true)).toEqual({ kind: 'refused', why: { kind: 'unknown' } })
})

test('a host that a window added can be taken out by it where it is lent a key and ends with the window', async () => {
  const { file } = await home('')
  await addHost(file, { name: 'new1', via: 'ssh', target: 'new1' })
  await lendKeys(file, 'new1', ['openai'])
  await setOnClose(file, 'new1', true)
  expect(await listHosts(file)).toMatchObject([{ removable: true, lends: ['openai'], ends: true }])
  expect(await removeHost(file, 'new1')).toEqual({ kind: 'written' })
})

test('a host that only a flag names is changed by no window', async () => {
  const { file, text } = await home('', ['hosts.flag.command=["ssh","flag"]'])
  const byHand = { kind: 'refused', why: { kind: 'by-hand' } }
  expect(await lendKeys(file, 'flag', ['openai'])).toEqual(byHand)
  expect(await setOnClose(file, 'flag', true)).toEqual(byHand)
  expect(text()).toBe('')
})
