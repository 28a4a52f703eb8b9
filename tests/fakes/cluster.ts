import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { serveExec, type ExecStart } from './spdy-exec'

/** An object of Kubernetes, as far as the stand-in looks at it. */
export interface KubeObject {
  apiVersion?: string
  kind?: string
  metadata: {
    name: string
    labels?: Record<string, string>
    annotations?: Record<string, string | null>
    resourceVersion?: string
    /** Of a claim: the sandbox that it has. */
    sandbox?: string
    [more: string]: unknown
  }
  spec?: Record<string, unknown>
  status?: Record<string, unknown>
  [more: string]: unknown
}

/** One rule of a Role. */
export interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

/** What a stand-in serves besides pods: of the extensions in which version; `none`: it has sandboxes alone, `bare`: not even these. */
export type ClusterKind = 'v1beta1' | 'v1alpha1' | 'none' | 'bare'

/** An API server of the test on the loopback that speaks discovery, the few resources and exec. Not a cluster: nothing is scheduled. */
export interface Cluster {
  /** A kubeconfig whose context `prod-eu` leads here. */
  readonly kubeconfig: string
  /** What was asked, as `METHOD resource/name`, without what is looked up of the API itself. */
  readonly asked: string[]
  /** Called with each of these before it is answered. */
  onAsked: (() => void) | undefined
  /** So many programs are asked for and do not run yet. */
  readonly beginning: number
  /** So many programs run in pods; each may outlive its line. */
  readonly working: number
  /** Ends them. */
  endWork(): void
  kind: ClusterKind
  /** What whoever asks may do, as a Role has it; nothing else is done for them. */
  rules: readonly Rule[]
  /** Methods of resources that are refused, as `POST sandboxclaims`. */
  readonly forbidden: Set<string>
  /** Called with each claim or sandbox that is made; absent: it becomes ready, with a pod of its own. */
  onMade: ((object: KubeObject) => void) | undefined
  objects(resource: string): readonly KubeObject[]
  get(resource: string, name: string): KubeObject | undefined
  put(resource: string, object: KubeObject): void
  remove(resource: string, name: string): void
  /** Has a claim or sandbox become ready, in a pod of this name. */
  ready(object: KubeObject, pod?: string): void
  /** Breaks every exec that is open. */
  cut(): void
  close(): Promise<void>
}

const groups = { sandboxes: 'agents.x-k8s.io', extensions: 'extensions.agents.x-k8s.io' } as const
const kindOf: Readonly<Record<string, string>> = {
  sandboxclaims: 'SandboxClaim',
  sandboxtemplates: 'SandboxTemplate',
  sandboxwarmpools: 'SandboxWarmPool',
  sandboxes: 'Sandbox',
  podtemplates: 'PodTemplate',
  pods: 'Pod',
}
const verbs = ['create', 'delete', 'get', 'list', 'patch', 'watch']
const resources = (...names: string[]) =>
  names.map((name) => ({ name, namespaced: true, kind: kindOf[name], verbs, singularName: '' }))

