import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ownMachine } from '../../../src/main/adapters/engine-archive/engine-archive'
import { lineId, openPipe } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import {
  installCommand,
  installEngine,
  type InstallOutcome,
  type PackedEngine,
} from '../../../src/main/core/host-link/install-engine'
import { smallEngine } from '../../fakes/small-engine'
import { startSshHost, type SshHost } from '../../fakes/ssh-host'

/** What can go wrong with an install, with engines that are small and all else real: the program, the pipe, what breaks it. */

let base: string
let ssh: SshHost
let engines: Readonly<Record<'1' | '2' | '3' | '4' | 'lying', PackedEngine>>
beforeAll(async () => {
  base = mkdtempSync('/var/tmp/cs-install-')
  engines = {
    1: await smallEngine(base, '1.0.0'),
    2: await smallEngine(base, '2.0.0'),
    3: await smallEngine(base, '3.0.0'),
    4: await smallEngine(base, '4.0.0'),
    lying: await smallEngine(base, '5.0.0', '4.9.9'),
  }
  writeFileSync(join(base, 'meddle.mjs'), meddle)
  ssh = await startSshHost(base)
})
afterAll(async () => {
  await ssh.close()
  rmSync(base, { recursive: true, force: true })
})

/** Passes its input on to a program; of the byte at this place it changes a bit, or there it kills the program and itself. */
const meddle = `import { spawn } from 'node:child_process'
const [what, at, program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'], detached: true })
let seen = 0
process.stdin.on('data', (bytes) => {
  const here = Number(at) - seen
  seen += bytes.length
  const isHere = here >= 0 && here < bytes.length
  if (isHere && what === 'kill') { process.kill(-child.pid, 'SIGKILL'); process.kill(process.pid, 'SIGKILL') }
  if (isHere) bytes[here] ^= 1
  child.stdin.write(bytes)
})
process.stdin.on('end', () => child.stdin.end())
child.on('exit', (code) => process.exit(code ?? 1))
`
const meddling = (what: 'flip' | 'kill') => [process.execPath, join(base, 'meddle.mjs'), what, '1000000']
/** The same with what a real ssh carries, to a home there. */
const meddlingWithSsh = (what: 'flip' | 'kill', there: string) => [
  ...meddling(what),
  ...ssh.command,
  ...['env', `HOME=${there}`],
]

/** A fresh home on the other side. */
function home() {
  const there = mkdtempSync(join(base, 'home-'))
  const own = join(there, '.local/share/countersign')
  return {
    there,
    own,
    engines: () => readdirSync(join(own, 'engines')).map((name) => name.replace(/-[0-9a-f]{64}$/, '')),
    inUse: () => {
      const launcher = join(own, 'bin/countersign')
      return existsSync(launcher) ? /echo (.*)/.exec(readFileSync(launcher, 'utf8'))?.[1] : undefined
    },
  }
}

async function install(
  engine: PackedEngine,
  { command = [], env = {} }: { command?: readonly string[]; env?: NodeJS.ProcessEnv },
): Promise<InstallOutcome & { readonly packed: boolean }> {
  let packed = false
  const outcome = await installEngine({
    pipe: openPipe([...command, ...installCommand], { PATH: process.env.PATH, ...env }),
    ...{ clock: systemClock, tag: lineId(), machine: ownMachine(), withinMs: 60_000 },
    stop: new AbortController().signal,
    pack: () => {
      packed = true
      return Promise.resolve(engine)
    },
    onProgress: () => undefined,
  })
  return { ...outcome, packed }
}

