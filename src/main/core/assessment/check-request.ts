import { isSocket, type Evidence } from '@shared/domain/evidence'
import type { Facts, FloorReason, FactRow } from '@shared/domain/facts'
import { namedPath, quotedName } from '@shared/domain/named-path'
import { quoteWord } from '@shared/domain/quote-shell'
import type { RiskCategory } from '@shared/domain/risk'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { isMachineTarget } from '@shared/domain/machine-server'
import type { McpRequest } from '@shared/domain/mcp-result'
import { formatHostPort, parseHostPort } from '../network/host-rules'
import { shellScriptOf } from '../shell/shell-script'
import { levelOfMachinePort, levelOfMachineSocket } from '../network/machine-port'
import { contactFor } from './actions/contacts'
import { startUpFile } from './checks/persistence'
import { mayHoldSecrets } from './checks/secret-places'
import { isInside, placeAt } from './facts/places'
import { assessCommand, type AssessmentParts } from './assess-command'
import type { CheckedRequest } from './checked-request'
import type { AskingSession, RequestSubject } from './request-subject'

/** Paths of one patch that are looked at; a patch of more says so. */
const mostPaths = 60

const rank = { low: 0, medium: 1, high: 2 } as const

const line = (program: string, paths: readonly string[]): string =>
  paths.length === 0 ? '' : `${program} -- ${paths.map(quoteWord).join(' ')}\n`

/**
 * Facts and checks of a request. Never throws for what the request or the file system holds. A patch is looked at as the
 * commands that do the same to its files, so that one set of rules holds for both; it appends, since its diff shows what
 * it replaces.
 */
export async function checkRequest(
  subject: RequestSubject,
  session: AskingSession,
  parts: AssessmentParts,
): Promise<CheckedRequest> {
  const look = async (argv: readonly string[]): Promise<CheckedRequest> => {
    const { cwd, evidence } = subject
    const question = {
      argv,
      cwd,
      workspace: session.cwd,
      policy: session.sandboxPolicy,
      evidence,
      binds: true as const,
    }
    const { facts, floor, read, shown, seenThrough, landmarks } = await assessCommand(question, parts)
    return {
      facts,
      floor,
      read,
      shown,
      seenThrough,
      landmarks,
      changing: facts.targets.some(({ access }) => access !== 'read'),
    }
  }
  const opening = (found: CheckedRequest, evidence: readonly Evidence[]): CheckedRequest => {
    // What a kernel reports is where it really is, also where the home folder is a link.
    const { home, engineHome } = found.landmarks ?? parts
    const opened = withStores(withMachine(found, evidence), evidence, home)
    return withStartUp(opened, writesIn(evidence), { home, engineHome, roots: [session.cwd] })
  }
  switch (subject.kind) {
    case 'command':
      return opening(await look(subject.command), subject.evidence)
    case 'patch': {
      const sockets = new Set(subject.evidence.filter(isSocket).map(({ target }) => target))
      const written = subject.writes.filter((path) => !sockets.has(path))
      const writes = written.slice(0, mostPaths)
      const removes = subject.removes.slice(0, mostPaths)
      const found = await look(['sh', '-c', `${line('tee -a', writes)}${line('rm', removes)}`])
      const complete =
        found.facts.complete && written.length + subject.removes.length <= writes.length + removes.length
      // Of one that only reaches sockets nothing stands in the commands.
      const floor =
        written.length + removes.length === 0 && sockets.size > 0
          ? { ...found.floor, reasons: [] }
          : found.floor
      const checked = {
        ...found,
        floor,
        facts: { ...found.facts, lookThrough: [], complete },
        changing: true,
      }
      return opening(checked, subject.evidence)
    }
    case 'network':
      return opening(withHost(await look(subject.command), subject), subject.evidence)
    case 'tool':
      return checkTool(subject.request, look)
    case 'input':
      return input(subject, look)
  }
}

/** Arguments that servers commonly run as they are. */
const runsText = /^(command|cmd|shell_command|script|bash)$/i

/** The texts among the arguments that the server is likely to run. */
function runTexts(given: McpRequest['invocation']['arguments']): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (!runsText.test(name)) return []
    if (typeof value === 'string') return [value]
    const words = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
    return words.length === 0 ? [] : [words.join(' ')]
  })
}

/**
 * Facts and floor of a call of an MCP server's tool. What a server does with a call cannot be checked, so that it is at least
 * medium, whatever the server says; an argument that looks like a command is looked at as one and can raise that.
 */
