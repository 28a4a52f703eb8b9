import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRuntimeSandbox } from '../../../src/main/adapters/sandbox-runtime/runtime-sandbox'
import type { AskHost } from '../../../src/main/core/run/host-question'
import { allow } from '../../../src/main/core/policy/permit'
import {
  code,
  createRuntimeWorld,
  path,
  runtimeOptions,
  sh,
  write,
  type RunOptions,
  type RuntimeWorld,
} from './runtime-world'

let world: RuntimeWorld
let base: string
let cwd: string
beforeAll(() => {
  world = createRuntimeWorld()
  base = world.base
})
afterAll(() => {
  world.close()
})
beforeEach(() => {
  cwd = mkdtempSync(join(base, 'work-'))
})
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true })
})

const run = (command: readonly string[], options?: RunOptions) => world.run(cwd, command, options)

describe('the sandbox-runtime adapter, exercised on Linux', () => {
  it('says that it is there, and with what', async () => {
    expect(await world.sandbox.status()).toEqual({
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
        code(
          await run(sh(`mkdir -p "$(dirname ${to})" && echo x > ${to}`), {
            policy: { mode: 'read-only', network_access: false },
          }),
        ),
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
    // One after the other: on Linux one runtime may take the library's mount points from under another that just starts.
    const denied = await run(['cat', join(world.secrets, 'key')])
    const read = await run(['cat', join(base, 'plain')])
    expect([denied.output.stdout.includes('hush'), code(denied) === 0, read.output.aggregated]).toEqual([
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

  it('asks about an unknown host, and a yes does not open the way to this machine', async () => {
    const asked: string[] = []
    const requests: string[] = []
    const server = createServer((socket) => {
      requests.push('reached')
      socket.destroy()
    })
    await new Promise<void>((done) => server.listen(0, '0.0.0.0', done))
    const { port } = server.address() as AddressInfo
    const ask =
      (answer: 'allow' | 'deny'): AskHost =>
      ({ host, port: to }) => {
        asked.push(`${host}:${String(to)}`)
        return Promise.resolve(answer)
      }
    const fetching = (host: string): readonly string[] => [
      process.execPath,
      '-e',
      `fetch('http://${host}:${String(port)}/').then((r) => console.log(r.status), () => process.exit(1))`,
    ]
    const own = hostname().toLowerCase()
    const allowed = await run(fetching(own), { askHost: ask('allow') })
    const unasked = await run(fetching('100.100.100.200'), { askHost: ask('allow') })
    const denied = await run(fetching('other.test'), { askHost: ask('deny') })
    server.close()
    expect([asked, requests, code(allowed), unasked.evidence, denied.evidence]).toEqual([
      [`${own}:${String(port)}`, `other.test:${String(port)}`],
      [],
      1,
      [
        {
          kind: 'network',
          target: `100.100.100.200:${String(port)}`,
          operation: 'forbidden-address',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
      [
        {
          kind: 'network',
          target: `other.test:${String(port)}`,
          operation: 'denied',
          source: 'proxy',
          backend: 'network-proxy',
        },
      ],
    ])
  })

  it('two sessions with different limits side by side do not mix', async () => {
    const paths = ['a', 'b'].map((name) => join(base, `side-${name}`))
    for (const each of paths) writeFileSync(each, '')
    const outcomes = await Promise.all(
      paths.map(async (own) => {
        const result = await world.run(
          mkdtempSync(join(base, 'session-')),
          sh(`for f in ${paths.join(' ')}; do echo x > $f && echo wrote $f; done`),
          {
            grants: [{ kind: 'write', path: own, extent: 'file' }],
          },
        )
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
    expect((await world.sandbox.run(spec, new AbortController().signal, () => undefined)).kind).toBe('failed')
  })

  it('a runtime that cannot start is a missing sandbox, and nothing runs', async () => {
    const broken = createRuntimeSandbox({ ...runtimeOptions([]), program: '/nonexistent/runtime-process.js' })
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
