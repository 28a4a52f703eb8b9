import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { Restores } from '../../core/restores'

type Channel = 'restore.look' | 'restore.do' | 'rewind.look' | 'rewind.do'

/** Putting files back, and taking conversations back. */
export const restoreRequests = (
  restores: Restores,
): { readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>> } => ({
  'restore.look': ({ sessionId, way, run }) => restores.look(sessionId, way, run),
  'restore.do': ({ sessionId, ...wish }) => restores.restore(sessionId, wish),
  'rewind.look': ({ sessionId, turnNumber }) => restores.lookRewind(sessionId, turnNumber),
  'rewind.do': async ({ sessionId, ...wish }) => {
    await restores.rewind(sessionId, wish)
    return {}
  },
})
