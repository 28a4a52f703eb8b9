import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FleetSettings } from '@shared/domain/fleet-settings'
import { composeHosts } from '../../../src/main/compose-hosts'
import { HostFault } from '../../../src/main/core/host-link/greet-host'
import type { FleetSandboxes } from '../../../src/main/core/host-link/fleet/sandboxes'
import type { CliContext } from '../../../src/main/hosts/cli/cli-context'
import { cleanSandboxes } from '../../../src/main/hosts/terminal/cli/hosts-clean'
import { installOnHost } from '../../../src/main/hosts/terminal/cli/hosts-install'
import { testHost } from '../../../src/main/hosts/terminal/cli/hosts-test'
import type { Cluster, KubeObject } from '../../fakes/cluster'
import { someBySeed } from '../../fakes/by-seed'
import { fleetWorld, type FleetWorld } from '../../fakes/fleet-world'

let world: FleetWorld
let cluster: Cluster
beforeAll(async () => {
  world = await fleetWorld([])
  ;({ cluster } = world)
})
afterAll(() => world.close())
afterEach(() => {
  cluster.kind = 'v1beta1'
  cluster.onMade = undefined
  cluster.forbidden.clear()
  for (const resource of ['sandboxclaims', 'sandboxes'])
    for (const { metadata } of cluster.objects(resource)) cluster.remove(resource, metadata.name)
})

const never = new AbortController().signal
const hosts = (env: NodeJS.ProcessEnv = {}) =>
  composeHosts({ env: { ...world.env, ...env }, version: '0.0.0' })
const fleet = async (more: object = {}, env: NodeJS.ProcessEnv = {}): Promise<FleetSandboxes> =>
  (await hosts(env)).fleet(
    FleetSettings.parse({
      ...{
        kind: 'agent-sandbox',
        context: 'prod-eu',
        namespace: 'agents',
        template: 'node24',
      },
      ...more,
    }),
  )
const faultOf = (work: Promise<unknown>): Promise<HostFault | string> =>
  work.then(
    () => 'no fault',
    (error: unknown) => (error instanceof HostFault ? error : String(error)),
  )
/** kubectl keeps for minutes which kinds a cluster has: with another home it is another one. */
const kubeHome = () => ({ HOME: mkdtempSync(join(world.here, 'kube-')) })
const condition = (reason: string) => (claim: KubeObject) => {
  cluster.put('sandboxclaims', {
    ...claim,
    status: { conditions: [{ type: 'Ready', status: 'False', reason, message: 'image \u001b]0;x' }] },
  })
}

const faults: readonly (readonly [string, object, () => void, readonly [RegExp, RegExp]])[] = [
  [
    'no kubectl',
    { path: '/nowhere' },
    () => undefined,
    [/^kubectl could not be started \(ENOENT\); expected it on your path/, /^$/],
  ],
  [
    'a context that there is none of',
    { context: 'elsewhat' },
    () => undefined,
    [/has no context "elsewhat"/, /elsewhat/],
  ],
  [
    'no such template',
    { template: 'node99' },
    () => undefined,
    [/there is no SandboxTemplate node99 in the namespace agents/, /NotFound/],
  ],
  [
    'a claim that may not be made',
    {},
    () => cluster.forbidden.add('POST sandboxclaims'),
    [/your user may not do that in the namespace agents/, /Forbidden/],
  ],
  [
    'a watch that is not allowed',
    {},
    () => cluster.forbidden.add('GET sandboxwarmpools'),
    [/warm pools cannot be looked at.*may not do that/, /Forbidden/],
  ],
  [
    'a claim that never gets ready',
    { ready_seconds: 1 },
    () => (cluster.onMade = condition('DependenciesNotReady')),
    [/no sandbox was ready within 1 s, and it was deleted again \(DependenciesNotReady\)/, /^$/],
  ],
  [
    'a pod that has failed',
    {},
    () => (cluster.onMade = condition('PodFailed')),
    [/it will not be ready \(PodFailed\), and it was deleted again/, /image/],
  ],
  [
    'a pod with the name of an option',
    {},
    () =>
      (cluster.onMade = (claim) => {
        cluster.ready(claim, '--kubeconfig=/tmp/x')
      }),
    [/the cluster names no pod for it/, /^$/],
  ],
  [
    'a cluster without agent-sandbox',
    { fresh: true },
    () => (cluster.kind = 'bare'),
    [/the cluster has no agent-sandbox/, /resource type/],
  ],
]

