import { resolve } from 'node:path'
import { EditorUrl, editorUrl, FileOpener } from '@shared/domain/file-opener'
import type { OpenedFile } from '@shared/domain/opened-file'
import type { RequestOf } from '@shared/ipc/contract'
import type { EngineService } from '../../core/engine-service'
import { sessionOf } from './session-of'

/** What it takes of a host: see BridgeHost. */
interface OpenParts {
  readonly engine: EngineService
  openAddress?(url: string): Promise<void>
}

/**
 * Opens a file in the person's editor: one that is there, lies in the session's folders wherever its links lead, and may be read by
 * commands. Its name can be an agent's word, so nothing else is handed to another program, and that as an address of a known editor alone.
 */
export function openFile(host: OpenParts): (request: RequestOf<'file.open'>) => Promise<OpenedFile> {
  return async ({ sessionId, path: named, line }) => {
    const { cwd, sandboxPolicy: policy } = await sessionOf(host.engine, sessionId)
    const opener = openerOf((await host.engine.readSettings(cwd)).rows)
    if (opener === 'none') return { kind: 'none', why: 'off' }
    const path = resolve(cwd, named)
    const roots = [cwd, ...(policy.mode === 'workspace-write' ? policy.writable_roots : [])]
    const file = await host.engine.files.read(path, roots)
    if (file.kind === 'none' && file.why !== 'large' && file.why !== 'no-text')
      return { kind: 'none', why: file.why === 'missing' ? 'missing' : 'closed' }
    const url = EditorUrl.parse(editorUrl(opener, path, line))
    if (host.openAddress === undefined) return { kind: 'link', url }
    await host.openAddress(url)
    return { kind: 'opened' }
  }
}

function openerOf(rows: readonly { readonly key: string; readonly value: unknown }[]): FileOpener {
  const known = FileOpener.safeParse(rows.find(({ key }) => key === 'file_opener')?.value)
  return known.success ? known.data : 'vscode'
}
