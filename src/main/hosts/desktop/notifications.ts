import type { ApprovalRequest } from '@shared/domain/approval'
import type { EngineNotice } from '../../core/engine-service'
import type { AppNotification, ElectronApi } from './electron-api'

/** What notifying depends on. `open` is called when the person clicks. */
export interface NotificationOptions {
  readonly Notification: ElectronApi['Notification']
  readonly platform: NodeJS.Platform
  /** Whether requests are announced at all; the badge counts them either way. */
  readonly announces: boolean
  isWindowFocused(): boolean
  setBadge(count: number): void
  open(sessionId: string, requestId: string): void
}

/**
 * Returns a listener for the engine's notices that keeps the badge at the number of pending requests, and announces
 * each request once if it arrives while the window is not focused. A click only opens the request; nothing can be
 * decided from a notification. It is withdrawn as soon as the request no longer waits.
 */
export function createApprovalNotifications(options: NotificationOptions): (notice: EngineNotice) => void {
  const pending = new Set<string>()
  // A notification that is collected as garbage loses its click, so each is held until it is gone.
  const shown = new Map<string, AppNotification>()

  function announce(request: ApprovalRequest): void {
    if (!options.announces || options.isWindowFocused() || !options.Notification.isSupported()) return
    const notification = new options.Notification({
      id: request.id,
      title: plainText(request.sessionTitle, options.platform),
      body: plainText(request.effect, options.platform),
    })
    shown.set(request.id, notification)
    const forget = () => shown.delete(request.id)
    notification.on('click', () => {
      options.open(request.sessionId, request.id)
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    notification.show()
  }

  function withdraw(requestId: string): void {
    shown.get(requestId)?.close()
    shown.delete(requestId)
    if (options.platform === 'darwin') options.Notification.remove(requestId)
  }

  return (notice) => {
    if (notice.kind !== 'approval') return
    const { request } = notice
    const known = pending.has(request.id)
    const waits = request.state === 'pending'
    if (waits === known) return
    if (waits) pending.add(request.id)
    else pending.delete(request.id)
    options.setBadge(pending.size)
    if (waits) announce(request)
    else withdraw(request.id)
  }
}

const maxLength = 200

/**
 * Titles and effect lines hold file names, which are untrusted: no control or direction characters, one bounded line,
 * and on Linux nothing that a notification daemon would take for markup.
 */
function plainText(text: string, platform: NodeJS.Platform): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  const bounded = line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
  if (platform !== 'linux') return bounded
  return bounded.replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›')
}
