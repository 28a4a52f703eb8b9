import { dirname } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { Messages } from '@shared/messages/spoken'
import type { Log } from '../../core/ports/system'
import type { DesktopMemory } from './desktop-memory'
import type { AppWindow, MessageBox } from './electron-api'
import type { Launcher, LauncherState } from './launcher'

/** What offering the command `countersign` depends on. `changed` is told when it was put there or taken away. */
export interface LauncherOffer {
  readonly launcher: Launcher
  readonly memory: DesktopMemory
  readonly messageBox: MessageBox
  readonly log: Log
  readonly window: () => AppWindow | undefined
  readonly changed: () => void
  readonly messages: () => Messages['native']
}

/**
 * At the first start of a packaged copy: asks once whether the command for terminals is wanted, and puts it there. At later ones: renews
 * what an update left behind. Never throws.
 */
export async function offerLauncher(offer: LauncherOffer): Promise<void> {
  const { launcher, memory, log } = offer
  const state = launcher.state()
  if (state.kind === 'ours') {
    try {
      launcher.install()
    } catch (error) {
      log.error('launcher: it could not be renewed', error)
    }
  }
  if (state.kind !== 'absent' || memory.read().launcherAsked === true) return
  memory.write({ launcherAsked: true })
  await askToInstall(offer, state)
}

/** The item of the Help menu that puts the command there or takes it away; none where there is nothing to do. */
export function launcherItems(offer: LauncherOffer): MenuItemConstructorOptions[] {
  const state = offer.launcher.state()
  const messages = offer.messages().launcher
  if (state.kind === 'ours') return [{ label: messages.menuRemove, click: () => void takeAway(offer, state) }]
  if (state.kind === 'absent')
    return [{ label: messages.menuInstall, click: () => void askToInstall(offer, state) }]
  return []
}

async function askToInstall(
  offer: LauncherOffer,
  state: LauncherState & { readonly path: string; readonly onPath?: boolean },
): Promise<void> {
  const messages = offer.messages().launcher
  const hint = state.onPath === true ? '' : `\n\n${messages.offPath(dirname(state.path))}`
  const box = {
    type: 'question' as const,
    title: 'Countersign',
    message: messages.title,
    detail: `${messages.message(state.path)}${hint}`,
    buttons: [messages.install, messages.later],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const { response } = await offer.messageBox(box, offer.window()).catch(() => ({ response: 1 }))
  if (response !== 0) return
  await tried(offer, messages.done(state.path), () => {
    offer.launcher.install()
  })
}

async function takeAway(offer: LauncherOffer, { path }: { readonly path: string }): Promise<void> {
  await tried(offer, offer.messages().launcher.removed(path), () => {
    offer.launcher.remove()
  })
}

async function tried(
  { messageBox, window, log, changed, messages }: LauncherOffer,
  done: string,
  act: () => void,
): Promise<void> {
  let box: { readonly type: 'info' | 'error'; readonly message: string; readonly detail?: string }
  try {
    act()
    box = { type: 'info', message: done }
  } catch (error) {
    log.error('launcher: it could not be changed', error)
    const detail = error instanceof Error ? error.message : String(error)
    box = { type: 'error', message: messages().launcher.failed, detail }
  }
  changed()
  await messageBox({ title: 'Countersign', ...box }, window()).catch(() => undefined)
}
