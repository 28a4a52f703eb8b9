import { sampleServers } from './sample-servers'
import { answerEffectRules } from './sample-effect-rules'
import { answerFleet } from './sample-fleet'
import { answerHosts, answerSandboxes } from './sample-hosts'
import { answerSettings } from './answer-settings'
import { folderAnswer } from './sample-folders'
import type { Appearance } from '@shared/domain/appearance'
import type { RequestChannel } from '@shared/ipc/channels'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { RawBridge, RequestOf } from '@shared/ipc/contract'
import { alike, likened } from './sample-alike'
import { failing, failures, low, medium, streaming } from './sample-assessments'
import { sampleTurnDiff, wholeFile } from './sample-diffs'
import { findInEvents } from '../../../src/main/core/conversation/find-in-events'
import { overviewOf } from '../../../src/main/core/conversation/session-overview'
import { sampleEvents } from './sample-events'
import { sampleOverview } from './sample-side'
import { grants } from './sample-grants'
import { foundInRecords, listed } from './sample-lists'
import { changedSince, rehearsals, rehearse, surprise } from './sample-rehearsal'
import { sessions } from './sample-sessions'
import { sampleFiles, samplePrompts } from './sample-prompts'
import { snapshot } from './sample-snapshot'
import { readTerminal } from './sample-terminal'
import { isUnparsable } from './unparsable'
import { sceneHash } from './scene-hash'
import type { RestoreWish } from '../../../src/shared/domain/turn-restore'

// Stands where the preload would: sample data behind the real bridge, so that the window can be looked at.
const scene = sceneHash.slice(1)
const listeners = new Set<(push: unknown) => void>()
const riseAfterMs = 3000
let seq = 0
let inForce = scene === 'quiet' ? [] : grants

function push(body: Record<string, unknown>): void {
  seq += 1
  for (const listener of listeners) listener({ seq, ...body })
}

let told = 502

function tell(sessionId: string, type: 'approval.requested' | 'approval.resolved', request: unknown): void {
  const at = new Date().toISOString()
  push({ kind: 'events', events: [{ sessionId, seq: ++told, at, event: { type, request } }] })
}

/** How the window is chosen to look, by scene. */
const looks: Readonly<Record<string, Appearance>> = {
  contrast: { high_contrast: true },
  'contrast-cards': { high_contrast: true },
  compact: { density: 'compact' },
}

/** A home in which nothing was done or set up. */
const nothingYet = {
  models: snapshot.models.filter((choice) => choice.demo),
  defaults: { ...snapshot.defaults, provider: 'demo', model: 'demo' },
  ...{ sessions: [], approvals: [] },
}

function hello(): unknown {
  if (scene === 'first') {
    const sandbox = {
      kind: 'unavailable',
      reason: 'bubblewrap is missing.',
      remedy: 'sudo apt install bubblewrap',
    }
    return { ...snapshot, ...nothingYet, seq, sandbox }
  }
  if (scene === 'no-model' || scene === 'model-found') return { ...snapshot, ...nothingYet, seq }
  if (scene === 'all-archived') return { ...snapshot, seq, ...{ sessions: [], approvals: [] } }
  if (scene === 'quiet') return { ...snapshot, seq, approvals: [], sessions: sessions.slice(4) }
  if (scene === 'rising') setTimeout(raise, riseAfterMs)
  const approvals = [
    ...snapshot.approvals.map(asInScene),
    ...snapshot.approvals.flatMap((each) =>
      each.id === (likened[scene] ?? 'a4') ? (alike[scene]?.(each) ?? []) : [],
    ),
  ]
  return { ...snapshot, seq, approvals, ...(looks[scene] && { appearance: looks[scene] }) }
}

/** The first request as the scene's name says: still being assessed, or with a model that failed. */
function asInScene(request: ApprovalRequest): ApprovalRequest {
  if (request.id !== 'a1') return request
  if (scene === 'surprise')
    return { ...request, stop: { ...request.stop, ...surprise }, rehearsal: rehearsals['rehearsal-applies'] }
  if (scene === 'changed-since') return { ...request, stop: { ...request.stop, ...changedSince } }
  if (rehearsals[scene]) return { ...request, rehearsal: rehearsals[scene] }
  if (scene === 'streaming') return { ...request, assessment: streaming }
  return failures[scene] ? { ...request, assessment: failing(failures[scene]) } : request
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
    if (request) tell(request.sessionId, 'approval.resolved', { ...request, ...decided })
  }, 50)
  if (payload.requestId === 'a3') return { kind: 'already', state: 'answered', decidedBy: 'terminal' }
  return { kind: 'accepted' }
}

