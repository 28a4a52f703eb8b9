import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FilteringProxy } from '../../../src/main/adapters/network-proxy/filtering-proxy'
import { bridgePlace, networkBridge } from '../../../src/main/adapters/network-proxy/network-bridge'
import { runProcess } from '../../../src/main/adapters/process-execa/run-process'
import { confinePrograms } from '../../../src/main/adapters/sandbox-linux/confine/confine-program'
import { findProgram } from '../../../src/main/adapters/sandbox-linux/find-program'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow } from '../../../src/main/core/policy/permit'
import type { ProcessInput } from '../../../src/main/core/run/process-input'
import type { NetworkBridge } from '../../../src/main/core/network/run-network'
import { processesWith } from '../../fakes/processes-with'
import { grantOf, startTestNetwork, type TestNetwork } from './test-network'

function tool(name: string): string {
  const path = findProgram(name, process.env.PATH)
  if (path === undefined) throw new Error(`${name} is missing: sudo apt install bubblewrap socat`)
  return path
}

let net: TestNetwork
let cwd: string
beforeEach(async () => {
  net = await startTestNetwork()
  cwd = mkdtempSync(join(tmpdir(), 'cs-bridge-'))
})
afterEach(async () => {
  await net.close()
  rmSync(cwd, { recursive: true, force: true })
})

/** A bridge to a proxy that wants to hear no secret. */
const bridgeTo = ({ socket }: FilteringProxy, socat = tool('socat')): NetworkBridge =>
  networkBridge({ socat, proxySocket: socket, secret: 'none', place: bridgePlace() })

const inputOf = (text: string): ProcessInput => ({
  terminal: undefined,
  attach(sink) {
    sink.write(text)
    sink.end()
  },
})

/** Runs a command in the product's sandbox, with this bridge for its network or none. */
async function inSandbox(command: readonly string[], bridge?: NetworkBridge, given?: string) {
  const sandbox = createLinuxSandbox(process.env.PATH, {
    ...(bridge
      ? {
          openNetwork: () =>
            Promise.resolve({
              bridge,
              evidence: () => [],
              unreached: () => [],
              close: () => Promise.resolve(),
            }),
        }
      : {}),
  })
  const spec = {
    permit: allow('policy-sandboxed'),
    policy: SandboxPolicy.parse({ mode: 'workspace-write', exclude_slash_tmp: true }),
    command,
    cwd,
    workspace: cwd,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: cwd },
    timeoutMs: 30_000,
    askHost: () => Promise.resolve('deny' as const),
    ...(given === undefined ? {} : { input: inputOf(given) }),
  }
  const result = await sandbox.run(spec, new AbortController().signal, () => undefined)
  if (result.kind !== 'exited') throw new Error(JSON.stringify(result))
  return { code: result.exitCode, out: result.output.stdout.trim(), err: result.output.stderr.trim() }
}

const script = (text: string): readonly string[] => [process.execPath, '-e', text]
const fetching = (url: string): readonly string[] =>
  script(`fetch(${JSON.stringify(url)}).then(async (r) => console.log(r.status, await r.text()),
    (e) => console.log('failed', e.cause?.message ?? e.message))`)
const connecting = (options: object): readonly string[] =>
  script(`const s = require('node:net').connect(${JSON.stringify(options)})
    s.once('connect', () => { console.log('connected'); s.destroy() })
    s.once('error', (e) => { console.log(e.code) })`)

