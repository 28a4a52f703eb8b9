import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { findProgram } from '../../../src/main/adapters/sandbox-linux/find-program'
import {
  createRuntimeSandbox,
  type RuntimeSandbox,
} from '../../../src/main/adapters/sandbox-runtime/runtime-sandbox'
import { systemClock } from '../../../src/main/adapters/system/clock'
import type { AskHost } from '../../../src/main/core/network/host-question'
import { allow } from '../../../src/main/core/policy/permit'

const tool = (name: string): string => {
  const path = findProgram(name, process.env.PATH)
  if (path === undefined) throw new Error(`${name} is missing: sudo apt install bubblewrap socat ripgrep`)
  return path
}
const path = process.env.PATH ?? '/usr/bin:/bin'

let base: string
let cwd: string
let secrets: string
let sandbox: RuntimeSandbox

beforeAll(() => {
  // Not below /tmp, which workspace-write may write to.
  base = realpathSync(mkdtempSync(join(homedir(), 'cs-runtime-')))
  secrets = join(base, 'secrets')
  mkdirSync(secrets)
  writeFileSync(join(secrets, 'key'), 'hush')
  sandbox = createRuntimeSandbox({
    platform: 'linux',
    program: resolve('src/main/adapters/sandbox-runtime/runtime-process.ts'),
    home: homedir(),
    clock: systemClock,
    env: { PATH: path, HOME: homedir() },
    deniedReads: [secrets],
    tools: { bwrap: tool('bwrap'), socat: tool('socat'), ripgrep: tool('rg') },
  })
})
afterAll(() => {
  sandbox.close()
  rmSync(base, { recursive: true, force: true })
})
beforeEach(() => {
  cwd = mkdtempSync(join(base, 'work-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true })
})

const write: SandboxPolicy = {
  mode: 'workspace-write',
  writable_roots: [],
  network_access: false,
  exclude_slash_tmp: true,
  exclude_tmpdir_env_var: true,
}
const readOnly: SandboxPolicy = { mode: 'read-only', network_access: false }

async function run(
  command: readonly string[],
  over: {
    policy?: SandboxPolicy
    grants?: readonly Grant[]
    askHost?: AskHost
    timeoutMs?: number
    folder?: string
  } = {},
) {
  const result = await sandbox.run(
    {
      permit: allow('person-widened', over.grants ?? []),
      command,
      cwd: over.folder ?? cwd,
      workspace: over.folder ?? cwd,
      env: { PATH: path, HOME: homedir() },
      policy: over.policy ?? write,
      timeoutMs: over.timeoutMs ?? 30_000,
      ...(over.askHost ? { askHost: over.askHost } : {}),
    },
    new AbortController().signal,
    () => undefined,
  )
  if (result.kind === 'failed') throw new Error(result.reason)
  return result
}
const code = (result: Awaited<ReturnType<typeof run>>) =>
  result.kind === 'exited' ? result.exitCode : result.kind
const sh = (text: string): readonly string[] => ['/bin/sh', '-c', text]

describe('the sandbox-runtime adapter, exercised on Linux', () => {
  it('says that it is there, and with what', async () => {
    expect(await sandbox.status()).toEqual({
      kind: 'available',
      backend: 'bubblewrap',
      version: expect.stringMatching(/^sandbox-runtime \d+\.\d+\.\d+$/) as string,
    })
  })

  it('hands over arguments as they are, output and exit code', async () => {
    const odd = [
      '$(id)',
      '`id`',
      "it's",
      '"',
      '\\',
      'a b',
      '',
      '; exit 9',
      '\n',
      '*',
      '!x',
      'ü',
      '--',
      "'\\''",
    ]
    const result = await run([
      process.execPath,
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1))); process.exitCode = 7',
      '--',
      ...odd,
    ])
    expect([code(result), JSON.parse(result.output.stdout)]).toEqual([7, odd])
  })

  it('writes in the workspace and nowhere else, and names what was refused', async () => {
    const outside = join(base, 'outside')
    const inside = await run(sh('echo x > inside'))
    const result = await run(sh(`echo x > ${outside}`))
    expect([
      code(inside),
      readFileSync(join(cwd, 'inside'), 'utf8'),
      code(result),
      existsSync(outside),
    ]).toEqual([0, 'x\n', expect.not.stringMatching(/^0$/) as unknown, false])
    expect(result.evidence).toContainEqual({
      kind: 'write',
      target: outside,
      operation: 'openat',
      source: 'kernel',
      backend: 'bubblewrap',
    })
  })

  it('a program that only prints "Permission denied" leaves no evidence', async () => {
    const result = await run(sh('echo Permission denied >&2; exit 1'))
    expect([code(result), result.evidence]).toEqual([1, []])
  })

  it('a granted path is writable for that run only', async () => {
    const target = join(base, 'granted')
    writeFileSync(target, '')
    const first = await run(sh(`echo x > ${target}`), {
      grants: [{ kind: 'write', path: target, extent: 'file' }],
    })
    const second = await run(sh(`echo y > ${target}`))
    expect([code(first), readFileSync(target, 'utf8'), code(second) === 0]).toEqual([0, 'x\n', false])
  })

  it('read-only writes nowhere, not even where the runtime would', async () => {
    const results = await Promise.all(
      ['here', join(homedir(), '.npm/_logs/x'), join(homedir(), '.claude/debug/x')].map(async (to) =>
        code(await run(sh(`mkdir -p "$(dirname ${to})" && echo x > ${to}`), { policy: readOnly })),
      ),
    )
    expect(results.some((each) => each === 0)).toBe(false)
  })

  it.each(['.git/hooks/pre-commit', '.git/config', '.codex/x', '.agents/x', '.countersign/x'])(
    'does not write %s in the workspace',
    async (name) => {
      mkdirSync(join(cwd, '.git', 'hooks'), { recursive: true })
      writeFileSync(join(cwd, '.git', 'config'), '')
      const result = await run(sh(`mkdir -p "$(dirname ${name})"; echo x > ${name}`))
      const after = existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : ''
      expect([code(result) === 0, after]).toEqual([false, ''])
    },
  )

  it('a credential store cannot be read, other files can', async () => {
    writeFileSync(join(base, 'plain'), 'open')
    const [denied, read] = await Promise.all([
      run(['cat', join(secrets, 'key')]),
      run(['cat', join(base, 'plain')]),
    ])
    expect([denied.output.stdout.includes('hush'), code(denied) === 0, read.output.stdout]).toEqual([
      false,
      false,
      'open',
    ])
  })

  it('has no network, and its proxy refuses and names a host', async () => {
    const result = await run([
      process.execPath,
      '-e',
      `process.env.NODE_USE_ENV_PROXY ? 0 : 0
       const u = new URL(process.env.HTTP_PROXY)
       const s = require('node:net').connect(u.port, 'localhost', () => s.write('CONNECT nobody.test:443 HTTP/1.1\\r\\nHost: x\\r\\nProxy-Authorization: Basic ' + Buffer.from(decodeURIComponent(u.username) + ':' + u.password).toString('base64') + '\\r\\n\\r\\n'))
       s.on('data', (d) => { console.log(String(d).split('\\r\\n')[0]); process.exit(3) })`,
    ])
    expect([code(result), result.output.stdout.slice(0, 12), result.evidence]).toEqual([
      3,
      'HTTP/1.1 403',
      [
        {
          kind: 'network',
          target: 'nobody.test:443',
          operation: 'connect',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
    ])
  })

  it('asks about an unknown host, and what is allowed still may not lead to loopback', async () => {
    const asked: string[] = []
    const server = createServer((socket) => socket.end('reached'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const ask =
      (answer: 'allow' | 'deny'): AskHost =>
      ({ host, port: to }) => {
        asked.push(`${host}:${to}`)
        return Promise.resolve(answer)
      }
    // A name that a resolver takes to this machine: its own host name does on most machines; localhost is refused unasked.
    const command = (host: string) => [
      'curl',
      '-s',
      '-m',
      '10',
      '-o',
      '/dev/null',
      '-w',
      '%{http_connect} %{http_code}',
      `http://${host}:${port}/`,
    ]
    const local = await run(command('localhost.'), { askHost: ask('allow') })
    const denied = await run(command('other.test'), { askHost: ask('deny') })
    server.close()
    expect([
      asked,
      local.output.stdout.includes('200'),
      denied.evidence.map((each) => each.operation),
    ]).toEqual([[`other.test:${port}`], false, ['denied']])
  })

  it('two sessions with different limits side by side do not mix', async () => {
    const paths = ['a', 'b'].map((name) => join(base, `side-${name}`))
    for (const each of paths) writeFileSync(each, '')
    const outcomes = await Promise.all(
      paths.map(async (own) => {
        const result = await run(sh(`for f in ${paths.join(' ')}; do echo x > $f && echo wrote $f; done`), {
          grants: [{ kind: 'write', path: own, extent: 'file' }],
          folder: mkdtempSync(join(base, 'session-')),
        })
        return result.output.stdout.trim()
      }),
    )
    expect(outcomes).toEqual(paths.map((own) => `wrote ${own}`))
  })

  it('an open network is only what the policy opens', async () => {
    const server = createServer((socket) => socket.end('reached'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const client = [
      process.execPath,
      '-e',
      `require('node:net').connect(${port}, '127.0.0.1').on('data', (d) => console.log(String(d))).on('error', (e) => console.log(e.code))`,
    ]
    const [open, closed] = [
      await run(client, { policy: { ...write, network_access: true } }),
      await run(client),
    ]
    server.close()
    expect([open.output.stdout.trim(), closed.output.stdout.trim()]).toEqual(['reached', 'ECONNREFUSED'])
  })

  it('stops at the time limit, and leaves nothing running', async () => {
    const mark = join(cwd, 'late')
    const result = await run(sh(`(sleep 2; echo x > ${mark}) & sleep 60`), { timeoutMs: 500 })
    await new Promise((done) => setTimeout(done, 2500))
    expect([result.kind, existsSync(mark)]).toEqual(['timed-out', false])
  })

  it('refuses a permit that is not for the sandbox', async () => {
    const spec = {
      permit: allow('person-unsandboxed'),
      command: ['true'],
      cwd,
      workspace: cwd,
      env: {},
      policy: write,
      timeoutMs: 1000,
    }
    expect((await sandbox.run(spec, new AbortController().signal, () => undefined)).kind).toBe('failed')
  })

  it('a runtime that cannot start is a missing sandbox, and nothing runs', async () => {
    const broken = createRuntimeSandbox({
      platform: 'linux',
      program: '/nonexistent/runtime-process.js',
      home: homedir(),
      clock: systemClock,
      env: {},
      deniedReads: [],
    })
    const status = await broken.status()
    const ran = await broken.run(
      {
        permit: allow('policy-sandboxed'),
        command: ['touch', 'ran'],
        cwd,
        workspace: cwd,
        env: { PATH: path },
        policy: write,
        timeoutMs: 1000,
      },
      new AbortController().signal,
      () => undefined,
    )
    expect([status.kind, ran.kind, existsSync(join(cwd, 'ran'))]).toEqual(['unavailable', 'failed', false])
  })

  it('leaves nothing of its own in the workspace', async () => {
    await run(sh('true'))
    expect(readdirSync(cwd)).toEqual([])
  })
})