/** Starts one below `folder`; `pod` says what an exec in a pod starts, with what was asked for behind. */
export async function startCluster(
  folder: string,
  pod: (name: string, command: readonly string[]) => ExecStart | undefined,
): Promise<Cluster> {
  const stored = new Map<string, Map<string, KubeObject>>()
  const events: { readonly resource: string; readonly type: string; readonly object: KubeObject }[] = []
  const watchers = new Set<() => void>()
  const execs = new Set<Socket>()
  const beginning = new Set<Socket>()
  const children = new Set<ChildProcess>()
  let version = 100
  const all = (resource: string): Map<string, KubeObject> => {
    const found = stored.get(resource) ?? new Map<string, KubeObject>()
    stored.set(resource, found)
    return found
  }
  const versionOf = (resource: string): string =>
    resource === 'pods' || resource === 'podtemplates'
      ? 'v1'
      : resource === 'sandboxes'
        ? `${groups.sandboxes}/${cluster.kind === 'v1alpha1' ? 'v1alpha1' : 'v1beta1'}`
        : `${groups.extensions}/${cluster.kind}`
  const tell = (resource: string, type: string, object: KubeObject): void => {
    events.push({ resource, type, object: structuredClone(object) })
    for (const each of watchers) each()
  }
  const cluster: Cluster = {
    kubeconfig: join(folder, 'kubeconfig'),
    get beginning() {
      return beginning.size
    },
    get working() {
      return children.size
    },
    ...{
      asked: [],
      kind: 'v1beta1',
      rules: [],
      forbidden: new Set<string>(),
      onMade: undefined,
      onAsked: undefined,
    },
    objects: (resource) => [...all(resource).values()],
    get: (resource, name) => all(resource).get(name),
    put(resource, object) {
      const before = all(resource).get(object.metadata.name)
      const metadata = {
        ...{
          namespace: 'agents',
          uid: `uid-${object.metadata.name}`,
          creationTimestamp: '2026-11-28T05:00:00Z',
        },
        ...object.metadata,
        resourceVersion: String((version += 1)),
      }
      const whole = { ...object, apiVersion: versionOf(resource), kind: kindOf[resource] ?? '', metadata }
      all(resource).set(metadata.name, whole)
      tell(resource, before ? 'MODIFIED' : 'ADDED', whole)
    },
    remove(resource, name) {
      const object = all(resource).get(name)
      all(resource).delete(name)
      if (object) tell(resource, 'DELETED', object)
      // What owns it takes it along, as the cluster's garbage collector does.
      if (resource === 'sandboxclaims') cluster.remove('sandboxes', object?.metadata.sandbox ?? name)
      const pod = resource === 'sandboxes' && object?.metadata.annotations?.['agents.x-k8s.io/pod-name']
      if (typeof pod === 'string') cluster.remove('pods', pod)
    },
    ready(object, podName = `${object.metadata.name}-pod`) {
      const { name } = object.metadata
      const conditions = [{ type: 'Ready', status: 'True', reason: 'DependenciesReady', message: 'Ready' }]
      const isClaim = object.kind === 'SandboxClaim'
      const sandbox = isClaim ? `warm-${name}` : name
      const before = cluster.get('sandboxes', sandbox) ?? { metadata: { name: sandbox } }
      const annotations = { ...before.metadata.annotations, 'agents.x-k8s.io/pod-name': podName }
      cluster.put('pods', {
        ...{ metadata: { name: podName }, spec: { containers: [{ name: 'agent' }] } },
        status: { phase: 'Running' },
      })
      cluster.put('sandboxes', {
        ...before,
        metadata: { ...before.metadata, annotations },
        status: { conditions },
      })
      if (isClaim)
        cluster.put('sandboxclaims', {
          ...object,
          metadata: { ...object.metadata, sandbox },
          status: { conditions, sandbox: { name: sandbox } },
        })
    },
    endWork() {
      for (const child of children) child.kill('SIGKILL')
    },
    cut() {
      for (const socket of execs) socket.destroy()
    },
    async close() {
      cluster.cut()
      cluster.endWork()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const may = (verb: string, resource: string): boolean =>
    cluster.rules.some(
      ({ apiGroups, resources: named, verbs: allowed }) =>
        apiGroups.includes(groupOf(resource)) && named.includes(resource) && allowed.includes(verb),
    )
  const made = (object: KubeObject): void => {
    if (cluster.onMade) cluster.onMade(object)
    else cluster.ready(object)
  }

  /** What is answered; undefined where that goes on. */
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<Answered | undefined> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in')
    const { method = 'GET' } = request
    const about = discovery(pathname, cluster.kind)
    if (about) return [200, about]
    const [, resource = '', name] = /\/namespaces\/agents\/([a-z]+)(?:\/([^/]+))?$/.exec(pathname) ?? []
    if (!(resource in kindOf)) return status(404, 'NotFound', `${pathname} is not found`)
    cluster.asked.push(`${method} ${[resource, ...(name === undefined ? [] : [name])].join('/')}`)
    cluster.onAsked?.()
    const verb = { POST: 'create', PATCH: 'patch', DELETE: 'delete' }[method] ?? readVerb(name, query)
    if (cluster.forbidden.has(`${method} ${resource}`) || !may(verb, resource))
      return status(
        403,
        'Forbidden',
        `${resource} is forbidden: User "dev" cannot do that in the namespace "agents"`,
      )
    const body = method === 'POST' || method === 'PATCH' ? await text(request) : ''
    const found = name === undefined ? undefined : all(resource).get(name)
    if (name !== undefined && !found) return status(404, 'NotFound', `${resource} "${name}" not found`)
    if (method === 'POST') {
      const { metadata, ...object } = JSON.parse(body) as KubeObject
      cluster.put(resource, { metadata, ...object })
      const put = all(resource).get(metadata.name)
      setImmediate(() => {
        if (put) made(put)
      })
      return [201, put]
    }
    if (method === 'PATCH' && found) {
      cluster.put(resource, merged(found, JSON.parse(body)) as KubeObject)
      return [200, all(resource).get(found.metadata.name)]
    }
    if (method === 'DELETE' && found) {
      cluster.remove(resource, found.metadata.name)
      return [200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }]
    }
    if (found) return [200, { ...found, apiVersion: versionOf(resource) }]
    const matches = selected(query)
    if (isWatch(query)) {
      watch(resource, query, reply, matches)
      return undefined
    }
    const kind = `${kindOf[resource] ?? ''}List`
    const items = [...all(resource).values()].filter(matches)
    return [
      200,
      { kind, apiVersion: versionOf(resource), metadata: { resourceVersion: String(version) }, items },
    ]
  }

  function watch(
    resource: string,
    query: URLSearchParams,
    reply: ServerResponse,
    matches: (object: KubeObject) => boolean,
  ): void {
    let from = Number(query.get('resourceVersion') ?? 0)
    reply.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      for (const { resource: of, type, object } of events) {
        const at = Number(object.metadata.resourceVersion)
        if (of !== resource || !matches(object) || (type === 'DELETED' ? at < from : at <= from)) continue
        from = type === 'DELETED' ? at + 1 : at
        reply.write(`${JSON.stringify({ type, object })}\n`)
      }
    }
    reply.flushHeaders()
    more()
    watchers.add(more)
    reply.once('close', () => watchers.delete(more))
  }

  const server = createServer((request, reply) => {
    answer(request, reply)
      .catch((error: unknown) => status(500, 'InternalError', String(error)))
      .then((answered) => {
        if (!answered) return
        reply.writeHead(answered[0], { 'content-type': 'application/json' })
        reply.end(JSON.stringify(answered[1]))
      })
      .catch(() => reply.destroy())
  })
  server.on('upgrade', (request, socket: Socket) => {
    // A client that was killed resets its line; the close says so too.
    socket.on('error', () => undefined)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const name = /\/namespaces\/agents\/pods\/([^/]+)\/exec$/.exec(pathname)?.[1]
    const isSpdy = request.headers.upgrade?.toLowerCase() === 'spdy/3.1'
    const start =
      name === undefined || !isSpdy || !all('pods').has(name)
        ? undefined
        : pod(name, searchParams.getAll('command'))
    if (isSpdy) {
      cluster.asked.push(`EXEC ${name ?? ''}`)
      cluster.onAsked?.()
    }
    if (!start) {
      const said = JSON.stringify({
        kind: 'Status',
        status: 'Failure',
        message: `pods "${name ?? ''}" not found`,
        reason: 'NotFound',
        code: 404,
      })
      socket.end(
        `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${String(said.length)}\r\nConnection: close\r\n\r\n${said}`,
      )
      return
    }
    for (const open of [execs, beginning]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    serveExec(request, socket, start, (child) => {
      beginning.delete(socket)
      children.add(child)
      child.once('close', () => children.delete(child))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'elsewhere' },
    clusters: [
      { name: 'here', cluster: { server: `http://127.0.0.1:${String(port)}` } },
      { name: 'elsewhere', cluster: { server: 'http://127.0.0.1:9' } },
    ],
    users: [{ name: 'dev', user: { token: 'of-the-test' } }],
    contexts: [
      { name: 'prod-eu', context: { cluster: 'here', user: 'dev' } },
      { name: 'elsewhere', context: { cluster: 'elsewhere', user: 'dev' } },
    ],
  }
  writeFileSync(cluster.kubeconfig, JSON.stringify(config))
  return cluster
}

type Answered = readonly [code: number, value: unknown]

const status = (code: number, reason: string, message: string): Answered => [
  code,
  { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code },
]

const groupOf = (resource: string): string =>
  /^pod/.test(resource) ? '' : resource === 'sandboxes' ? groups.sandboxes : groups.extensions

const isWatch = (query: URLSearchParams): boolean => /^(?:1|true)$/.test(query.get('watch') ?? '')

const readVerb = (name: string | undefined, query: URLSearchParams): string =>
  name === undefined ? (isWatch(query) ? 'watch' : 'list') : 'get'

/** What a list or watch asks for: labels that are equal, and one name. */
function selected(query: URLSearchParams): (object: KubeObject) => boolean {
  const labels = (query.get('labelSelector') ?? '').split(',').filter((each) => each !== '')
  const name = /metadata\.name=([^,]+)/.exec(query.get('fieldSelector') ?? '')?.[1]
  return ({ metadata }) =>
    (name === undefined || metadata.name === name) &&
    labels.every((each) => {
      const [key = '', value] = each.split('=')
      return metadata.labels?.[key] === value
    })
}

/** A merge patch (RFC 7386). */
function merged(into: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const before = { ...(into as Record<string, unknown> | undefined) }
  const changed = Object.entries(patch).map(([key, value]): [string, unknown] => [
    key,
    value === null ? undefined : merged(before[key], value),
  ])
  const all = { ...before, ...Object.fromEntries(changed) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function discovery(path: string, kind: ClusterKind): object | undefined {
  const core = kind === 'v1alpha1' ? 'v1alpha1' : 'v1beta1'
  const group = (name: string, version: string) => {
    const is = { groupVersion: `${name}/${version}`, version }
    return { name, versions: [is], preferredVersion: is }
  }
  const list = (groupVersion: string, ...names: string[]) => ({
    ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion },
    resources: resources(...names),
  })
  switch (path) {
    case '/version':
      return { major: '1', minor: '32', gitVersion: 'v1.32.0' }
    case '/api':
      return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] }
    case '/apis': {
      if (kind === 'bare') return { kind: 'APIGroupList', apiVersion: 'v1', groups: [] }
      const more = kind === 'none' ? [] : [group(groups.extensions, kind)]
      return { kind: 'APIGroupList', apiVersion: 'v1', groups: [group(groups.sandboxes, core), ...more] }
    }
    case '/api/v1':
      return list('v1', 'pods', 'podtemplates')
    case `/apis/${groups.sandboxes}/${core}`:
      return list(`${groups.sandboxes}/${core}`, 'sandboxes')
    case `/apis/${groups.extensions}/${kind}`:
      return list(`${groups.extensions}/${kind}`, 'sandboxclaims', 'sandboxtemplates', 'sandboxwarmpools')
    default:
      return undefined
  }
}