describe('a sandbox whose network is the proxy', () => {
  it('reaches a granted host with ordinary tools and their proxy variables', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const bridge = bridgeTo(proxy)
    const { out } = await inSandbox(fetching(`http://web.test:${net.httpPort}/`), bridge)
    expect([out, proxy.evidence()]).toEqual(['200 plain hello', []])
  })

  it.each<[string, (url: string) => readonly string[]]>([
    ['fetch', fetching],
    ['git', (url) => ['git', 'ls-remote', url]],
    [
      'git, through a tunnel',
      (url) => ['git', '-c', 'http.sslVerify=false', 'ls-remote', url.replace('http:', 'https:')],
    ],
    ['npm', (url) => ['npm', 'view', 'nothing', '--registry', url, '--fetch-retries', '0']],
  ])('a proxy that wants a secret is told it by %s', async (name, command) => {
    const secret = '0123456789abcdef'
    const port = name.includes('tunnel') ? net.httpsPort : net.httpPort
    const proxy = await net.proxy({ grants: [grantOf('web.test', port)] }, { secret })
    const bridge = networkBridge({
      socat: tool('socat'),
      proxySocket: proxy.socket,
      secret,
      place: bridgePlace(),
    })
    const { err } = await inSandbox(command(`http://web.test:${port}/`), bridge)
    expect([net.resolved.get('web.test'), proxy.evidence()], err).toEqual([expect.any(Number), []])
  })

  it('leaves the command its standard input, and no descriptor of its own', async () => {
    const proxy = await net.proxy()
    const bridge = bridgeTo(proxy)
    const command = ['sh', '-c', 'cat; test ! -e /proc/self/fd/9 && echo none']
    const { out } = await inSandbox(command, bridge, 'given\n')
    expect(out).toBe('given\nnone')
  })

  it('reaches no other host, and the proxy says which one it was', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const bridge = bridgeTo(proxy)
    const { out } = await inSandbox(fetching(`http://other.test:${net.httpPort}/`), bridge)
    expect([out.startsWith('200'), proxy.evidence().map((each) => each.target)]).toEqual([
      false,
      [`other.test:${net.httpPort}`],
    ])
  })

  it.each([
    ['the server by its address', () => ({ host: '127.0.0.1', port: net.httpPort }), 'ECONNREFUSED'],
    ['a public address', () => ({ host: '192.0.2.1', port: 80 }), 'ENETUNREACH'],
    ['a public address over IPv6', () => ({ host: '2001:db8::1', port: 80 }), 'ENETUNREACH'],
  ])('a connection past the proxy finds no way: %s', async (_, target, code) => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const bridge = bridgeTo(proxy)
    expect((await inSandbox(connecting(target()), bridge)).out).toBe(code)
  })

  it('the same connection succeeds outside (positive control)', async () => {
    const [file = '', ...args] = connecting({ host: '127.0.0.1', port: net.httpPort })
    const result = await runProcess(
      { file, args, cwd, env: {}, timeoutMs: 30_000 },
      new AbortController().signal,
      () => undefined,
    )
    expect(result.kind === 'exited' && result.output.stdout.trim()).toBe('connected')
  })

  it("the command itself may not open the proxy's socket, nor any other", async () => {
    const proxy = await net.proxy({ grants: [] })
    const other = join(cwd, 's')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(other, resolve))
    const bridge = bridgeTo(proxy)
    const codes = await Promise.all(
      [proxy.socket, other].map(async (path) => (await inSandbox(connecting({ path }), bridge)).out),
    )
    server.close()
    expect(codes).toEqual(['EACCES', 'EACCES'])
  })

  it('the command cannot get into the relay, which may open Unix sockets', async () => {
    const proxy = await net.proxy({ grants: [] })
    const bridge = bridgeTo(proxy)
    const into = `relay=$(grep -lazs '^[^ ]*socat$' /proc/[0-9]*/cmdline | head -1); d=\${relay%/cmdline}
      [ -d "$d" ] && echo seen; for f in "$d"/fd/*; do (: < "$f") && echo "opened $f"; done 2>/dev/null
      (: >> "$d/mem") 2>/dev/null && echo "its memory"; perl -e 'syscall(${process.arch === 'arm64' ? 117 : 101}, 16, $ARGV[0], 0, 0) == 0 and print "traced"' "\${d#/proc/}"`
    const { out } = await inSandbox(['/bin/sh', '-c', into.replaceAll('\\$', '$')], bridge)
    expect(
      out
        .split('\n')
        .filter((line) => !line.endsWith('/fd/0') && !line.endsWith('/fd/1') && !line.endsWith('/fd/2')),
    ).toEqual(['seen'])
  })

  it('without the bridge there is no proxy, granted or not (positive control of the empty namespace)', async () => {
    expect((await inSandbox(connecting({ host: '127.0.0.1', port: 3128 }))).out).toBe('ECONNREFUSED')
  })

  it('arguments reach the command as they are, and its exit code comes back', async () => {
    const proxy = await net.proxy({ grants: [] })
    const bridge = bridgeTo(proxy)
    const odd = [
      '$(id)',
      '`id`',
      "'",
      '"',
      '\\',
      'a b',
      '',
      '-e',
      '; exit 9',
      '\n',
      '*',
      '${PATH}',
      'ü',
      '--',
    ]
    const { code, out } = await inSandbox(
      [
        process.execPath,
        '-e',
        'console.log(JSON.stringify(process.argv.slice(1))); process.exitCode = 7',
        '--',
        ...odd,
      ],
      bridge,
    )
    expect([code, JSON.parse(out)]).toEqual([7, odd])
  })

  it.each([
    ['dies', '/bin/false'],
    ['does not exist', '/nonexistent/socat'],
  ])('the command is not run when the relay %s', async (_, socat) => {
    const proxy = await net.proxy({ grants: [] })
    const { code, out, err } = await inSandbox(['/bin/echo', 'ran'], bridgeTo(proxy, socat))
    expect([code, out, err]).toEqual([
      125,
      '',
      'countersign: the network bridge did not start, so the command was not run',
    ])
  })

  it('a hundred connections at once all get through', async () => {
    const proxy = await net.proxy({ grants: [grantOf('web.test', net.httpPort)] })
    const bridge = bridgeTo(proxy)
    const { out } = await inSandbox(
      script(`Promise.all(Array.from({ length: 100 }, () => fetch('http://web.test:${net.httpPort}/').then((r) => r.text())))
        .then((all) => console.log(all.filter((text) => text === 'plain hello').length), (e) => console.log(e))`),
      bridge,
    )
    expect(out).toBe('100')
  })

  it('two sandboxes side by side each have their own grants behind the same port', async () => {
    const proxies = await Promise.all(
      ['one.test', 'two.test'].map((host) => net.proxy({ grants: [grantOf(host, net.httpPort)] })),
    )
    const outs = await Promise.all(
      proxies.flatMap((proxy) =>
        ['one.test', 'two.test'].map(async (host) => {
          const bridge = bridgeTo(proxy)
          return (await inSandbox(fetching(`http://${host}:${net.httpPort}/`), bridge)).out.slice(0, 3)
        }),
      ),
    )
    expect(outs.map((out) => out === '200')).toEqual([true, false, false, true])
  })

  it('the relay ends with the command', async () => {
    const proxy = await net.proxy({ grants: [grantOf('echo.test', net.echoPort)] })
    const bridge = bridgeTo(proxy)
    const holding = script(`const at = new URL(process.env.HTTP_PROXY)
      const s = require('node:net').connect(Number(at.port), at.hostname)
      s.write('CONNECT echo.test:${net.echoPort} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
      s.once('data', () => process.exit(0))`)
    // The tunnel is open on both ends until the namespace goes; a relay that stayed would keep the run from ending.
    expect((await inSandbox(holding, bridge)).code).toBe(0)
  })

  /**
   * As where an engine was killed while bubblewrap set a run up: its second process had not asked to die with the first, so that it waits for all that
   * runs in here. Of what is started first, `what` begins as in the sandbox; says whether something is left when it has ended.
   */
  const leftOf = async (what: readonly string[], mark: string): Promise<readonly number[]> => {
    const whole = ['--dev-bind', '/', '/', '--unshare-user', '--unshare-pid', '--proc', '/proc', '--']
    spawnSync(tool('bwrap'), [...whole, ...what], { stdio: 'ignore' })
    await expect
      .poll(() => processesWith(mark), { timeout: 10_000 })
      .toEqual([])
      .catch(() => undefined)
    const left = processesWith(mark)
    for (const pid of left) process.kill(pid, 'SIGKILL')
    return left
  }

  it('the relay ends where what would run behind it has gone with its engine', async () => {
    const proxy = await net.proxy()
    const bridge = bridgeTo(proxy)
    const mark = `TCP4-LISTEN:${String(bridge.place.port)},bind=${bridge.place.address},fork,backlog=1024`
    expect(await leftOf(bridge.wrap([join(cwd, 'confine'), 'true']), mark)).toEqual([])
  })

  it.each([
    ['what it is told is wrong', ['-', '-']],
    ['what was mounted is not what was meant', ['-', '-', '1', '1:1:1', '/', '/bin/true']],
  ])('and where what confines the command refuses: %s', async (_, words) => {
    const confine = join(cwd, 'confine')
    const { arch } = process
    if (arch !== 'x64' && arch !== 'arm64') throw new Error(`No program for ${arch}`)
    writeFileSync(confine, Buffer.from(confinePrograms[arch], 'base64'), { mode: 0o755 })
    const mark = `relay-${basename(cwd)}`
    const relay = `sh -c 'sleep 1000; :' ${mark} >/dev/null 2>&1 & shift; exec "$@"`
    expect(await leftOf(['sh', '-c', relay, 'sh', '', confine, ...words], mark)).toEqual([])
  })
})
