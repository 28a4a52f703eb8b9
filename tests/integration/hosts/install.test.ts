import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { runProgram } from '../../fakes/run-cli'
import { attachedTo } from '../../fakes/ssh-host'

/** A host with a clean home folder, over a real ssh, that gets the engine of this very checkout. */

let world: HostWorld
let there: string
beforeAll(async () => {
  world = await hostWorld(() => ({ text: 'Done there.' }))
  there = mkdtempSync('/var/tmp/cs-there-')
  world.configure(`# mine\n[hosts.clean]\ncommand = ${JSON.stringify(command())} # stays\n`)
})
afterAll(async () => {
  await world.close()
  rmSync(there, { recursive: true, force: true })
})

const command = () => [
  ...world.ssh.command,
  ...['env', `HOME=${there}`, `COUNTERSIGN_HOME=${world.base}`, 'TEST_MODEL_KEY=key'],
]
const own = () => join(there, '.local/share/countersign')
const launcher = () => join(own(), 'bin/countersign')
const config = () => readFileSync(join(world.env.COUNTERSIGN_HOME ?? '', 'config.toml'), 'utf8')

test('hosts install puts the engine there, has config.toml name it, and says what doctor finds', async () => {
  const { code, out, err } = await world.run(['hosts', 'install', 'clean'])
  expect(err).toMatch(/^(clean: \d+ %, [\d.]+ MB sent\n)+$/)
  const lines = out.split('\n')
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(`^clean: version ${world.version} is installed .*: ${launcher()}$`),
    `clean: config.toml has engine = "${launcher()}" now`,
    expect.stringMatching(`^clean: version ${world.version} on linux answers in`),
  ])
  expect(lines.slice(3, -1).length).toBeGreaterThan(3)
  expect(lines.slice(3, -1).every((line) => line.startsWith('clean | '))).toBe(true)
  expect(code).toBe(0)
  expect(config()).toContain(`# stays\nengine = "${launcher()}"\n`)
  const names = readdirSync(join(own(), 'engines'))
  expect(names).toEqual([expect.stringMatching(`^${world.version}-[0-9a-f]{64}$`)])
  for (const path of ['.', 'engines', 'bin', `engines/${names[0] ?? ''}`])
    expect([path, statSync(join(own(), path)).mode & 0o777]).toEqual([path, 0o700])
})

/** The folders of the engines that are kept there. */
const kept = () =>
  world.engines().map((pid) => readlinkSync(`/proc/${String(pid)}/exe`).replace(/\/node_modules.*$/, ''))
const linked = () => join(own(), 'bin', readlinkSync(launcher()).replace(/\/bin\/countersign$/, ''))

test('a turn runs by the engine that was installed', async () => {
  const ran = await world.run(['exec', '--host', 'clean', '--cd', world.project, 'go'])
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).toContain('clean | Done there.')
  expect(kept()).toEqual([expect.stringMatching(`^${own()}/engines/`)])
})

test('another build of the same version takes its place: one that runs makes room when idle, and is named with what ends it while it is in use', async () => {
  const other = join(there, 'other')
  const root = join(import.meta.dirname, '../../..')
  for (const name of ['out', 'bin', 'package.json'])
    cpSync(join(root, name), join(other, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'))
  appendFileSync(join(other, 'bin/countersign'), '# another build\n')
  const [before] = kept()
  const client = new HostClient({
    open: hostPipes({ command: command(), engine: launcher() }, world.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  await client.connect()
  const entry = join(other, 'out/main/cli.js')
  const ran = await runProgram(process.execPath, [entry, 'hosts', 'install', 'clean'], { env: world.env })
  expect([ran.code, ran.out.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(`^clean: version ${world.version} is installed .*: ${launcher()}$`),
  ])
  expect(ran.err).toContain('clean | countersign: the engine that is kept here is another version or build')
  expect(ran.err).toContain(`"kill ${String(world.engines()[0])}" here ends it now`)
  expect([kept(), linked() === before]).toEqual([[before], false])
  await client.leave()
  await expect.poll(() => attachedTo(world.base)).toEqual([])
  const tested = await world.run(['hosts', 'test', 'clean'])
  expect([tested.code, tested.err, kept()]).toEqual([0, '', [linked()]])
  expect(readdirSync(join(own(), 'engines')).length).toBe(2)
})

test('the same engine is not sent again, and another that config.toml names stays named', async () => {
  world.configure(
    `[hosts.clean]\nengine = "/opt/other"\n${config()
      .split('\n')
      .filter((line) => line.includes(there) && line.startsWith('command'))
      .join('\n')}\n`,
  )
  const { code, out } = await world.run(['hosts', 'install', 'clean'])
  expect([code, ...out.split('\n').slice(0, 2)]).toEqual([
    0,
    `clean: version ${world.version} was there already, and nothing was sent: ${launcher()}`,
    `clean: config.toml names another engine, "/opt/other", and that stays. For this one write engine = "${launcher()}" below [hosts.clean]`,
  ])
  expect(config()).toContain('engine = "/opt/other"')
})

test('a sandboxed command changes no engine there, nor which one is started next', async () => {
  const work = join(there, '.local/share')
  const script = `cd countersign; echo evil > bin/x; rm bin/countersign; ln -sf /bin/false bin/countersign; echo evil >> engines/*/out/main/cli.js; mkdir engines/x; mv ../countersign ../y; echo DONE`
  mkdirSync(join(there, 'state'), { mode: 0o700 })
  const env = { PATH: process.env.PATH, HOME: there, COUNTERSIGN_HOME: join(there, 'state') }
  const seen = () => readdirSync(own(), { recursive: true }).sort().join('\n')
  const before = seen()
  const ran = await runProgram(launcher(), ['sandbox', '--cwd', work, '--', 'sh', '-c', script], { env })
  expect([ran.out, seen() === before]).toEqual(['DONE\n', true])
  expect(readFileSync(launcher(), 'utf8')).not.toContain('evil')
})
