import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createRunNetworks } from '../../../src/main/adapters/network-proxy/create-run-networks'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { wantsFilteredNetwork, type NetworkSpec } from '../../../src/main/core/network/run-network'
import { allow } from '../../../src/main/core/policy/permit'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { get, socks, tunnel } from './proxy-client'

const policy = { mode: 'read-only', network_access: false } as const
const granted = allow('person-widened', [{ kind: 'host', host: 'example.org', port: 443 }])
const spec: NetworkSpec = { policy, permit: granted }

describe('the network of one run', () => {
  it.each<[string, NetworkSpec, boolean]>([
    ['a host is granted', spec, true],
    [
      'a person can be asked',
      { policy, permit: allow('policy-sandboxed'), askHost: () => Promise.resolve('deny') },
      true,
    ],
    ['neither', { policy, permit: allow('policy-sandboxed') }, false],
    ['the policy opens it all', { policy: { ...policy, network_access: true }, permit: granted }, false],
    ['there is no sandbox', { policy: { mode: 'danger-full-access' }, permit: granted }, false],
  ])('goes through a proxy when %s', (_, each, filtered) => {
    expect(wantsFilteredNetwork(each)).toBe(filtered)
  })

  it('cannot be had without socat, and says what to install', async () => {
    const open = createRunNetworks({ socat: () => undefined, clock: systemClock, runtimeFolder: undefined })
    await expect(open(spec)).rejects.toThrow('sudo apt install socat')
  })

  it('keeps its socket in the runtime folder, refuses loopback, and leaves nothing', async () => {
    const runtimeFolder = mkdtempSync('/var/tmp/cs-xdg-')
    const open = createRunNetworks({ socat: () => '/usr/bin/socat', clock: systemClock, runtimeFolder })
    const network = await open({
      policy,
      permit: allow('person-widened', [{ kind: 'host', host: '127.0.0.2', port: 80 }]),
    })
    const socket = network.bridge.binds.at(-1) ?? ''
    const secret = new URL(network.bridge.env.HTTP_PROXY ?? '').password
    const authorization = { 'proxy-authorization': `Basic ${btoa(`srt:${secret}`)}` }
    const { status } = await get(socket, 'http://127.0.0.2/', authorization)
    const evidence = network.evidence().map((each) => each.operation)
    await network.close()
    const left = existsSync(socket)
    rmSync(runtimeFolder, { recursive: true })
    expect([socket.startsWith(runtimeFolder), status, evidence, left]).toEqual([
      true,
      403,
      ['forbidden-address'],
      false,
    ])
  })

  it('is for nobody who does not know its secret, which is another for each run', async () => {
    const open = createRunNetworks({
      socat: () => '/usr/bin/socat',
      clock: systemClock,
      runtimeFolder: undefined,
    })
    const [one, two] = await Promise.all([open(spec), open(spec)])
    const socket = one.bridge.binds.at(-1) ?? ''
    const secretOf = ({ bridge }: typeof one): string => new URL(bridge.env.HTTP_PROXY ?? '').password
    const said = [undefined, '', secretOf(two), `${secretOf(one)}x`, secretOf(one).slice(1)]
    const answers = await Promise.all(
      said.map(async (secret) => {
        const authorization = { 'proxy-authorization': `Basic ${btoa(`srt:${secret ?? ''}`)}` }
        return (await get(socket, 'http://example.org:443/', secret === undefined ? {} : authorization))
          .status
      }),
    )
    const tunnelled = await tunnel(socket, 'example.org:443')
    const bySocks = await socks(socket, 'example.org', 443)
    const evidence = one.evidence()
    await Promise.all([one.close(), two.close()])
    expect([answers, tunnelled.status, bySocks.code, evidence]).toEqual([
      [407, 407, 407, 407, 407],
      'HTTP/1.1 407 Proxy Authentication Required',
      2,
      [],
    ])
    expect(secretOf(one)).toMatch(/^[0-9a-f]{48}$/)
  })

  it('lets the time of a command stand still while its connection is asked about', async () => {
    const openNetwork = createRunNetworks({
      socat: () => '/usr/bin/socat',
      clock: systemClock,
      runtimeFolder: undefined,
    })
    const workspace = mkdtempSync('/var/tmp/cs-asked-')
    const timeoutMs = 5_000
    const result = await createLinuxSandbox(process.env.PATH, { openNetwork }).run(
      {
        permit: allow('policy-sandboxed'),
        command: ['curl', '-sS', 'https://asked.test'],
        ...{ cwd: workspace, workspace, env: { PATH: '/usr/bin:/bin' }, policy, timeoutMs },
        askHost: async () => {
          await new Promise((resolve) => setTimeout(resolve, timeoutMs))
          return 'deny'
        },
      },
      new AbortController().signal,
      () => undefined,
    )
    rmSync(workspace, { recursive: true })
    expect(result).toMatchObject({ kind: 'exited', exitCode: 56 })
  })

  it('cannot be had where its socket cannot be made', async () => {
    const runtimeFolder = mkdtempSync(`/var/tmp/cs-${'x'.repeat(100)}-`)
    const open = createRunNetworks({ socat: () => '/usr/bin/socat', clock: systemClock, runtimeFolder })
    await expect(open(spec)).rejects.toThrow()
    rmSync(runtimeFolder, { recursive: true })
  })
})