test('two versions are kept, an older one that a process runs stays until it does not, and the last is in use', async () => {
  const { there, own, engines: kept, inUse } = home()
  const env = { HOME: there }
  const first = await install(engines[1], { env })
  expect(first).toMatchObject({ kind: 'installed', how: 'new', launcher: join(own, 'bin/countersign') })
  expect(await install(engines[2], { env })).toMatchObject({ kind: 'installed', how: 'new' })
  expect([kept(), inUse()]).toEqual([['1.0.0', '2.0.0'], '2.0.0'])
  const [old = ''] = readdirSync(join(own, 'engines'))
  const running = spawn(join(own, 'engines', old, 'bin/sleep'), ['600'])
  onTestFinished(() => void running.kill('SIGKILL'))
  expect(await install(engines[3], { env })).toMatchObject({ kind: 'installed', stays: [old] })
  expect([kept(), inUse()]).toEqual([['1.0.0', '2.0.0', '3.0.0'], '3.0.0'])
  running.kill('SIGKILL')
  await once(running, 'exit')
  expect(await install(engines[4], { env })).toMatchObject({ kind: 'installed', stays: [] })
  expect([kept(), inUse()]).toEqual([['3.0.0', '4.0.0'], '4.0.0'])
  expect(await install(engines[3], { env })).toMatchObject({ how: 'known', sentBytes: 0 })
  expect([kept(), inUse()]).toEqual([['3.0.0', '4.0.0'], '3.0.0'])
})

test('what was changed on the way is thrown away, and the old version stays in use', async () => {
  const { there, engines: kept, inUse } = home()
  const env = { HOME: there }
  await install(engines[1], { env })
  const { kind, ...went } = await install(engines[2], { command: meddlingWithSsh('flip', there) })
  expect([kind, went]).toEqual(['refused', expect.objectContaining({ why: { kind: 'digest', detail: '' } })])
  expect([kept(), inUse()]).toEqual([['1.0.0'], '1.0.0'])
})

test('a line that breaks halfway leaves the old version in use, and the next install takes the half away', async () => {
  const { there, own, engines: kept, inUse } = home()
  const env = { HOME: there }
  await install(engines[1], { env })
  const halves = () => readdirSync(join(own, 'engines')).filter((name) => name.startsWith('.new-'))
  const cut = await install(engines[2], { command: meddlingWithSsh('kill', there) })
  expect(cut).toMatchObject({ kind: 'refused', why: { kind: 'ended', during: 'send' } })
  await expect.poll(halves).toEqual([]) // what is left alone there puts it away itself
  expect([kept(), inUse()]).toEqual([['1.0.0'], '1.0.0'])
  const broken = await install(engines[2], { env, command: meddling('kill') })
  expect(broken).toMatchObject({ kind: 'refused', why: { kind: 'ended', during: 'send' } })
  expect([halves().length, inUse()]).toEqual([1, '1.0.0'])
  expect(await install(engines[2], { env })).toMatchObject({ kind: 'installed', how: 'new' })
  expect([kept(), inUse()]).toEqual([['1.0.0', '2.0.0'], '2.0.0'])
})

/** A folder for the path that has these programs of its own, or, with `none`, all that is needed but those. */
function programs(of: Readonly<Record<string, string>>, without: readonly string[] = []): string {
  const folder = mkdtempSync(join(base, 'programs-'))
  for (const [name, script] of Object.entries(of))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  if (without.length === 0) return `${folder}:${process.env.PATH ?? ''}`
  const needed = ['sh', 'uname', 'ldd', 'bash', 'cat', 'head', 'tail', 'ls', 'id', 'mkdir', 'rm', 'chmod']
  for (const name of [...needed, 'df', 'tar', 'gzip', 'readlink', 'sha256sum', 'mv', 'ln'])
    if (!without.includes(name)) symlinkSync(join('/usr/bin', name), join(folder, name))
  return folder
}

const bubble = (...words: string[]) => ['bwrap', '--dev-bind', '/', '/', ...words]

