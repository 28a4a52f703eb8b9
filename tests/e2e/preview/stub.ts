import { sampleSettings } from './sample-settings'
import type { RequestChannel } from '@shared/ipc/channels'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { RawBridge } from '@shared/ipc/contract'
import { failing, failures, low, medium, streaming } from './sample-assessments'
import { sampleEvents } from './sample-events'
import { grants } from './sample-grants'
import { sessions } from './sample-sessions'
import { snapshot } from './sample-snapshot'

// Stands where the preload would: sample data behind the real bridge, so that the window can be looked at.
const scene = location.hash.slice(1)
const listeners = new Set<(push: unknown) => void>()
const riseAfterMs = 3000
let seq = 0
let inForce = scene === 'quiet' ? [] : grants

function push(body: Record<string, unknown>): void {
  seq += 1
  for (const listener of listeners) listener({ seq, ...body })
}

function hello(): unknown {
  if (scene === 'first') {
    const sandbox = {
      kind: 'unavailable',
      reason: 'bubblewrap is missing.',
      remedy: 'sudo apt install bubblewrap',
    }
    const models = snapshot.models.filter((choice) => choice.demo)
    return { ...snapshot, seq, sandbox, models, sessions: [], approvals: [] }
  }
  if (scene === 'quiet') return { ...snapshot, seq, approvals: [], sessions: sessions.slice(4) }
  if (scene === 'rising') setTimeout(raise, riseAfterMs)
  return { ...snapshot, seq, approvals: snapshot.approvals.map(asInScene) }
}

/** The first request as the scene's name says: still being assessed, or with a model that failed. */
function asInScene(request: ApprovalRequest): ApprovalRequest {
  if (request.id !== 'a1') return request
  if (scene === 'streaming') return { ...request, assessment: streaming }
  const failure = failures[scene]
  return failure === undefined ? request : { ...request, assessment: failing(failure) }
}

/** The model finds more in the low request than the checks did. */
function raise(): void {
  const { facts: _, floor: __, ...update } = low
  const opinion = { description: 'It empties a shared cache.', level: 'high', categories: ['data_deletion'] }
  const view = { ...low.view, view: opinion }
  const event = { type: 'approval.assessed', requestId: 'a4', update: { ...update, level: 'high', view } }
  push({ kind: 'events', events: [{ sessionId: 's4', seq: 500, at: new Date().toISOString(), event }] })
}

function decide(payload: { requestId: string; decision: ApprovalRequest['decision'] }): unknown {
  const request = snapshot.approvals.find((one) => one.id === payload.requestId)
  if (payload.decision?.kind === 'edit') setTimeout(askEdited, 80, request, payload.decision.command)
  setTimeout(() => {
    const decided = { state: 'answered', decision: payload.decision, decidedBy: 'window' }
    push({ kind: 'approval', request: { ...request, ...decided } })
  }, 50)
  if (payload.requestId === 'a3') return { kind: 'already', state: 'answered', decidedBy: 'terminal' }
  return { kind: 'accepted' }
}

/** The person's own command, asked about as a request of its own. */
function askEdited(request: ApprovalRequest, command: string[]): void {
  const edited = { command: request.command, level: request.assessment.level }
  const effect = 'Deletes 41 files (6.2 MB) in packages/agent/dist.'
  const stop = {
    ...request.stop,
    boundary: 'approval-policy',
    text: 'You changed this command.',
    evidence: [],
  }
  const createdAt = new Date().toISOString()
  const asked = { id: 'a9', stage: 'first', command, edited, effect, stop, createdAt, assessment: medium }
  push({ kind: 'approval', request: { ...request, ...asked } })
}

function viewAgain(requestId: string): unknown {
  const request = snapshot.approvals.find((one) => one.id === requestId)
  if (request === undefined) return { asked: false }
  const { facts: _, floor: __, ...update } = request.assessment
  const view = { status: 'waiting', model: 'qwen3-coder:30b', text: '' }
  const event = { type: 'approval.assessed', requestId, update: { ...update, view } }
  const at = new Date().toISOString()
  setTimeout(() => {
    push({ kind: 'events', events: [{ sessionId: request.sessionId, seq: 501, at, event }] })
  }, 20)
  return { asked: true }
}

function stopProcess({ sessionId, processId }: { sessionId: string; processId: number }): unknown {
  const outcome = {
    kind: 'cancelled',
    durationMs: 5,
    output: { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 },
  }
  const event = { type: 'command.finished', callId: `stays-${String(processId)}`, outcome }
  setTimeout(() => {
    push({
      kind: 'events',
      events: [{ sessionId, seq: 600 + processId, at: new Date().toISOString(), event }],
    })
  }, 20)
  return { stopped: true }
}