test.each(someBySeed('what a cluster refuses', faults, 5))(
  '%s: a word of its own, and no claim is left',
  async (_, { path, fresh, ...more }: { path?: string; fresh?: true }, prepare, words) => {
    const [message, said] = words
    prepare()
    const all = await fleet(more, path === undefined ? (fresh ? kubeHome() : {}) : { PATH: path })
    expect(await faultOf(all.make(never, () => undefined))).toMatchObject({
      message: expect.stringMatching(message) as string,
      said: expect.stringMatching(said) as string,
    })
    expect(cluster.objects('sandboxclaims')).toEqual([])
  },
)

test('a pool with the most that stands ready is taken, and without one that names the template nothing is made', async () => {
  const pool = (name: string, template: string, ready: number) =>
    cluster.put('sandboxwarmpools', {
      metadata: { name },
      ...{ spec: { sandboxTemplateRef: { name: template } }, status: { readyReplicas: ready } },
    })
  pool('a-pool', 'node24', 3)
  pool('other', 'python', 9)
  expect(await (await fleet()).look(never)).toMatchObject({
    made: 'claim',
    pool: { name: 'a-pool', ready: 3 },
  })
  const said: string[] = []
  const write = (text: string) => void said.push(text)
  const asked = { name: 'fleet', json: false, timeout: undefined }
  expect(await testHost({ write, complain: write, stop: never }, await hosts(), asked)).toBe(0)
  expect(said).toEqual([
    'fleet: the template node24 is there (extensions.agents.x-k8s.io/v1beta1); 3 of the warm pool a-pool stand ready\n',
  ])
  for (const name of ['a-pool', 'node24']) cluster.remove('sandboxwarmpools', name)
  expect(await faultOf((await fleet()).make(never, () => undefined))).toMatchObject({
    message: expect.stringContaining('no SandboxWarmPool in agents names the template node24') as string,
  })
  pool('node24', 'node24', 1)
})

test('where claims are of v1alpha1 they name the template, and where there are none a Sandbox is made from a PodTemplate', async () => {
  const made: KubeObject[] = []
  cluster.onMade = (object) => {
    made.push(structuredClone(object))
    cluster.ready(object)
  }
  cluster.kind = 'v1alpha1'
  await (await fleet({}, kubeHome())).make(never, () => undefined)
  cluster.kind = 'none'
  // Where there are no claims, a person needs these rights.
  cluster.rules = [
    ...cluster.rules,
    { apiGroups: [''], resources: ['podtemplates'], verbs: ['get'] },
    {
      apiGroups: ['agents.x-k8s.io'],
      resources: ['sandboxes'],
      verbs: ['create', 'watch', 'patch', 'delete'],
    },
  ]
  cluster.put('podtemplates', {
    metadata: { name: 'node24' },
    template: { spec: { containers: [{ name: 'agent' }] } },
  })
  const all = await fleet({}, kubeHome())
  const sandbox = await all.make(never, () => undefined)
  expect(made).toMatchObject([
    { apiVersion: 'extensions.agents.x-k8s.io/v1alpha1', spec: { sandboxTemplateRef: { name: 'node24' } } },
    {
      ...{ apiVersion: 'agents.x-k8s.io/v1beta1', kind: 'Sandbox' },
      spec: { podTemplate: { spec: { containers: [{ name: 'agent' }] } }, shutdownPolicy: 'Delete' },
    },
  ])
  expect(await all.find(sandbox.name, never)).toMatchObject({ kind: 'sandbox', pod: sandbox.pod })
  await all.delete(sandbox)
  expect(await faultOf(all.find(sandbox.name, never))).toMatchObject({ lasting: true })
})

