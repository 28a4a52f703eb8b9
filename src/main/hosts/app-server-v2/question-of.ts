import type { ApprovalRequest, Decision, Offer } from '@shared/domain/approval'
import { quoteCommand } from '@shared/domain/quote-shell'
import { offerReports } from '@shared/messages/offer'
import { approvalMessage } from '../protocol/approval-message'
import { decideYes, plainYes } from '../protocol/plain-yes'
import { wireAssessment } from '../protocol/wire-assessment'
import type { z } from 'zod'
import type { ClientAnswer } from '../app-server/client-connection'
import { actionsOf } from './item-of'
import { serverRequests, type PlainDecision, type WirePermissions } from './protocol/questions'

type Params<M extends keyof typeof serverRequests> = z.input<(typeof serverRequests)[M]['params']>

/** A question for a client, and what each answer to it decides. */
export interface Question {
  readonly method: keyof typeof serverRequests
  readonly params: object
  readonly decide: (answer: ClientAnswer) => Decision
}

const denied: Decision = { kind: 'deny' }

/** What an answer by name decides about a request. */
function plainly(decision: PlainDecision, request: ApprovalRequest): Decision {
  switch (decision) {
    case 'accept':
      return decideYes(request, 'once')
    case 'acceptForSession':
      return decideYes(request, 'session')
    case 'decline':
      return denied
    case 'cancel':
      return { kind: 'abort' }
  }
}

const protocols = { http: 'http', connect: 'https', socks5: 'socks5Tcp' } as const

/** The host that a connection waits for. */
function waitingHost({ stage, stop }: ApprovalRequest) {
  if (stage !== 'network' || stop.why.kind !== 'asks-host') return {}
  const { target, protocol } = stop.why
  // The port stands behind the last colon; an address of version 6 is in brackets.
  const host = target.replace(/:\d+$/, '')
  return { networkApprovalContext: { host, protocol: protocols[protocol] } }
}

/**
 * The question that a request is to a client of this protocol (docs/spec/app-server-v2.md), in the thread and turn it is told in. A
 * yes is always that of `plainYes`; what a sandbox stopped is asked about as the permissions which that adds.
 */
export function questionOf(request: ApprovalRequest, turnId: string): Question {
  const { sessionId: threadId, callId, command, cwd, kind, stage } = request
  const offer = plainYes(request)
  const message = approvalMessage(request)
  const common = {
    threadId,
    turnId,
    itemId: callId,
    startedAtMs: Date.parse(request.createdAt),
    // Some clients draw it as one line, and leave out what stood between the lines.
    reason: message.replaceAll('\n', ' \n'),
    countersign: {
      approvalId: request.id,
      message,
      assessment: wireAssessment(request),
      offers: offerReports(request),
    },
  }
  const environmentId = 'local' as const
  if (kind === 'patch') {
    const params: Params<'item/fileChange/requestApproval'> = { ...common, grantRoot: null }
    return named('item/fileChange/requestApproval', params, request)
  }
  const permissions = stage === 'retry' && offer?.kind === 'only-this' ? permissionsOf(offer) : undefined
  if (permissions) {
    const method = 'item/permissions/requestApproval'
    const params: Params<typeof method> = {
      ...common,
      // No item of its own: under the command's id a client would put these words in place of the command's.
      itemId: `${callId}/permissions`,
      environmentId,
      cwd,
      permissions,
    }
    const decide = (answer: ClientAnswer): Decision => {
      if (answer.kind !== 'result') return denied
      const read = serverRequests[method].result.safeParse(answer.result)
      if (!read.success || !isSamePermissions(permissions, read.data.permissions)) return denied
      return decideYes(request, read.data.scope === 'session' ? 'session' : 'once')
    }
    return { method, params, decide }
  }
  const availableDecisions: PlainDecision[] = [
    ...(offer ? ['accept' as const] : []),
    ...(offer?.scopes.includes('session') ? ['acceptForSession' as const] : []),
    ...['decline' as const, 'cancel' as const],
  ]
  const params: Params<'item/commandExecution/requestApproval'> = {
    kind: kind === 'input' ? 'writeStdin' : 'command',
    ...common,
    approvalId: request.id,
    environmentId,
    ...waitingHost(request),
    command: quoteCommand(command),
    cwd,
    commandActions: actionsOf(command),
    availableDecisions,
  }
  return named('item/commandExecution/requestApproval', params, request, availableDecisions)
}

/** What a set of permissions comes to. */
interface Plain {
  readonly network: boolean
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/**
 * What an offer adds, in this protocol's words. Undefined where it has none for it: nothing is added, or everything. A host is
 * told as the network, which is more than is given.
 */
export function permissionsOf({ grants }: Offer): WirePermissions | undefined {
  if (grants.length === 0 || grants.some(({ kind }) => kind === 'unsandboxed' || kind === 'git-settings'))
    return undefined
  const network = grants.some(({ kind }) => kind === 'host')
  const paths = (wanted: 'read' | 'write'): string[] =>
    grants.flatMap((grant) => (grant.kind === wanted ? [grant.path] : []))
  const [read, write] = [paths('read'), paths('write')]
  return {
    network: network ? { enabled: true } : null,
    fileSystem:
      read.length + write.length === 0
        ? null
        : { read: read.length === 0 ? null : read, write: write.length === 0 ? null : write },
  }
}

/** Undefined for what is no plain list of paths. */
function plain({ network, fileSystem }: WirePermissions): Plain | undefined {
  const entries = fileSystem?.entries ?? []
  const listed = (wanted: string): string[] =>
    entries.flatMap(({ access, path }) =>
      access === wanted && path.type === 'path' && typeof path['path'] === 'string' ? [path['path']] : [],
    )
  const [read, write] = [listed('read'), listed('write')]
  if (read.length + write.length !== entries.length) return undefined
  const sorted = (paths: readonly string[]): string[] => [...new Set(paths)].toSorted()
  return {
    network: network?.enabled === true,
    read: sorted([...read, ...(fileSystem?.read ?? [])]),
    write: sorted([...write, ...(fileSystem?.write ?? [])]),
  }
}

/** Whether a client gave exactly what it was asked for: nothing less, which could not be offered, and nothing more. */
export function isSamePermissions(asked: WirePermissions, given: WirePermissions): boolean {
  const [left, right] = [plain(asked), plain(given)]
  return left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right)
}

/** A question that is answered by name. Where the names are listed, no other one is an answer. */
function named(
  method: 'item/commandExecution/requestApproval' | 'item/fileChange/requestApproval',
  params: object,
  request: ApprovalRequest,
  listed?: readonly PlainDecision[],
): Question {
  const decide = (answer: ClientAnswer): Decision => {
    if (answer.kind !== 'result') return denied
    const read = serverRequests[method].result.safeParse(answer.result)
    if (!read.success) return denied
    const { decision } = read.data
    return listed === undefined || listed.includes(decision) ? plainly(decision, request) : denied
  }
  return { method, params, decide }
}
