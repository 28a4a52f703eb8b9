import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { unconfinedRunner } from '../../../src/main/adapters/process-execa/unconfined-runner'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import { allow, type Permit } from '../../../src/main/core/policy/permit'
import type { RunResult } from '../../../src/main/core/ports/sandbox'

const sandbox = createLinuxSandbox(process.env.PATH)
const workspace = createWorkspace({
  PATH: process.env.PATH,
  HOME: homedir(),
  SECRET_KEY: 'planted',
  EDITOR: 'vi',
})
/** Both lie outside /tmp, which workspace-write opens. */
let outside: string
let inside: string

beforeAll(() => {
  outside = realpathSync(mkdtempSync('/var/tmp/cs-outside-'))
  inside = realpathSync(mkdtempSync('/var/tmp/cs-inside-'))
})
afterAll(() => {
  rmSync(outside, { recursive: true, force: true })
  rmSync(inside, { recursive: true, force: true })
})

const policies = {
  write: SandboxPolicy.parse({ mode: 'workspace-write' }),
  read: SandboxPolicy.parse({ mode: 'read-only' }),
}

async function run(
  script: string,
  options: { policy?: SandboxPolicy; permit?: Permit; timeoutMs?: number; signal?: AbortSignal } = {},
) {
  const {
    policy = policies.write,
    permit = allow('policy-sandboxed'),
    timeoutMs = 60_000,
    signal = new AbortController().signal,
  } = options
  const live: string[] = []
  const runner = permit.confinement === 'sandbox' ? sandbox : unconfinedRunner
  const env = workspace.environment(policy, permit.confinement === 'sandbox')
  const result = await runner.run(
    { permit, command: ['bash', '-c', script], cwd: inside, workspace: inside, env, policy, timeoutMs },
    signal,
    (_, text) => live.push(text),
  )
  return { result, live: live.join('') }
}

const brief = (result: RunResult) =>
  result.kind === 'exited'
    ? {
        exit: result.exitCode,
        out: result.output.stdout.trim(),
        targets: [...new Set(result.evidence.map((each) => each.target))],
      }
    : result

test('bubblewrap works on this machine', async () => {
  expect(await sandbox.status()).toMatchObject({ kind: 'available', backend: 'bubblewrap' })
})

test('workspace-write: writes inside, in /tmp and nowhere else; the kernel names what was refused', async () => {
  const name = `cs-${String(process.pid)}`
  const { result } = await run(
    `echo a > in.txt && echo b > /tmp/${name} && cat in.txt /tmp/${name} && rm /tmp/${name}; echo c > ${outside}/x`,
  )
  expect(brief(result)).toEqual({ exit: 1, out: 'a\nb', targets: [`${outside}/x`] })
  expect(existsSync(join(outside, 'x'))).toBe(false)
  expect(result.kind === 'exited' && result.evidence[0]).toMatchObject({
    kind: 'write',
    source: 'kernel',
    operation: 'openat',
    backend: 'bubblewrap',
  })
})

test('the same write succeeds without the sandbox', async () => {
  const { result } = await run(`echo c > ${outside}/control`, { permit: allow('person-unsandboxed') })
  expect([brief(result), readFileSync(join(outside, 'control'), 'utf8')]).toEqual([
    { exit: 0, out: '', targets: [] },
    'c\n',
  ])
})

test('read-only: not even the workspace can be written to', async () => {
  const { result } = await run('echo a > ro.txt', { policy: policies.read })
  expect(brief(result)).toEqual({ exit: 1, out: '', targets: [join(inside, 'ro.txt')] })
})

test('each deletion that was refused is named', async () => {
  writeFileSync(join(outside, 'keep-1'), '')
  writeFileSync(join(outside, 'keep-2'), '')
  const { result } = await run(`rm -f ${outside}/keep-*`)
  expect(brief(result)).toMatchObject({
    exit: 1,
    targets: [join(outside, 'keep-1'), join(outside, 'keep-2')],
  })
  expect(existsSync(join(outside, 'keep-1'))).toBe(true)
})

test('a program that merely prints "Permission denied" is no denial', async () => {
  const { result } = await run('echo "Permission denied" >&2; exit 1')
  expect(brief(result)).toEqual({ exit: 1, out: '', targets: [] })
})

test('a missing file outside is no denial: the sandbox is not why it failed', async () => {
  const { result } = await run(`rm ${outside}/no-such`)
  expect(brief(result)).toEqual({ exit: 1, out: '', targets: [] })
})

test('making a folder that is already there is no denial', async () => {
  const { result } = await run(`mkdir -p ${outside}; mkdir ${outside}`)
  expect(brief(result)).toEqual({ exit: 1, out: '', targets: [] })
})

test('a writable root that was turned into a link since starts nothing', async () => {
  const root = join(inside, 'root')
  symlinkSync(outside, root)
  const policy = SandboxPolicy.parse({ mode: 'workspace-write', writable_roots: [root] })
  const { result } = await run(`echo x > ${outside}/through-root`, { policy })
  rmSync(root)
  expect(result).toEqual({
    kind: 'failed',
    reason: expect.stringContaining(`${root} now leads to`) as string,
  })
  expect(existsSync(join(outside, 'through-root'))).toBe(false)
})

test('a link that leads out of the workspace is judged by where it leads', async () => {
  const { result } = await run(`ln -s ${outside} way-out && echo x > way-out/through-link`)
  expect(brief(result)).toEqual({ exit: 1, out: '', targets: [join(outside, 'through-link')] })
})

