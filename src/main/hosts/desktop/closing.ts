import type { DesktopSettings } from '@shared/domain/settings'
import type { Messages } from '@shared/messages/spoken'
import type { AppWindow, ElectronApi, MessageBox } from './electron-api'

/** What closing and quitting depend on. */
export interface ClosingOptions {
  readonly app: ElectronApi['app']
  readonly messageBox: MessageBox
  /** A window that can be seen, for a question to belong to. */
  parent(): AppWindow | undefined
  readonly platform: NodeJS.Platform
  /** What was settled before; undefined: ask. */
  closes(): DesktopSettings['close']
  /** Settles it for the next time. Never throws. */
  remember(close: NonNullable<DesktopSettings['close']>): void
  waits(): number
  readonly messages: () => Messages['native']
}

/** Decides what the end of the last window, and of the application, does. */
export interface Closing {
  /** Watches a window, which may be the last. */
  guard(window: AppWindow): void
  /** Whether the application may quit now: asks where that would deny something. */
  mayQuit(): Promise<boolean>
  /** The system ends, or somebody ends the program: nobody can be asked. */
  endUnasked(): void
}

const [keep, quit] = [0, 1]

/**
 * Nothing that waits is denied without a word: closing the last window asks whether to go on in the tray, once if so wanted, and quitting
 * asks while something waits. Whoever is not there to answer (the system ends, a signal) is not asked.
 */
export function guardClosing(options: ClosingOptions): Closing {
  const { app, messageBox, platform } = options
  let asking = false
  let unasked = false
  let agreed = false
  const guarded = new Set<AppWindow>()

  async function settle(window: AppWindow): Promise<'tray' | 'quit' | 'stay'> {
    const settled = options.closes()
    const waits = options.waits()
    if (settled === 'tray') return 'tray'
    if (settled === 'quit' && waits === 0) return 'quit'
    const messages = options.messages().close
    const { response, checkboxChecked } = await messageBox(
      {
        type: 'question',
        title: 'Countersign',
        message: messages.title,
        detail: waits === 0 ? messages.message : `${messages.message}\n\n${messages.waits(waits)}`,
        buttons: [messages.keep, messages.quit, messages.cancel],
        defaultId: keep,
        cancelId: 2,
        noLink: true,
        checkboxLabel: messages.remember,
      },
      window,
    )
    const choice = response === keep ? 'tray' : response === quit ? 'quit' : 'stay'
    if (checkboxChecked && choice !== 'stay') options.remember(choice)
    return choice
  }

  return {
    guard(window) {
      let settled = false
      guarded.add(window)
      window.on('closed', () => guarded.delete(window))
      window.on('close', (event) => {
        // On macOS an application goes on without a window as a matter of course.
        if (settled || unasked || agreed || guarded.size > 1 || platform === 'darwin') return
        event.preventDefault()
        if (asking) return
        asking = true
        void settle(window)
          .catch(() => 'stay' as const)
          .then((choice) => {
            asking = false
            if (choice === 'stay' || window.isDestroyed()) return
            settled = true
            if (choice === 'quit') agreed = true
            window.close()
            if (choice === 'quit') app.quit()
          })
      })
      window.on('query-session-end', () => {
        unasked = true
      })
    },
    async mayQuit() {
      const waits = options.waits()
      if (unasked || agreed || waits === 0) return true
      if (asking) return false
      asking = true
      const messages = options.messages().quit
      const { response } = await messageBox(
        {
          type: 'warning',
          title: 'Countersign',
          message: messages.title,
          detail: options.messages().close.waits(waits),
          buttons: [messages.quit, messages.cancel],
          defaultId: 1,
          cancelId: 1,
          noLink: true,
        },
        options.parent(),
      ).catch(() => ({ response: 1 }))
      asking = false
      agreed = response === 0
      return agreed
    },
    endUnasked() {
      unasked = true
    },
  }
}
