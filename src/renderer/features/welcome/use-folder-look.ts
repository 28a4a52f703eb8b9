import type { FolderLook } from '@shared/domain/folder-look'
import { useEffect, useState } from 'react'
import { useActions } from '../../state/context'

const waitMs = 350

/** What the engine knows of a folder, a moment after it was typed; undefined: it is not known (yet). `set` puts a newer look in its place. */
export function useFolderLook(path: string | undefined): {
  readonly look: FolderLook | undefined
  readonly looking: boolean
  readonly set: (look: FolderLook) => void
} {
  const actions = useActions()
  const [known, setKnown] = useState<{ readonly path: string; readonly look: FolderLook | undefined }>()
  useEffect(() => {
    if (path === undefined) return undefined
    let current = true
    const timer = setTimeout(() => {
      void actions.lookAtFolder(path).then((look) => {
        if (current) setKnown({ path, look })
      })
    }, waitMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [actions, path])
  const fits = path !== undefined && known?.path === path
  return {
    look: fits ? known.look : undefined,
    looking: path !== undefined && !fits,
    set: (look) => {
      if (path !== undefined) setKnown({ path, look })
    },
  }
}