/** The person's own command, asked about as a request of its own. */
function askEdited(request: ApprovalRequest, command: string[]): void {
  const edited = { command: request.command, level: request.assessment.level }
  const effect = { act: { kind: 'said', text: 'Deletes 41 files (6.2 MB) in packages/agent/dist.' } }
  const stop = {
    ...request.stop,
    boundary: 'approval-policy',
    why: { kind: 'edited' },
    evidence: [],
  }
  const createdAt = new Date().toISOString()
  const asked = { id: 'a9', stage: 'first', command, edited, effect, stop, createdAt, assessment: medium }
  tell(request.sessionId, 'approval.requested', { ...request, ...asked })
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

let stoppedSeq = 600
function stopProcess({ sessionId, callId }: { sessionId: string; callId: string }): unknown {
  const outcome = {
    kind: 'cancelled',
    by: 'person',
    durationMs: 5,
    output: { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 },
  }
  const event = { type: 'command.finished', callId, outcome }
  setTimeout(() => {
    push({
      kind: 'events',
      events: [{ sessionId, seq: (stoppedSeq += 1), at: new Date().toISOString(), event }],
    })
  }, 20)
  return { stopped: true }
}

function steer({
  sessionId,
  text,
  clientId,
}: {
  sessionId: string
  text: string
  clientId: string
}): unknown {
  const event = { type: 'message.waiting', clientId, text }
  const at = new Date().toISOString()
  push({ kind: 'events', events: [{ sessionId, seq: (stoppedSeq += 1), at, event }] })
  return { turnId: 't1' }
}

function restored({ sessionId, way, turnNumber }: RestoreWish & { readonly sessionId: string }): unknown {
  const event = { type: 'files.restored', way, turnNumber, files: 3, left: [] }
  const at = new Date().toISOString()
  setTimeout(() => {
    push({ kind: 'events', events: [{ sessionId, seq: (stoppedSeq += 1), at, event }] })
  }, 20)
  return { files: 3, left: [] }
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

function answer(channel: RequestChannel, payload: unknown): unknown {
  const { sessionId } = payload as { sessionId: string }
  const session = snapshot.sessions.find((one) => one.id === sessionId) ?? sessions[0]
  switch (channel) {
    case 'app.hello':
      return hello()
    case 'session.open': {
      if ('before' in (payload as object)) return { session, events: [] }
      const request = snapshot.approvals.find((one) => one.sessionId === sessionId)
      const older = scene === 'long' ? { older: { before: 1, userMessages: 7 } } : {}
      return { session, events: sampleEvents(sessionId, request), ...older }
    }
    case 'session.create':
    case 'session.configure':
      return session
    case 'prompts.list':
      return { prompts: samplePrompts }
    case 'session.overview':
      return scene === 'side' ? sampleOverview : overviewOf(sampleEvents(sessionId, undefined))
    case 'session.changes':
      return scene === 'side' ? { unifiedDiff: sampleTurnDiff(scene) } : {}
    case 'terminal.read':
      return readTerminal(scene, payload as RequestOf<'terminal.read'>)
    case 'terminal.open':
      return { begun: true, run: 1 }
    case 'terminal.resize':
    case 'terminal.end':
      return {}
    case 'terminal.write':
      return { taken: true }
    case 'stream.open':
      return { stream: '0'.repeat(32) }
    case 'stream.read':
      return { data: '', over: true }
    case 'session.find': {
      const request = snapshot.approvals.find((one) => one.sessionId === sessionId)
      return findInEvents(sampleEvents(sessionId, request), (payload as { text: string }).text, 200)
    }
    case 'records.find':
      return foundInRecords(payload as { text: string; host?: string })
    case 'files.search':
    case 'folder.files':
      return { paths: sampleFiles.filter((path) => path.includes((payload as { query: string }).query)) }
    case 'file.open':
      return { kind: 'opened' }
    case 'file.read':
      return wholeFile((payload as { path: string }).path)
    case 'session.resume':
      return { session, events: [] }
    case 'session.fork':
    case 'session.rename':
    case 'session.unarchive':
      return session
    case 'session.list':
      return listed(payload as { search?: string; archived?: boolean; host?: string })
    case 'session.archive':
    case 'session.delete':
      return {}
    case 'session.save':
      return { kind: 'unsupported' }
    case 'session.export':
      return { fileName: 'session.md', mediaType: 'text/markdown', text: '' }
    case 'model.list':
      return {
        choices: scene === 'first' || scene === 'no-model' ? nothingYet.models : snapshot.models,
        ...{ local: [], problems: [] },
      }
    case 'model.save-key':
      return { place: 'the keyring' }
    case 'model.add-provider':
      return { provider: 'ours', file: '/home/me/.config/countersign/config.toml' }
    case 'turn.steer':
      return steer(payload as { sessionId: string; text: string; clientId: string })
    case 'turn.start':
    case 'turn.retry':
    case 'turn.run-again':
    case 'session.compact':
    case 'review.start':
      return { turnId: 't2' }
    case 'approval.check-rule':
      return checkRule((payload as { rule: string }).rule)
    case 'grant.list':
      return { grants: inForce, allSuspended: false }
    case 'grant.suspend':
      return {}
    case 'grant.revoke':
      return revoke((payload as { grantId: string }).grantId)
    case 'process.stop':
      return stopProcess(payload as { sessionId: string; callId: string })
    case 'approval.rehearse':
      return rehearse((payload as { requestId: string }).requestId, push)
    case 'effect-rule.offer':
    case 'effect-rule.save':
    case 'effect-rule.list':
    case 'effect-rule.suggest':
    case 'effect-rule.suspend':
    case 'effect-rule.remove':
      return answerEffectRules(channel, payload)
    case 'approval.leaves-out':
      return {}
    case 'approval.view-again':
      return viewAgain((payload as { requestId: string }).requestId)
    case 'approval.decide':
      return decide(payload as Parameters<typeof decide>[0])
    case 'question.answer':
      return { counted: true }
    case 'mcp.list':
      return { servers: sceneHash.startsWith('#first') ? [] : sampleServers }
    case 'port.open':
    case 'stream.write':
    case 'stream.end':
    case 'turn.interrupt':
    case 'mcp.enable':
    case 'mcp.restart':
    case 'mcp.sign-out':
      return {}
    case 'mcp.sign-in':
      return { url: 'https://auth.example.org/authorize?state=x', host: 'auth.example.org' }
    case 'mcp.visit':
    case 'window.open':
    case 'question.open':
      return { kind: 'opened' }
    case 'host.list':
    case 'host.add':
    case 'host.remove':
    case 'host.test':
    case 'host.look':
    case 'host.retry':
    case 'host.answer':
    case 'host.lend':
    case 'host.on-close':
    case 'host.set-fleet':
      return answerHosts(channel, payload, push)
    case 'fleet.changes':
    case 'fleet.apply':
    case 'fleet.branch':
      return answerFleet(channel, payload)
    case 'sandbox.begin':
    case 'sandbox.cancel':
    case 'sandbox.list':
    case 'sandbox.clean':
    case 'sandbox.look':
    case 'sandbox.delete':
      return answerSandboxes(channel)
    case 'settings.read':
    case 'settings.write':
    case 'grant.narrow':
    case 'model.remove-key':
    case 'model.providers':
    case 'model.test':
    case 'decisions.count':
    case 'history.replay':
    case 'rules.import':
    case 'kept.read':
    case 'desk.look':
    case 'desk.connect':
    case 'kept.show':
    case 'doctor.run':
      return answerSettings(channel, payload)
    case 'command.assess':
    case 'command.rehearse':
      throw new Error('no window asks this')
    case 'restore.do':
      return restored(payload as RestoreWish & { readonly sessionId: string })
    case 'folder.pick':
      return { kind: 'picked', path: '/home/me/src/pi-mono' }
    case 'agents.list':
    case 'folder.complete':
    case 'folder.look':
    case 'folder.trust':
    case 'worktree.state':
    case 'turn.changes':
    case 'restore.list':
    case 'restore.look':
    case 'rewind.look':
    case 'rewind.do':
      return folderAnswer(channel, payload)
  }
}

/** In the scene of a dead engine only the first hello is answered; a gap in the pushes leads to the next. */
let hellos = 0
function isDead(): boolean {
  hellos += 1
  if (scene !== 'dead') return false
  if (hellos === 1)
    setTimeout(() => {
      seq += 1
      push({ kind: 'servers' })
    }, 200)
  return hellos > 1
}

/** What the window asked for, for tests to look at. */
const sent: [RequestChannel, unknown][] = []
Object.assign(window, { sent })

const bridge: RawBridge = {
  async invoke(channel, payload) {
    sent.push([channel, payload])
    if (channel === 'app.hello' && isDead())
      return { ok: false, fault: { code: 'connection-failed', message: 'The engine does not answer.' } }
    return isUnparsable(payload)
      ? { ok: false, fault: { code: 'bad-request', message: 'This does not parse: a quote is missing.' } }
      : { ok: true, value: await answer(channel, payload) }
  },
  on: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
window.countersign = bridge
