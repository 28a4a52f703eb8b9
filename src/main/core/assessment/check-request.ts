import { isSocket } from '@shared/domain/evidence'
import type { Facts, FloorReason } from '@shared/domain/facts'
import { quoteWord } from '@shared/domain/quote-shell'
import { formatHostPort } from '../network/host-rules'
import { shellScriptOf } from '../shell/shell-script'
import { contactFor } from './actions/network'
import { assessCommand, type AssessmentParts } from './assess-command'
import type { CheckedRequest } from './checked-request'
import { withMachine } from './check-machine'
import { checkTool } from './check-tool'
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
    const { facts, floor, read, shown, seenThrough } = await assessCommand(question, parts)
    return {
      facts,
      floor,
      read,
      shown,
      seenThrough,
      changing: facts.targets.some(({ access }) => access !== 'read'),
    }
  }
  switch (subject.kind) {
    case 'command':
      return withMachine(await look(subject.command), subject.evidence)
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
      return withMachine(checked, subject.evidence)
    }
    case 'network':
      return withMachine(withHost(await look(subject.command), subject), subject.evidence)
    case 'tool':
      return checkTool(subject.request, look)
    case 'input':
      return input(subject, look)
  }
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
    facts: { ...found.facts, hosts },
    floor: { level: top.level, reasons, categories },
    changing: found.changing,
    read: found.read,
    shown: found.shown,
    seenThrough: found.seenThrough,
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
