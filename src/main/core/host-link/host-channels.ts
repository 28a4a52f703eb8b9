import type { RequestChannel } from '@shared/ipc/channels'
import { hiddenCharacter } from '@shared/domain/hidden-characters'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { cutAnswer, mostOfFolder } from './cut-answer'
import type { OfHost } from './of-host'

type Named<K extends string> = {
  [C in RequestChannel]: RequestOf<C> extends Readonly<Record<K, string>> ? C : never
}[RequestChannel]

const bySession = [
  'session.open',
  'session.resume',
  'session.configure',
  'session.fork',
  'session.rename',
  'session.archive',
  'session.unarchive',
  'session.delete',
  'session.export',
  'session.find',
  'session.overview',
  'session.changes',
  'session.compact',
  'turn.start',
  'turn.steer',
  'turn.interrupt',
  'turn.retry',
  'turn.run-again',
  'turn.changes',
  'review.start',
  'process.stop',
  'stream.open',
  'stream.read',
  'stream.write',
  'stream.end',
  'terminal.open',
  'terminal.read',
  'terminal.write',
  'terminal.resize',
  'terminal.end',
  'files.search',
  'file.read',
  'worktree.state',
  'restore.look',
  'restore.do',
  'rewind.look',
  'rewind.do',
] as const satisfies readonly Named<'sessionId'>[]

const byRequest = [
  'approval.decide',
  'approval.check-rule',
  'approval.view-again',
  'approval.rehearse',
  'approval.leaves-out',
] as const satisfies readonly Named<'requestId'>[]

/**
 * What a host is asked, with the member that says which. All else is this machine's own: what opens a program, an address, a file or a port here
 * is never asked of a host, whose answer would be carried out here.
 */
const naming: ReadonlyMap<string, 'sessionId' | 'requestId' | 'questionId'> = new Map([
  ...bySession.map((channel) => [channel, 'sessionId'] as const),
  ...byRequest.map((channel) => [channel, 'requestId'] as const),
  ['question.answer', 'questionId'] as const,
])

const byHost = [
  'session.create',
  'folder.complete',
  'folder.look',
] as const satisfies readonly RequestChannel[]

/** A channel that is asked before there is a session, with the name of the host and a folder there. */
export type BeforeSession = (typeof byHost)[number]

/** The host and the folder that a request on one of those names; undefined: it is on another, or names no host and is for this machine. */
export function hostAndFolder(
  channel: RequestChannel,
  payload: object,
):
  | { readonly host: string; readonly folder: string | undefined; readonly rest: RequestOf<BeforeSession> }
  | undefined {
  if (!byHost.some((each) => each === channel)) return undefined
  const { host, ...rest } = payload as RequestOf<BeforeSession>
  if (host === undefined) return undefined
  return { host, folder: 'typed' in rest ? rest.typed : 'path' in rest ? rest.path : rest.cwd, rest }
}

/** The channels that hosts are asked on, for whoever proves something of all. */
export const hostChannels: readonly string[] = [...byHost, ...naming.keys()]

/** What of a request says whose it is, wherever it stands; `asked`: hosts are asked this. */
export function namedIn(
  channel: RequestChannel,
  payload: object,
): { readonly id: string; readonly member: string; readonly asked: boolean } | undefined {
  const member = naming.get(channel)
  const members = member === undefined ? ['sessionId', 'requestId', 'questionId', 'grantId'] : [member]
  for (const each of members) {
    const id: unknown = Reflect.get(payload, each)
    if (typeof id === 'string') return { id, member: each, asked: member !== undefined }
  }
  return undefined
}

const sessions: ReadonlySet<RequestChannel> = new Set([
  'session.create',
  'session.configure',
  'session.fork',
  'session.rename',
  'session.unarchive',
])
const records: ReadonlySet<RequestChannel> = new Set(['session.open', 'session.resume'])

/** A host's answer with the ids of a window. Those of the other channels name nothing beyond their own session. */
export function answerOf<C extends RequestChannel>(
  channel: C,
  answer: ResponseOf<C>,
  of: OfHost,
): ResponseOf<C> {
  if (channel === 'session.overview') {
    const { decisions, ...rest } = answer as ResponseOf<'session.overview'>
    const named = decisions.map((each) =>
      each.kind === 'grant' ? { ...each, grant: of.grant(each.grant) } : each,
    )
    return { ...rest, decisions: named } as ResponseOf<C>
  }
  if (channel === 'folder.complete') {
    const { folders } = answer as ResponseOf<'folder.complete'>
    return { folders: folders.filter(isFolderThere) } as ResponseOf<C>
  }
  if (channel === 'folder.look') return cutAnswer(answer, mostOfFolder).answer
  if (sessions.has(channel)) return of.session(answer as ResponseOf<'session.fork'>) as ResponseOf<C>
  if (!records.has(channel)) return answer
  const record = answer as ResponseOf<'session.open'>
  const events = record.events.map((event) => of.event(event))
  return { ...record, session: of.session(record.session), events } as ResponseOf<C>
}

/** What a person is offered can be sent back, and reads as what it is. */
const isFolderThere = (path: string): boolean =>
  path.startsWith('/') && path.length <= mostOfPath && !hiddenCharacter.test(path)
const mostOfPath = 4_096
