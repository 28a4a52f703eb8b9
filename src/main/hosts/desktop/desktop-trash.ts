import type { Trash } from '../../core/ports/system'
import type { ElectronApi } from './electron-api'

/** The desktop's own trash. Throws what the system says when a file cannot go there. */
export function desktopTrash({ shell }: Pick<ElectronApi, 'shell'>): Trash {
  return { put: (path) => shell.trashItem(path) }
}
