import type { RequestChannel } from '@shared/ipc/channels'
import { FaultError } from '@shared/domain/fault'
import { hiddenCharacter } from '@shared/domain/hidden-characters'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { cutAnswer, mostOfFolder } from './cut-answer'
import { exportedThere } from './exported-there'
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

/** What a host is asked that is named itself: of a folder there, for a new session, and of what is on record there. */
const inFolder = ['session.create', 'folder.complete', 'folder.look'] as const
const byName: readonly RequestChannel[] = [...inFolder, 'session.list', 'records.find']

/**
 * What a host is asked, with the member that says which. All else is this machine's own: what opens a program, an address, a file or a port here
 * is never asked of a host, whose answer would be carried out here.
 */
const naming: ReadonlyMap<string, 'sessionId' | 'requestId' | 'questionId'> = new Map([
  ...bySession.map((channel) => [channel, 'sessionId'] as const),
  ...byRequest.map((channel) => [channel, 'requestId'] as const),
  ['question.answer', 'questionId'] as const,
])

/** The channels that hosts are asked on, for whoever proves something of all. */
export const hostChannels: readonly string[] = [...byName, ...naming.keys()]

/** The host that a request names itself, and what that is asked; undefined: it names none. */
export interface HostNamed {
  readonly name: string
  readonly asked: object
  /** The folder there that it is about; undefined: it names none, though it needs one. Absent: it is about none. */
  readonly folder?: string | undefined
}

/** See HostNamed. */
export function hostNamedIn(channel: RequestChannel, payload: object): HostNamed | undefined {
  const { host, ...asked } = payload as { readonly host?: string }
  if (host === undefined || !byName.includes(channel)) return undefined
  const named = { name: host, asked }
  if (!inFolder.some((each) => each === channel)) return named
  const { typed, path, cwd } = asked as {
    readonly typed?: string
    readonly path?: string
    readonly cwd?: string
  }
  return { ...named, folder: typed ?? path ?? cwd }
}

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
/** So much is taken of a page of what is on record; an engine's own has no more. */
const mostListed = { text: 4_096, list: 200 }
const mostFound = { text: 1_000, list: 20 }
const mostPlaces = 1_000
const records: ReadonlySet<RequestChannel> = new Set(['session.open', 'session.resume'])
/** What says which files a yes is for: with some of them left out nobody could give one. */
const filesOfYes: ReadonlySet<RequestChannel> = new Set(['worktree.state', 'restore.look', 'rewind.look'])

/**
 * A host's answer to a request with the ids and by the clock of a window. Those of the other channels name nothing beyond their own session, and no moment.
 * What it may name of this machine's is nothing: a file that is kept here has a plain name of the kind that was asked for. Throws FaultError
 * `bad-request` where it names more files, of those that a yes would be for, than can be shown.
 */
export function answerOf<C extends RequestChannel>(
  channel: C,
  answer: ResponseOf<C>,
  of: OfHost,
  asked: RequestOf<C>,
): ResponseOf<C> {
  if (channel === 'session.export') {
    const { format } = asked as RequestOf<'session.export'>
    return exportedThere(answer as ResponseOf<'session.export'>, format) as ResponseOf<C>
  }
  if (channel === 'session.overview')
    return of.overview(answer as ResponseOf<'session.overview'>) as ResponseOf<C>
  if (channel === 'approval.decide') return of.reply(answer as ResponseOf<'approval.decide'>) as ResponseOf<C>
  if (channel === 'session.list') {
    const { items, ...more } = cutAnswer(answer as ResponseOf<'session.list'>, mostListed).answer
    return { ...more, items: items.map((item) => of.session(item)) } as ResponseOf<C>
  }
  if (channel === 'records.find') {
    const { answer: cut } = cutAnswer(answer as ResponseOf<'records.find'>, mostFound)
    return { ...cut, sessions: cut.sessions.map((each) => of.found(each)) } as ResponseOf<C>
  }
  if (channel === 'folder.complete') {
    const { folders } = answer as ResponseOf<'folder.complete'>
    return { folders: folders.filter(isFolderThere) } as ResponseOf<C>
  }
  if (channel === 'files.search' || channel === 'restore.do') return cutAnswer(answer, mostOfFolder).answer
  if (filesOfYes.has(channel)) {
    const { answer: whole, leftOut } = cutAnswer(answer, mostOfFolder)
    if (leftOut === 0) return whole
    const message = `It names more files than can be shown (${String(mostOfFolder.list)} of a kind). Nothing can be decided here without seeing them all.`
    throw new FaultError({ code: 'bad-request', message })
  }
  if (channel === 'session.find') {
    const { found, more } = answer as ResponseOf<'session.find'>
    return { found: found.slice(-mostPlaces), more: more || found.length > mostPlaces } as ResponseOf<C>
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
