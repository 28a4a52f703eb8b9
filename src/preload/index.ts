import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { pushChannel, requestChannels } from '@shared/ipc/channels'
import type { RawBridge, Reply } from '@shared/ipc/contract'

/** All that crosses into the page: requests on the list, the pushes, and where a file lies that a person dropped. Payloads are judged in the main process. */
const bridge: RawBridge = {
  invoke(channel, payload) {
    if (requestChannels.includes(channel)) return ipcRenderer.invoke(channel, payload)
    const unknown: Reply = { ok: false, fault: { code: 'bad-request', message: 'Unknown request' } }
    return Promise.resolve(unknown)
  },
  pathOf: (file) => (file instanceof File ? webUtils.getPathForFile(file) : ''),
  on(listener) {
    // Wrapped, so that Electron's event object, which carries the sender, never reaches the page.
    const forward = (_event: unknown, push: unknown) => {
      listener(push)
    }
    ipcRenderer.on(pushChannel, forward)
    return () => {
      ipcRenderer.off(pushChannel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('countersign', bridge)
