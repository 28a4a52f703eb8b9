import { writeFile } from 'node:fs/promises'
import { FaultError } from '@shared/domain/fault'
import type { ExportedSession } from '../../core/engine-service'
import type { ElectronApi } from './electron-api'

/**
 * Asks where a file goes, with its own name proposed, and writes it there, readable by its owner alone: it holds a
 * whole conversation. The dialog has asked before an existing file is replaced. Throws FaultError `store-failed`.
 */
export async function saveFile(
  dialog: ElectronApi['dialog'],
  { fileName, text, encoding }: ExportedSession,
): Promise<'saved' | 'cancelled'> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Export this session',
    defaultPath: fileName,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  if (canceled || filePath === '') return 'cancelled'
  try {
    await writeFile(filePath, text, { mode: 0o600, encoding: encoding ?? 'utf8' })
    return 'saved'
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new FaultError({ code: 'store-failed', message: `${filePath} cannot be written (${code}).` }, error)
  }
}