export async function checkTool(
  { invocation, annotations }: McpRequest,
  look: (argv: readonly string[]) => Promise<CheckedRequest>,
): Promise<CheckedRequest> {
  const unknown: FloorReason[] = [
    { rule: 'tool.unchecked', level: 'medium' },
    ...(annotations.destructive === true
      ? [{ rule: 'tool.destructive', level: 'medium', category: 'data_deletion' } as const]
      : []),
  ]
  const effect = {
    act: { kind: 'call-tool', server: invocation.server, tool: invocation.tool },
  } as const
  const looked = await Promise.all(runTexts(invocation.arguments).map((text) => look(['bash', '-c', text])))
  const found = looked.find(({ floor }) => floor.level === 'high') ?? looked[0]
  const raised = found?.floor.level === 'high' ? found.floor : undefined
  return {
    facts: found
      ? { ...found.facts, effect }
      : { effect, rows: [], lookThrough: [], targets: [], hosts: [], complete: true },
    floor: raised
      ? { ...raised, reasons: [...raised.reasons, ...unknown] }
      : {
          level: 'medium',
          reasons: unknown,
          categories: unknown.flatMap(({ category }) => category ?? []),
        },
    changing: found ? looked.some(({ changing }) => changing) : annotations.readOnly !== true,
    ...{ read: [], shown: [] },
    seenThrough: false,
  }
}

function reasonFor(evidence: Evidence): FloorReason {
  const { target, servers = [] } = evidence
  const level = isSocket(evidence)
    ? levelOfMachineSocket(target)
    : levelOfMachinePort(parseHostPort(target)?.port ?? 0, servers)
  const rule = level === 'high' ? 'network.machine-strong' : 'network.machine'
  return { rule, level, category: 'network_access', detail: target }
}

/** `local`: what runs on this machine is no model's business. */
const rowFor = ({ target, servers }: Evidence): FactRow => ({
  kind: 'machine',
  known: servers !== undefined,
  local: true,
  target,
  ...(servers && { servers }),
})

/**
 * What was checked, and where the request is about this machine's own loopback or a socket of the machine, that this is at least of a
 * middle level, and of a port what listens there.
 */
function withMachine(found: CheckedRequest, evidence: readonly Evidence[]): CheckedRequest {
  const ports = evidence.filter(
    ({ kind, source, target }) => kind === 'network' && source === 'proxy' && isMachineTarget(target),
  )
  const about = [...ports, ...evidence.filter(isSocket)]
  return withReasons(
    { ...found, facts: { ...found.facts, rows: [...ports.map(rowFor), ...found.facts.rows] } },
    about.map(reasonFor),
  )
}

/** The same where it was stopped at a store of keys: a yes opens that to be read, also where it is for writing. `home` is the person's. */
function withStores(found: CheckedRequest, evidence: readonly Evidence[], home: string): CheckedRequest {
  const stores = evidence.flatMap(({ kind, target, source, protectedBy }) => {
    if (kind === 'read') return source === 'command' ? [target] : []
    return kind === 'write' && protectedBy !== undefined && mayHoldSecrets(protectedBy, home)
      ? [protectedBy]
      : []
  })
  return withReasons(
    found,
    [...new Set(stores)].map((detail) => ({
      ...{ rule: 'secrets.opened', level: 'high', category: 'data_exfiltration', detail },
    })),
  )
}

type Places = Parameters<typeof startUpFile>[1]

const writesIn = (evidence: readonly Evidence[]): readonly string[] =>
  evidence.flatMap(({ kind, source, protectedBy, target }) =>
    kind === 'write' && source === 'kernel' && protectedBy === undefined ? [target] : [],
  )

/** The same where it writes to what something starts or reads by itself: that is known of the place, whatever the words of the command say of it. */
function withStartUp(found: CheckedRequest, paths: readonly string[], places: Places): CheckedRequest {
  if (found.floor.reasons.some(({ rule }) => rule === 'persist.file')) return found
  const [detail] = paths.flatMap((path) => startUpFile(path, places) ?? [])
  if (detail === undefined) return found
  const reason = { rule: 'persist.file', level: 'high', category: 'system_modification', detail } as const
  return withReasons(found, [reason])
}

/**
 * The same with what a rehearsal of it showed, which is what it does, whatever its words say: that it changes what something starts by itself or what
 * is the system's, that it deletes outside of the session's folders and the temporary ones, and which stores it was stopped at. `workspace` is the session's folder.
 */
