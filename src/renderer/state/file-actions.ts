import { FaultError } from '@shared/domain/fault'
import type { Bridge } from '../lib/bridge'
import { strings } from '../lib/strings'

/** What a person can do with a file that a transcript names. */
export interface FileActions {
  /** Opens a file of a session's folders in the person's editor; a fault is left under the session's id. */
  openFile(sessionId: string, path: string, line?: number): Promise<void>
}

interface FileParts {
  readonly bridge: Bridge
  readonly attempt: (key: string, run: () => Promise<void>) => Promise<boolean>
  /** Leaves the page for an address that another program takes: the page stays. */
  readonly follow: (url: string) => void
}

/** The actions over one bridge. */
export function createFileActions({ bridge, attempt, follow }: FileParts): FileActions {
  return {
    async openFile(sessionId, path, line) {
      await attempt(sessionId, async () => {
        const opened = await bridge.request('file.open', {
          sessionId,
          path,
          ...(line === undefined ? {} : { line }),
        })
        if (opened.kind === 'link') follow(opened.url)
        if (opened.kind === 'none')
          throw new FaultError({ code: 'bad-request', message: strings.openFile[opened.why] })
      })
    },
  }
}

/** Goes to an address by a link, as a press on one would. */
export function followLink(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener noreferrer'
  link.click()
}