test('the cluster never removes one before who waits for it, or is connected, can say so again', async () => {
  const all = await fleet({ idle_minutes: 1, ready_seconds: 3000 })
  const made: KubeObject[] = []
  cluster.onMade = (claim) => {
    made.push(structuredClone(claim))
    cluster.ready(claim)
  }
  const endIn = (claim?: KubeObject): number => {
    const { spec } = claim ?? {}
    return Date.parse((spec as { lifecycle: { shutdownTime: string } }).lifecycle.shutdownTime) - Date.now()
  }
  const sandbox = await all.make(never, () => undefined)
  expect(endIn(made[0])).toBeGreaterThan(3000_000)
  // Each says so every two minutes, and one that leaves takes nothing from the other.
  const [first, second] = [all.hold(sandbox, () => undefined), all.hold(sandbox, () => undefined)]
  await first()
  expect(endIn(cluster.get('sandboxclaims', sandbox.object))).toBeGreaterThan(150_000)
  await second()
})

test('while one is tested, or has an engine put into it, it counts as connected, and no longer', async () => {
  const all = await fleet()
  const sandbox = await all.make(never, () => undefined)
  await all.hold(sandbox, () => undefined)()
  const held = async () => (await all.list(never))[0]?.held
  const seen: (boolean | undefined)[] = []
  const look = async () => {
    // That it is so is said to the cluster beside what is done.
    let now = await held()
    for (let looks = 0; now === false && looks < 20; looks += 1) now = await held()
    seen.push(now)
    throw new HostFault({ kind: 'fault', message: 'over' }, { said: '' })
  }
  const made = { ...(await hosts()), test: look, install: look }
  const cli = { stop: never, moduleDir: '/', write: () => undefined, complain: () => undefined }
  const named = { name: `fleet/${sandbox.name}`, json: true, timeout: undefined }
  expect(await testHost(cli, made, named)).toBe(1)
  seen.push(await held())
  expect(await faultOf(installOnHost(cli as unknown as CliContext, made, named))).toMatchObject({
    message: 'over',
  })
  seen.push(await held())
  expect(seen).toEqual([true, false, true, false])
})

test('one that is held is put off and never cleaned away; one of somebody else’s is neither listed nor deleted; the rest goes', async () => {
  const all = await fleet()
  const [sandbox, left] = [await all.make(never, () => undefined), await all.make(never, () => undefined)]
  cluster.put('sandboxclaims', {
    metadata: { name: 'countersign-0123456789', labels: { 'countersign.invalid/owner': 'somebody' } },
  })
  const endOf = (): number => {
    const { spec } = cluster.get('sandboxclaims', sandbox.object) ?? {}
    return Date.parse((spec as { lifecycle: { shutdownTime: string } }).lifecycle.shutdownTime)
  }
  const release = (await fleet({ idle_minutes: 600 })).hold(sandbox, () => undefined)
  await all.hold(left, () => undefined)()
  while (endOf() < Date.now() + 590 * 60_000) await new Promise(setImmediate)
  await all.delete({ kind: 'claim', object: 'countersign-0123456789' })
  const made = await hosts()
  const out: string[] = []
  const cli = {
    stop: never,
    write: (text: string) => out.push(text),
    complain: (text: string) => out.push(text),
  } as unknown as CliContext
  const clean = (...named: string[]) =>
    cleanSandboxes(cli, made, { name: 'fleet', named, yes: true, json: false })
  // Nothing can be asked there: its engine is none. It goes where it is named.
  expect([
    await clean(),
    await clean(sandbox.name),
    await clean('0123456789'),
    await clean(left.name),
  ]).toEqual([0, 1, 1, 0])
  expect(out.join('')).toContain(`fleet/${sandbox.name}  made`)
  expect(out.join('')).toContain('in use: somebody is connected with it')
  expect(out.join('')).toContain('its engine cannot be asked')
  const names = () => cluster.objects('sandboxclaims').map(({ metadata }) => metadata.name)
  expect(names()).toEqual([sandbox.object, 'countersign-0123456789'])
  await release()
  expect(await clean(sandbox.name)).toBe(0)
  expect(names()).toEqual(['countersign-0123456789'])
})
