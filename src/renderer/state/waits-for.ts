import type { ApprovalRequest } from '@shared/domain/approval'
import type { Question } from '@shared/domain/question'
import type { Transcript } from './transcript'
import type { AgentItem, CommandItem, TranscriptItem } from './transcript-items'

/** What a turn that runs waits for. `since` is an ISO time; text in it is untrusted. */
export type WaitsFor =
  | { readonly kind: 'model' | 'writing' | 'room' | 'review' | 'patch'; readonly since: string }
  | { readonly kind: 'again'; readonly since: string; readonly attempt: number }
  | { readonly kind: 'approval'; readonly since: string; readonly count: number }
  | { readonly kind: 'question'; readonly since: string; readonly server: string | undefined }
  | { readonly kind: 'command'; readonly since: string; readonly command: readonly string[] }
  | { readonly kind: 'server'; readonly since: string; readonly server: string; readonly tool: string }
  | { readonly kind: 'agents'; readonly since: string; readonly names: readonly string[] }

/** What of a session's requests and questions waits for the person, the oldest of each first. */
export interface Asked {
  readonly approvals: readonly Pick<ApprovalRequest, 'createdAt'>[]
  readonly questions: readonly Pick<Question, 'createdAt' | 'server'>[]
}

/**
 * What the running turn of a session waits for: the person before all, then what runs, then the model. Agents work on while
 * the model does, and no event tells whether it waits for them: they are named beside it. Undefined for a record that tells
 * of no moment to count from.
 */
export function waitsFor(transcript: Transcript, { approvals, questions }: Asked): WaitsFor | undefined {
  const [request] = approvals
  if (request !== undefined)
    return { kind: 'approval', since: request.createdAt, count: approvals.length + questions.length }
  const [question] = questions
  if (question !== undefined) return { kind: 'question', since: question.createdAt, server: question.server }
  const { since, makesRoom = false } = transcript.step ?? {}
  if (since === undefined) return undefined
  const items = transcript.items.slice(transcript.ended)
  const runs = items.findLast(isAtWork)
  if (runs !== undefined) return atWork(runs, since)
  if (makesRoom) return { kind: 'room', since }
  const last = items.at(-1)
  if (last?.kind === 'retrying') return { kind: 'again', since, attempt: last.attempt }
  if (last?.kind === 'assistant' && !last.done) return { kind: 'writing', since }
  const names = items.filter(worksOn).map(({ name }) => name)
  return names.length > 0 ? { kind: 'agents', since, names } : { kind: 'model', since }
}

const worksOn = (item: TranscriptItem): item is AgentItem => item.kind === 'agent' && item.end === undefined

function isAtWork(item: TranscriptItem): boolean {
  if (item.kind === 'review') return item.running
  if (item.kind === 'tool') return item.startedAt !== undefined && !item.settled && item.result === undefined
  if (item.kind !== 'command' && item.kind !== 'patch') return false
  const last = item.attempts.at(-1)
  return last !== undefined && !last.settled && last.kept === undefined
}

function atWork(item: TranscriptItem, since: string): WaitsFor {
  if (item.kind === 'tool') {
    const { server, tool } = item.invocation
    return { kind: 'server', since: item.startedAt ?? since, server, tool }
  }
  if (item.kind !== 'command' && item.kind !== 'patch') return { kind: 'review', since }
  const begun = item.attempts.at(-1)?.startedAt ?? since
  return item.kind === 'patch'
    ? { kind: 'patch', since: begun }
    : { kind: 'command', since: begun, command: (item satisfies CommandItem).command }
}
