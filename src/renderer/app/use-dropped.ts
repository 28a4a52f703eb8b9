import { useEffect } from 'react'
import { strings } from '../lib/strings'
import { preloadedBridge } from '../lib/bridge'
import { useActions, useWindow } from '../state/context'

/**
 * What is dropped anywhere on the window: a folder becomes that of a new session, files go with the next message of the session that
 * is looked at. A text goes where it is dropped, if that is a field.
 */
export function useDropped(): void {
  const actions = useActions()
  const { store } = useWindow()
  useEffect(() => {
    const takeFolder = (folder: File): void => {
      const path = preloadedBridge()?.pathOf?.(folder) ?? ''
      const fault = { code: 'bad-request', message: strings.folder.dropped } as const
      if (path === '') store.setState(({ faults }) => ({ faults: { ...faults, start: fault } }))
      else actions.setStartFolder(path)
      actions.show({ kind: 'start' })
    }
    const onDragOver = (event: DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault()
    }
    // Before anything below sees it. What nobody takes would be shown in the page's place.
    const onDrop = (event: DragEvent): void => {
      if (!holdsFiles(event)) {
        if (!isField(event.target)) event.preventDefault()
        return
      }
      event.preventDefault()
      event.stopPropagation()
      const folder = droppedFolder(event.dataTransfer)
      const files = [...(event.dataTransfer?.files ?? [])]
      const { view } = store.getState()
      if (folder !== undefined) takeFolder(folder)
      else if (view.kind === 'session' && files.length > 0) void actions.attach(view.sessionId, files)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop, true)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop, true)
    }
  }, [actions, store])
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('textarea, input')

/** The one folder that is dropped; undefined for files, for text and for several. */
function droppedFolder(data: DataTransfer | null): File | undefined {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file')
  const [only] = items
  if (items.length !== 1 || only?.webkitGetAsEntry()?.isDirectory !== true) return undefined
  return only.getAsFile() ?? undefined
}
