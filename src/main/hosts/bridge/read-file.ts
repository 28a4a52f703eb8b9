import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { EngineService } from '../../core/engine-service'
import { sessionOf } from './session-of'

/** Reads a file of a session's folders for its diff view: the folder that it works in, and those that it may write to. */
export function readFile(
  engine: EngineService,
): (request: RequestOf<'file.read'>) => Promise<ResponseOf<'file.read'>> {
  return async ({ sessionId, path }) => {
    const { cwd, sandboxPolicy: policy } = await sessionOf(engine, sessionId)
    return engine.files.read(path, [cwd, ...(policy.mode === 'workspace-write' ? policy.writable_roots : [])])
  }
}
