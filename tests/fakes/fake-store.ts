import { FaultError } from '@shared/domain/fault'
import type { SessionStore, StoreLine } from '../../src/main/core/ports/session-store'

/** A store in memory; `failing` makes every append fail as a full disk does. */
export function fakeStore(): SessionStore & { readonly lines: StoreLine[]; failing: boolean } {
  const lines: StoreLine[] = []
  return {
    lines,
    failing: false,
    pathOf: ({ id }) => `/records/${id}.jsonl`,
    claim: () => Promise.resolve('unchanged'),
    release: () => Promise.resolve(),
    read: ({ id }) => Promise.resolve({ fileName: `${id}.jsonl`, base64: '' }),
    fork: () => Promise.resolve(),
    archive: () => Promise.resolve('/records/archived.jsonl'),
    remove: () => Promise.resolve(),
    append(_, added) {
      if (this.failing)
        return Promise.reject(new FaultError({ code: 'store-failed', message: 'the disk is full' }))
      lines.push(...added)
      return Promise.resolve()
    },
    list: () => Promise.resolve([]),
    load: () => Promise.resolve(undefined),
    loadEnd: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  }
}