test.each<{
  name: string
  why: object
  said?: string
  with: (home: string, own: string) => { command?: readonly string[]; env?: NodeJS.ProcessEnv }
  engine?: 'lying'
}>([
  {
    name: 'another processor',
    why: { kind: 'machine', there: { system: 'Linux', machine: 'riscv64' } },
    with: () => ({ env: { PATH: programs({ uname: 'test "$1" = -s && echo Linux || echo riscv64' }) } }),
  },
  {
    name: 'another system',
    why: { kind: 'machine', there: { system: 'Darwin' } },
    with: () => ({ env: { PATH: programs({ uname: 'test "$1" = -s && echo Darwin || echo arm64' }) } }),
  },
  {
    name: 'another C library',
    why: { kind: 'machine', there: { system: 'Linux', libc: 'musl' } },
    with: () => ({ env: { PATH: programs({ ldd: 'echo "musl libc (x86_64)" >&2; exit 1' }) } }),
  },
  {
    name: 'no program that makes digests, and none that unpacks',
    why: { kind: 'lacks', detail: 'tar sha256sum' },
    with: () => ({ env: { PATH: programs({}, ['tar', 'sha256sum']) } }),
  },
  { name: 'no home folder', why: { kind: 'home' }, with: () => ({ env: { HOME: '' } }) },
  {
    name: 'a home folder that cannot be written to',
    why: { kind: 'folder' },
    said: 'Read-only file system',
    with: (there) => ({ command: bubble('--ro-bind', there, there) }),
  },
  {
    name: 'a disk without room',
    why: { kind: 'room', kilobytes: expect.any(Number) as number },
    with: (there) => ({ command: bubble('--size', '2000000', '--tmpfs', there) }),
  },
  {
    name: 'a disk that is full while the engine comes',
    why: { kind: 'received' },
    said: 'No space left on device',
    with: (there) => ({
      command: bubble('--size', '1000000', '--tmpfs', there),
      env: { PATH: programs({ df: 'exit 1' }) },
    }),
  },
  {
    name: 'a folder that others can write to',
    why: { kind: 'others' },
    with: (there) => {
      chmodSync(there, 0o777)
      return {}
    },
  },
  {
    name: 'a folder that is a link elsewhere',
    why: { kind: 'others' },
    with: (there, own) => {
      mkdirSync(join(there, 'elsewhere'))
      mkdirSync(own, { recursive: true })
      symlinkSync(join(there, 'elsewhere'), join(own, 'engines'))
      return {}
    },
  },
  {
    name: 'something else in the place of the link that is started',
    why: { kind: 'taken' },
    with: (_, own) => {
      mkdirSync(join(own, 'bin'), { recursive: true })
      writeFileSync(join(own, 'bin/countersign'), '')
      return {}
    },
  },
  {
    name: 'a path that config.toml could not name',
    why: { kind: 'name' },
    with: (there) => ({ env: { XDG_DATA_HOME: join(there, 'a b') } }),
  },
  {
    name: 'an engine that does not start there',
    why: { kind: 'start' },
    with: () => ({}),
    engine: 'lying',
  },
  {
    name: 'a machine without sh',
    why: { kind: 'ended', during: 'look', end: { kind: 'exit', code: 127 } },
    with: () => ({ command: ['env', 'PATH=/nowhere'] }),
  },
])('$name: nothing is installed, with a word for it', async ({ why, said = '', with: make, engine }) => {
  const { there, own } = home()
  const { command = [], env } = make(there, own)
  const went = await install(engines[engine ?? 1], { command, env: { HOME: there, ...env } })
  expect(went).toMatchObject({ kind: 'refused', why, packed: !('there' in why) && went.packed })
  expect(went.said).toContain(said)
  const left = existsSync(join(own, 'engines')) ? readdirSync(join(own, 'engines')) : []
  expect(left).toEqual([])
  expect(existsSync(join(own, 'bin/countersign'))).toBe('kind' in why && why.kind === 'taken')
})

test('what a login says first is kept apart, and one that never ends is not read on', async () => {
  const { there } = home()
  const greeting = ['sh', '-c', 'echo "Welcome to host"; exec "$0" "$@"']
  const went = await install(engines[1], { command: greeting, env: { HOME: there } })
  expect(went).toMatchObject({ kind: 'installed', banner: 'Welcome to host\n' })
  const flood = await install(engines[1], { command: ['sh', '-c', 'exec yes'], env: { HOME: there } })
  expect(flood).toMatchObject({ kind: 'refused', why: { kind: 'banner' } })
})