test('a file grant lets exactly that file through', async () => {
  const permit = allow('person-widened', [{ kind: 'write', path: join(outside, 'granted'), extent: 'file' }])
  const { result } = await run(`echo yes > ${outside}/granted; echo no > ${outside}/other`, { permit })
  expect(brief(result)).toEqual({ exit: 1, out: '', targets: [join(outside, 'other')] })
  expect([readFileSync(join(outside, 'granted'), 'utf8'), existsSync(join(outside, 'other'))]).toEqual([
    'yes\n',
    false,
  ])
})

test('a granted file that the command never wrote is not left behind', async () => {
  const permit = allow('person-widened', [{ kind: 'write', path: join(outside, 'unused'), extent: 'file' }])
  await run('true', { permit })
  expect(existsSync(join(outside, 'unused'))).toBe(false)
})

test('there is no network, not even to this machine; without the sandbox there is', async () => {
  const server = createServer((socket) => socket.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const script = `exec 3<>/dev/tcp/127.0.0.1/${String(port)} && cat <&3`
  const [confined, open] = await Promise.all([
    run(script),
    run(script, { permit: allow('person-unsandboxed') }),
  ])
  server.close()
  expect([brief(confined.result), brief(open.result)]).toMatchObject([
    { exit: 1, out: '' },
    { exit: 0, out: 'hello' },
  ])
})

test('the environment is rebuilt: no secrets, the offline mark set', async () => {
  const { result } = await run('env')
  const out = brief(result)
  expect(
    'out' in out &&
      out.out
        .split('\n')
        .filter((line) => /SECRET|SRT_|^EDITOR|CODEX_SANDBOX/.test(line))
        .sort(),
  ).toEqual(['CODEX_SANDBOX_NETWORK_DISABLED=1', 'EDITOR=vi'])
})

test('other processes cannot be seen or signalled', async () => {
  const { result } = await run(
    `kill -0 ${String(process.pid)} 2>/dev/null && echo seen; ls /proc | grep -c '^[0-9]'`,
  )
  const out = brief(result)
  expect('out' in out && Number(out.out)).toBeLessThan(10)
})

test('a time-out kills the command and its children', async () => {
  const { result } = await run(`(sleep 30; echo late > ${inside}/late) & sleep 30`, { timeoutMs: 300 })
  expect(result.kind).toBe('timed-out')
})

test('an abort kills the command', async () => {
  const stop = new AbortController()
  const running = run('echo begun; sleep 30', { signal: stop.signal })
  setTimeout(() => {
    stop.abort()
  }, 200)
  expect((await running).result.kind).toBe('cancelled')
})

test.each(['policy-sandboxed', 'person-unsandboxed'] as const)(
  'what a finished command leaves in the background ends with it (%s)',
  async (because) => {
    const begun = Date.now()
    const { result } = await run('sleep 30 & echo done', { permit: allow(because) })
    expect(brief(result)).toMatchObject({ exit: 0, out: 'done' })
    expect(Date.now() - begun).toBeLessThan(25_000)
  },
)

test('a program that does not exist is a plain failure, not a denial', async () => {
  const { result } = await run('no-such-program-here')
  expect(brief(result)).toMatchObject({ exit: 127, targets: [] })
})

test('output is kept at head and tail, and counted in between', async () => {
  const { result, live } = await run(`head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end`)
  if (result.kind !== 'exited') throw new Error(result.kind)
  const { output } = result
  expect([
    output.stdout.startsWith('xxx'),
    output.stdout.endsWith('end\n'),
    output.omittedBytes > 2_000_000,
    output.stdout.length < 600_000,
    live.length < 2_000_000,
  ]).toEqual([true, true, true, true, true])
})

test('a permit for one confinement is refused by the other runner', async () => {
  const spec = {
    command: ['true'],
    cwd: inside,
    workspace: inside,
    env: {},
    policy: policies.write,
    timeoutMs: 1000,
  }
  const signal = new AbortController().signal
  const nothing = (): void => undefined
  expect(
    await unconfinedRunner.run({ ...spec, permit: allow('policy-sandboxed') }, signal, nothing),
  ).toMatchObject({ kind: 'failed' })
  expect(await sandbox.run({ ...spec, permit: allow('person-unsandboxed') }, signal, nothing)).toMatchObject({
    kind: 'failed',
  })
})

test('without bubblewrap on the PATH the sandbox is unavailable, and nothing is started', async () => {
  const none = createLinuxSandbox(inside)
  expect(await none.status()).toMatchObject({ kind: 'unavailable', reason: 'bubblewrap is missing' })
  const spec = {
    permit: allow('policy-sandboxed'),
    command: ['touch', join(inside, 'ran')],
    cwd: inside,
    workspace: inside,
    env: {},
    policy: policies.write,
    timeoutMs: 1000,
  }
  expect(await none.run(spec, new AbortController().signal, () => undefined)).toEqual({
    kind: 'failed',
    reason: 'bubblewrap is missing',
  })
  expect(existsSync(join(inside, 'ran'))).toBe(false)
})

test('a launcher that others may write to is not trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cs-path-'))
  writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\ntouch /tmp/should-not-run\n', { mode: 0o777 })
  const { chmodSync } = await import('node:fs')
  chmodSync(join(folder, 'bwrap'), 0o777)
  expect(await createLinuxSandbox(folder).status()).toMatchObject({ kind: 'unavailable' })
  rmSync(folder, { recursive: true })
})
