import type { NotificationConstructorOptions } from 'electron'
import type { AgentEvent } from '@shared/domain/agent-event'
import { withHost } from '@shared/domain/host-state'
import type { SessionSummary } from '@shared/domain/session'
import { withinQuotes } from '@shared/domain/within-quotes'
import { nativeMessages } from '@shared/messages/native'
import type { EngineNotice } from '../../core/engine/engine-service'
import type { Announced } from '../../core/notify/announced'
import { createRedactor } from '../../core/redaction/redact-secrets'
import type { AppNotification, ElectronApi } from './electron-api'
import { plainText } from './plain-text'
import type { Waiting, WaitingChange, Waits } from './waiting'

/** What notifying depends on. `open` is called when the person clicks, `deny` when they press that button. */
export interface NotificationOptions {
  readonly Notification: ElectronApi['Notification']
  readonly platform: NodeJS.Platform
  readonly announces: Announced
  readonly waiting: Waiting
  sounds(): boolean
  /** Whether a window in which this session is looked at has the focus; without one, any in which everything comes up. */
  isWindowFocused(sessionId: string | undefined): boolean
  /** Whether a request is before the person's eyes already, in a box or a window that came up for it. */
  isShown(requestId: string): boolean
  /** One was pressed, wherever. */
  pressed(): void
  open(sessionId: string | undefined, requestId?: string): void
  deny(requestId: string): void
}

/** What stands on a locked screen as well has nothing in the form of a key. */
const withoutKeys = createRedactor([])

/** The buttons of a request's notification, where the platform has any. A yes is in none: it needs to be read. */
const buttons = ['deny', 'open'] as const

/**
 * Announces each thing that waits once, and each turn that ended by itself, if that happens while the window is not focused. Returns the
 * listener for the engine's notices. A click opens the request or the session; a request can be denied from its notification and not be
 * allowed. It is withdrawn as soon as it no longer waits, a turn's as soon as the next one of its session begins.
 */
export function createNotifications(options: NotificationOptions): (notice: EngineNotice) => void {
  const { Notification, platform, waiting } = options
  // A notification that is collected as garbage loses its click, so each is held until it is gone.
  const shown = new Map<string, AppNotification>()
  const sessions = new Map<string, SessionSummary>()
  const hasButtons = platform === 'darwin' || platform === 'win32'

  function show(
    given: NotificationConstructorOptions & { readonly id: string; readonly sessionId?: string | undefined },
    act: (button: number | undefined) => void,
  ): void {
    const { id, sessionId, ...said } = given
    if (options.isWindowFocused(sessionId) || !Notification.isSupported()) return
    const notification = new Notification({
      ...said,
      id,
      title: plainText(said.title ?? '', platform),
      body: plainText(said.body ?? '', platform),
      silent: !options.sounds(),
    })
    shown.set(id, notification)
    const forget = (): void => {
      if (shown.get(id) === notification) shown.delete(id)
    }
    notification.on('click', () => {
      options.pressed()
      act(undefined)
    })
    notification.on('action', (details, index) => {
      options.pressed()
      act(buttonIn(details, index))
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    notification.show()
  }

  function announce({ id, title, body, sessionId, request }: Waits): void {
    if (!options.announces.approvals || options.isShown(id)) return
    const high = request?.assessment.level === 'high'
    const given = {
      id,
      sessionId,
      // A session can have been given another title since the request was made.
      title: titleOf(sessions.get(sessionId ?? '')) ?? title,
      body,
      urgency: high ? ('critical' as const) : ('normal' as const),
      timeoutType: 'never' as const,
      ...(hasButtons && request !== undefined
        ? { actions: buttons.map((name) => ({ type: 'button' as const, text: nativeMessages()[name] })) }
        : {}),
    }
    show(given, (button) => {
      // Over meanwhile: there is nothing to deny, and a button of a notification that stayed must not open anything else.
      if (!waiting.get(id)) return
      if (button !== undefined && buttons[button] === 'deny') options.deny(id)
      else options.open(sessionId, id)
    })
  }

  /** A turn that a person stopped needs no telling; nobody waits for an agent's, or for one of which nothing is known. */
  function announceTurn(sessionId: string, { outcome, lastMessage }: TurnFinished): void {
    const session = sessions.get(sessionId)
    if (!options.announces.turns || outcome === 'interrupted' || !session || session.child) return
    const said = (lastMessage ?? '').split('\n').find((line) => line.trim() !== '')
    const { turnFailed, turnDone, turnSaid } = nativeMessages()
    // Its words stand where a request's own effect does: without whose they are they could be one.
    const done = said === undefined ? turnDone : turnSaid(withoutKeys(withinQuotes(said)).trim())
    const body = outcome === 'failed' ? turnFailed : done
    show({ id: turnKey(sessionId), sessionId, title: titleOf(session) ?? '', body }, () => {
      options.open(sessionId)
    })
  }

  function withdraw(id: string): void {
    shown.get(id)?.close()
    shown.delete(id)
    if (platform === 'darwin') Notification.remove(id)
  }

  waiting.subscribe(({ kind, what }: WaitingChange) => {
    if (kind === 'asked') announce(what)
    if (kind === 'over') withdraw(what.id)
  })

  return (notice) => {
    if (notice.kind === 'session') sessions.set(notice.session.id, notice.session)
    if (notice.kind === 'removed') sessions.delete(notice.sessionId)
    if (notice.kind !== 'event') return
    const { event, sessionId } = notice.event
    if (event.type === 'turn.started') withdraw(turnKey(sessionId))
    if (event.type === 'turn.finished') announceTurn(sessionId, event)
  }
}

type TurnFinished = Extract<AgentEvent, { type: 'turn.finished' }>

const titleOf = (session: SessionSummary | undefined): string | undefined =>
  session && withHost(session.id, session.title)

const turnKey = (sessionId: string): string => `turn ${sessionId}`

/**
 * Which button was pressed: newer versions of Electron say it on the event, older ones in a second argument. Undefined when neither does,
 * which opens: nothing is denied by a shape that nobody knows.
 */
function buttonIn(details: { readonly actionIndex?: unknown }, index: unknown): number | undefined {
  if (typeof details.actionIndex === 'number') return details.actionIndex
  return typeof index === 'number' ? index : undefined
}
