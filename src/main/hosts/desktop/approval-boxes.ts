import type { MessageBoxOptions } from 'electron'
import { isStoppedAgain, type ApprovalRequest, type Decision } from '@shared/domain/approval'
import type { DesktopSettings } from '@shared/domain/settings'
import { nativeMessages, requestInBox } from '@shared/messages/native'
import type { AppWindow, MessageBox } from './electron-api'
import type { Speech } from './speech'
import type { Waiting, WaitingChange } from './waiting'

/** What boxes depend on. Times in milliseconds. */
export interface ApprovalBoxOptions {
  readonly messageBox: MessageBox
  readonly platform: NodeJS.Platform
  readonly waiting: Waiting
  when(): DesktopSettings['approval_boxes']
  /** Whether a window of ours can be seen in which a session's requests come up. */
  isWindowVisible(sessionId: string): boolean
  /** A window that can be seen and that a box may belong to. */
  parent(): AppWindow | undefined
  decide(requestId: string, decision: Decision): void
  /** Opens a request in the window that stays on top, without taking the focus. */
  openCompact(requestId: string): void
  now(): number
  /** Says something in the person's language. */
  readonly speak: Speech['in']
}

/** Which requests are being shown already, so that nothing else announces them. */
export interface ApprovalBoxes {
  shows(requestId: string): boolean
}

/** Whoever was typing when a box came up has not read it: a yes before this counts as a wish to see more. */
const unreadMs = 600

const [allow, deny, open] = [0, 1, 2]

/**
 * Asks in the system's own message box while no window is visible (or always, or never, as it is set), one request at a time. Only what a
 * glance is enough for: a high or unknown level, a contradicted claim, and what no plain yes is offered for open the window instead, and so
 * does a box whose request turns out like that while it is shown. Closing a box, Escape and Enter open the window; none of them answers.
 */
export function showApprovalBoxes(options: ApprovalBoxOptions): ApprovalBoxes {
  const queue: string[] = []
  const opened = new Set<string>()
  let shown: { readonly id: string; readonly end: AbortController } | undefined

  function take({ kind, what: { id, request } }: WaitingChange): void {
    if (request === undefined) return
    if (kind === 'over') {
      withdraw(id)
      opened.delete(id)
    } else if (kind === 'asked') {
      if (!wanted(request.sessionId)) return
      if (canBox(request)) queue.push(id)
      else openInstead(id)
    } else if ((queue.includes(id) || shown?.id === id) && !isPlain(request)) {
      withdraw(id)
      openInstead(id)
    }
    next()
  }

  function wanted(sessionId: string): boolean {
    const when = options.when() ?? 'hidden'
    // What is asked while a box waits waits behind it.
    return (
      when === 'always' || (when === 'hidden' && (!options.isWindowVisible(sessionId) || shown !== undefined))
    )
  }

  /** A box without a window stops all of the application on macOS, the agents too. */
  function canBox(request: ApprovalRequest): boolean {
    return isPlain(request) && (options.platform !== 'darwin' || options.parent() !== undefined)
  }

  function openInstead(id: string): void {
    opened.add(id)
    options.openCompact(id)
  }

  function withdraw(id: string): void {
    const at = queue.indexOf(id)
    if (at !== -1) queue.splice(at, 1)
    if (shown?.id !== id) return
    const { end } = shown
    shown = undefined
    end.abort()
  }

  function next(): void {
    if (shown !== undefined) return
    const id = queue.shift()
    const request = id === undefined ? undefined : options.waiting.get(id)?.request
    if (id !== undefined && request !== undefined) void show(request)
  }

  async function show(request: ApprovalRequest): Promise<void> {
    const { id } = request
    const end = new AbortController()
    shown = { id, end }
    const since = options.now()
    const box = options.speak(() => boxOf(request, end.signal))
    const chosen = await options.messageBox(box, options.parent()).catch(() => ({ response: open }))
    if (end.signal.aborted) return
    shown = undefined
    answer(id, chosen.response, options.now() - since < unreadMs)
    next()
  }

  function answer(id: string, response: number, unread: boolean): void {
    // As it is now, and not as it was when the box came up.
    const request = options.waiting.get(id)?.request
    if (request === undefined) return
    const offer = options.speak(() => (isPlain(request) ? plainOffer(request) : undefined))
    if (response === deny) options.decide(id, { kind: 'deny' })
    else if (response === allow && !unread && offer !== undefined)
      options.decide(id, { kind: 'allow', offerId: offer.id })
    else openInstead(id)
  }

  options.waiting.subscribe(take)
  return { shows: (id) => shown?.id === id || queue.includes(id) || opened.has(id) }
}

function boxOf(request: ApprovalRequest, signal: AbortSignal): MessageBoxOptions {
  const { message, detail } = requestInBox(request)
  return {
    type: 'question',
    title: 'Countersign',
    ...{ message, detail },
    buttons: [nativeMessages().allowOnce, nativeMessages().deny, nativeMessages().open],
    defaultId: open,
    cancelId: open,
    noLink: true,
    signal,
  }
}

/** What would be stopped again is no yes of a box: the window has what lets it through. */
const plainOffer = ({ offers }: ApprovalRequest): ApprovalRequest['offers'][number] | undefined =>
  offers.find(
    (offer) => offer.kind === 'only-this' && offer.scopes.includes('once') && !isStoppedAgain(offer),
  )

/**
 * Whether a box may offer a yes: a level that is known and not high, no claim that the checks contradict, a yes that keeps the sandbox, and
 * room for all that it would be given to.
 */
function isPlain(request: ApprovalRequest): boolean {
  const { level, differs } = request.assessment
  const known = level === 'low' || level === 'medium'
  return (
    known &&
    !differs.some(({ kind }) => kind === 'claim') &&
    plainOffer(request) !== undefined &&
    requestInBox(request).whole
  )
}
