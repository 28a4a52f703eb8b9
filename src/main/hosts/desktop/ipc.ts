import { ipcMain } from 'electron'

/** Whoever sends a request over IPC. `senderFrame` is null once the frame has navigated or gone. */
export interface IpcSender {
  readonly sender: { readonly id: number }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

/** Where requests come from. Throws when a channel is given a second handler. */
export interface RequestSource {
  handle(channel: string, listener: (event: IpcSender, payload: unknown) => Promise<unknown>): void
}

/** Electron's IPC, and the only use of it. Who may send is judged in answer-requests.ts. */
export const ipcRequests: RequestSource = ipcMain
