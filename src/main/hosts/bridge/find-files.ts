import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { EngineService } from '../../core/engine-service'
import type { SearchFiles } from '../../core/search-files'
import { sessionOf } from './session-of'

/** What is not seen, or is drawn elsewhere than it stands, in a name. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u
const limitMs = 5000
const mostPaths = 20

/**
 * Looks for files of a session's folder as the person types their names. A newer search ends the one before it, which finds nothing, and
 * none takes longer than a few seconds. A path with hidden characters is left out: in a message it could say what nobody sees.
 */
export function findFiles(parts: {
  readonly engine: EngineService
  readonly searchFiles: SearchFiles
}): (request: RequestOf<'files.search'>) => Promise<ResponseOf<'files.search'>> {
  let last: AbortController | undefined
  return async ({ sessionId, query }) => {
    last?.abort()
    const cancel = (last = new AbortController())
    const signal = AbortSignal.any([cancel.signal, AbortSignal.timeout(limitMs)])
    const { cwd: folder } = await sessionOf(parts.engine, sessionId)
    if (signal.aborted) return { paths: [] }
    const found = await parts.searchFiles(query, [folder], signal)
    return {
      paths: found
        .map(({ path }) => path)
        .filter((path) => !hidden.test(path))
        .slice(0, mostPaths),
    }
  }
}
