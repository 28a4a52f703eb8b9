import { useEffect, useMemo, useState } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { wholeLines } from '../../lib/diff/whole-lines'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { showLines } from '../../ui/diff/shown-lines'
import type { ShownFile } from './changes-rows'

const words = laterStrings.changes

/** The files as they are shown, and what shows one as a whole or its changes alone again. */
export function useShownFiles(
  sessionId: string,
  files: readonly ChangedFile[],
): { readonly shown: readonly ShownFile[]; readonly toggleWhole: (file: number) => void } {
  const actions = useActions()
  const first = useMemo(
    () => files.map((file): ShownFile => ({ file, shown: showLines(file.lines, file.path), whole: 'no' })),
    [files],
  )
  const [instead, setInstead] = useState<ReadonlyMap<number, ShownFile>>(new Map())
  const shown = useMemo(() => first.map((each, index) => instead.get(index) ?? each), [first, instead])
  const [, setVersion] = useState(0)
  useEffect(() => {
    const more = (): void => {
      setVersion((before) => before + 1)
    }
    const ends = shown.map((each) => each.shown.tokens.subscribe(more))
    return () => {
      for (const end of ends) end()
    }
  }, [shown])

  const put = (index: number, file: ShownFile | undefined): void => {
    setInstead((before) => {
      const after = new Map(before)
      if (file === undefined) after.delete(index)
      else after.set(index, file)
      return after
    })
  }
  const read = async (index: number, own: ShownFile): Promise<void> => {
    put(index, { ...own, whole: 'reading', note: undefined })
    const found = await actions.readFile(sessionId, own.file.path)
    if (found.kind === 'none') {
      put(index, { ...own, note: words.notTold[found.why] })
      return
    }
    const lines = wholeLines(own.file.lines, found.text)
    put(
      index,
      lines === undefined
        ? { ...own, note: words.anotherByNow }
        : { file: own.file, shown: showLines(lines, own.file.path), whole: 'yes' },
    )
  }
  return {
    shown,
    toggleWhole(index) {
      const own = first[index]
      if (own === undefined) return
      if (shown[index]?.whole === 'no') void read(index, own)
      else put(index, undefined)
    },
  }
}
