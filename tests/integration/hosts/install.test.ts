import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { runProgram } from '../../fakes/run-cli'

/** A host with a clean home folder, over a real ssh, that gets the engine of this very checkout. */

let world: HostWorld
let there: string
beforeAll(async () => {
  world = await hostWorld(() => ({ text: 'Done there.' }))
  there = mkdtempSync('/var/tmp/cs-there-')
  const own = ['env', `HOME=${there}`, `COUNTERSIGN_HOME=${world.base}`, 'TEST_MODEL_KEY=key']
  world.configure(
    `# mine\n[hosts.clean]\ncommand = ${JSON.stringify([...world.ssh.command, ...own])} # stays\n`,
  )
})
afterAll(async () => {
  await world.close()
  rmSync(there, { recursive: true, force: true })
})

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

test('a turn runs by the engine that was installed', async () => {
  const ran = await world.run(['exec', '--host', 'clean', '--cd', world.project, 'go'])
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).toContain('clean | Done there.')
  const programs = world.engines().map((pid) => readlinkSync(`/proc/${String(pid)}/exe`))
  expect(programs).toEqual([expect.stringMatching(`^${own()}/engines/.*/node_modules/node/bin/node$`)])
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
