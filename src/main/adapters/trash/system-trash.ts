import { stat } from 'node:fs/promises'
import type { Trash } from '../../core/ports/system'

/** The system's trash as it is reached from Node. Throws when the file is still there afterwards. */
export const systemTrash: Trash = {
  async put(path) {
    // Loaded when it is first needed: few runs delete anything.
    const { default: trash } = await import('trash')
    await trash(path, { glob: false })
    const left = await stat(path).catch(() => undefined)
    if (left) throw new Error('it is still where it was')
  },
}
