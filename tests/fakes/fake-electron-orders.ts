import type { ChildProcess } from 'node:child_process'
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  NotificationConstructorOptions,
  WindowOpenHandlerResponse,
} from 'electron'

/** What a test can order of the fake Electron in another process, and what goes with it. `from` is the sender's URL. */
export interface Orders {
  report: object
  invoke: { readonly channel: string; readonly payload: unknown; readonly from?: string }
  fetch: { readonly url: string }
  navigate: {
    readonly event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect'
    readonly url: string
  }
  'open-window': { readonly url: string }
  permission: { readonly url: string }
  blur: object
  'click-notification': object
  'second-instance': { readonly argv?: readonly string[] }
  quit: object
  'answer-box': { readonly button: string }
}

/** One order as it is sent. */
export type Order = { [K in keyof Orders]: { readonly kind: K } & Orders[K] }[keyof Orders]

/** All that was done to the fake so far. */
export interface Report {
  readonly order: readonly string[]
  readonly schemes: readonly CustomScheme[]
  readonly errorBoxes: readonly string[]
  readonly badges: readonly number[]
  readonly boxes: readonly { readonly message: string; readonly detail: string; readonly open: boolean }[]
  readonly handlers: readonly string[]
  readonly notifications: readonly { options: NotificationConstructorOptions; state: string }[]
  readonly windows: readonly {
    options: BrowserWindowConstructorOptions
    loaded: readonly string[]
    visible: boolean
    focused: boolean
    sent: readonly (readonly unknown[])[]
  }[]
}

/** What each order is answered with; orders that only make something happen get undefined. */
export interface Answers {
  report: Report
  invoke: unknown
  fetch: { status: number; headers: Record<string, string>; body: string } | undefined
  navigate: boolean
  'open-window': WindowOpenHandlerResponse | undefined
  permission: boolean[]
  blur: undefined
  'click-notification': undefined
  'second-instance': undefined
  quit: undefined
  'answer-box': undefined
}

/** The other process as a test drives it. */
export interface FakeElectronProcess {
  order<K extends keyof Orders>(order: { readonly kind: K } & Orders[K]): Promise<Answers[K]>
  /** How it ended: its exit code and, if it got that far, its last report. */
  readonly ended: Promise<{ code: number | null; last: Report | undefined }>
}

/** Speaks to a child that was started over the hook, with an 'ipc' channel. */
export function driveFakeElectron(child: ChildProcess): FakeElectronProcess {
  const waiting = new Map<number, (answer: unknown) => void>()
  let last: Report | undefined
  let nextId = 1
  child.on('message', ({ id, answer }: { id: number; answer?: unknown }) => {
    if (id === 0) last = answer as Report
    else waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const ended = new Promise<{ code: number | null; last: Report | undefined }>((resolve) => {
    child.on('exit', (code) => {
      resolve({ code, last })
    })
  })
  return {
    ended,
    order: (order) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        // The child answers each order with the form that Answers names.
        waiting.set(id, resolve as (answer: unknown) => void)
        child.send({ id, order }, (error) => {
          if (error) reject(error)
        })
      }),
  }
}