export function withRehearsed(
  found: CheckedRequest,
  seen: { readonly evidence: readonly Evidence[]; readonly changes: readonly RehearsalChange[] },
  workspace: string,
): CheckedRequest {
  const { landmarks } = found
  if (!landmarks) return found
  const { home, engineHome } = landmarks
  const places = { home, engineHome, roots: [workspace] }
  const changed = seen.changes.flatMap(({ kind, path }) => (kind === 'deleted' ? [] : [path]))
  const written = [...writesIn(seen.evidence), ...changed]
  const high = (rule: string, category: RiskCategory, found: string | undefined): readonly FloorReason[] =>
    found === undefined
      ? []
      : [{ rule, level: 'high', category, detail: quotedName(namedPath(found, places).name) }]
  const gone = seen.changes.find(({ kind, path }) => {
    const place = placeAt(path, landmarks)
    return kind === 'deleted' && !isInside(place) && place !== 'temporary'
  })
  const reasons = [
    ...high('delete.outside', 'data_deletion', gone?.path),
    ...high(
      'write.system',
      'system_modification',
      written.find((path) => placeAt(path, landmarks) === 'system'),
    ),
  ]
  const isNew = ({ rule }: FloorReason): boolean => !found.floor.reasons.some((each) => each.rule === rule)
  const opened = found.floor.reasons.some(({ rule }) => rule === 'secrets.opened')
    ? found
    : withStores(found, seen.evidence, landmarks.home)
  return withReasons(withStartUp(opened, written, places), reasons.filter(isNew))
}

/** With more reasons, and the level that these come to. */
function withReasons(found: CheckedRequest, more: readonly FloorReason[]): CheckedRequest {
  if (more.length === 0) return found
  const reasons = [...more, ...found.floor.reasons].toSorted((a, b) => rank[b.level] - rank[a.level])
  const level = reasons[0]?.level ?? 'medium'
  const categories = [
    ...new Set(reasons.flatMap((each) => (each.level === level && each.category ? [each.category] : []))),
  ]
  return { ...found, floor: { level, reasons, categories } }
}

/** The floor of a connection: what the command's own rules say of the network, and that nobody has granted the host. */
function withHost(
  found: CheckedRequest,
  { host, port }: { readonly host: string; readonly port: number },
): CheckedRequest {
  const { warning } = contactFor(host)
  const about = found.floor.reasons.filter(
    ({ category }) => category === 'network_access' || category === 'data_exfiltration',
  )
  const unknown: FloorReason = {
    rule: 'network.unknown-host',
    level: 'medium',
    category: 'network_access',
    detail: formatHostPort(host, port),
    ...(warning !== undefined && { warning }),
  }
  const reasons = [unknown, ...about.filter(({ level }) => level !== 'low')].toSorted(
    (a, b) => rank[b.level] - rank[a.level],
  )
  const [top = unknown] = reasons
  const categories = [
    ...new Set(reasons.flatMap((each) => (each.level === top.level && each.category ? [each.category] : []))),
  ]
  const known = found.facts.hosts.some((each) => each.host === host)
  const hosts = known
    ? found.facts.hosts
    : [...found.facts.hosts, { host, ...(warning === undefined ? {} : { warning }) }]
  return {
    ...found,
    facts: { ...found.facts, hosts },
    floor: { level: top.level, reasons, categories },
  }
}

/** Nothing is looked at but the text itself. */
const noFacts: Facts = {
  effect: { act: { kind: 'input' } },
  rows: [],
  lookThrough: [],
  targets: [],
  hosts: [],
  complete: true,
}

/** Text for a shell is a command of its own; what another program makes of a text cannot be seen through. */
async function input(
  { command, text }: { readonly command: readonly string[]; readonly text: string },
  look: (argv: readonly string[]) => Promise<CheckedRequest>,
): Promise<CheckedRequest> {
  const script = shellScriptOf(command) ?? command.join(' ')
  if (/(^|[\s/;&|])(ba|z|da|k|fi)?sh(\s+-[il]+)*\s*$/.test(script)) return look(['bash', '-c', text])
  const reason: FloorReason = {
    rule: 'input.unreadable',
    level: 'medium',
  }
  return {
    facts: noFacts,
    floor: { level: 'medium', reasons: [reason], categories: [] },
    changing: false,
    read: [],
    shown: [],
    seenThrough: false,
  }
}