function revoke(grantId: string): unknown {
  const before = inForce.length
  inForce = inForce.filter((grant) => grant.id !== grantId)
  setTimeout(() => {
    push({ kind: 'grants', grants: inForce })
  }, 20)
  return { revoked: inForce.length < before }
}

/** As far as a preview needs it: too broad, or right. */
function checkRule(rule: string): unknown {
  return /^\w+ \*$/.test(rule)
    ? { kind: 'invalid', problem: `The rule cannot be saved: “${rule}” leaves open what would run.` }
    : { kind: 'valid' }
}

/** Sessions as the engine lists them, by their titles alone. */
function list({ search = '', archived = false }: { search?: string; archived?: boolean }): unknown {
  const fits = sessions.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
  const items = fits.map((one) => ({ ...one, rolloutPath: '/r.jsonl', preview: '', archived: false }))
  return { items: archived ? [] : items }
}

function answer(channel: RequestChannel, payload: unknown): unknown {
  const { sessionId } = payload as { sessionId: string }
  const session = sessions.find((one) => one.id === sessionId) ?? sessions[0]
  switch (channel) {
    case 'app.hello':
      return hello()
    case 'session.open': {
      const request = snapshot.approvals.find((one) => one.sessionId === sessionId)
      const older = scene === 'long' ? { older: { before: 1, userMessages: 7 } } : {}
      return { session, events: sampleEvents(sessionId, request), ...older }
    }
    case 'session.create':
    case 'session.configure':
      return session
    case 'session.resume':
      return { session, events: [] }
    case 'session.fork':
    case 'session.rename':
    case 'session.unarchive':
      return session
    case 'session.list':
      return list(payload as { search?: string; archived?: boolean })
    case 'session.archive':
    case 'session.delete':
      return {}
    case 'session.save':
      return { kind: 'unsupported' }
    case 'session.export':
      return { fileName: 'session.md', mediaType: 'text/markdown', text: '' }
    case 'model.list':
      return { choices: snapshot.models, local: [], problems: [] }
    case 'model.save-key':
      return { place: 'the keyring' }
    case 'model.add-provider':
      return { provider: 'ours', file: '/home/me/.config/countersign/config.toml' }
    case 'turn.start':
    case 'turn.retry':
    case 'session.compact':
      return { turnId: 't2' }
    case 'approval.check-rule':
      return checkRule((payload as { rule: string }).rule)
    case 'grant.list':
      return { grants: inForce }
    case 'grant.revoke':
      return revoke((payload as { grantId: string }).grantId)
    case 'process.stop':
      return stopProcess(payload as { sessionId: string; processId: number })
    case 'turn.interrupt':
      return {}
    case 'approval.view-again':
      return viewAgain((payload as { requestId: string }).requestId)
    case 'approval.decide':
      return decide(payload as Parameters<typeof decide>[0])
    case 'settings.read':
      return sampleSettings
    case 'settings.write':
      return { kind: 'written', view: sampleSettings }
    case 'doctor.run':
      return {
        sandbox: snapshot.sandbox,
        checks: [
          { id: 'a', title: 'Commands run in a sandbox', status: 'ok', detail: 'bubblewrap 0.11.0' },
          {
            id: 'b',
            title: 'Denied paths are partly guessed',
            status: 'warn',
            detail: 'strace gives the exact path instead of a guess.',
            remedy: 'sudo apt install strace',
          },
          { id: 'c', title: 'No model', status: 'missing', detail: 'config.toml names none.' },
        ],
      }
    case 'folder.pick':
      return { kind: 'picked', path: '/home/me/src/pi-mono' }
  }
}

/** As far as a preview needs it: an edited command with a quote left open. */
function isUnparsable(payload: unknown): boolean {
  const { decision } = payload as { decision?: ApprovalRequest['decision'] }
  return decision?.kind === 'edit' && decision.command.join(' ').split('"').length % 2 === 0
}

const bridge: RawBridge = {
  invoke: (channel, payload) =>
    Promise.resolve(
      isUnparsable(payload)
        ? { ok: false, fault: { code: 'bad-request', message: 'This does not parse: a quote is missing.' } }
        : { ok: true, value: answer(channel, payload) },
    ),
  on: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
window.countersign = bridge
