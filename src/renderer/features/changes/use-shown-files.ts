import type { WholeFile } from '@shared/domain/opened-file'
import { useEffect, useMemo, useState } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { wholeLines } from '../../lib/diff/whole-lines'
import type { DiffLine } from '../../lib/unified-diff'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { showLines } from '../../ui/diff/shown-lines'
import type { ShownFile } from './changes-rows'

const words = laterStrings.changes
/** Characters of Markdown that are read as such; of more only the lines are shown. */
const mostRead = 100_000

/** The text that whole lines of a file are after the change; undefined where some are not shown. */
function textAfter(lines: readonly DiffLine[]): string | undefined {
  if (lines.length === 0 || lines.some(({ kind }) => kind === 'gap')) return undefined
  return lines.flatMap((line) => (line.kind === 'same' || line.kind === 'add' ? [line.text] : [])).join('\n')
}

/** The files as they are shown, and what shows one as a whole or its changes alone again. */
export function useShownFiles(
  sessionId: string,
  files: readonly ChangedFile[],
): {
  readonly shown: readonly ShownFile[]
  readonly toggleWhole: (file: number) => void
  readonly togglePreview: (file: number) => void
} {
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
    if (found.kind !== 'text') {
      put(index, { ...own, note: words.notTold[found.kind === 'none' ? found.why : 'no-text'] })
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
  const preview = async (index: number, own: ShownFile): Promise<void> => {
    const { file } = own
    put(index, { ...own, whole: 'reading' })
    const text = file.kind === 'created' ? textAfter(file.lines) : undefined
    const found: WholeFile =
      text === undefined ? await actions.readFile(sessionId, file.path) : { kind: 'text', text }
    if (found.kind === 'none') put(index, { ...own, note: words.notTold[found.why] })
    else if (found.kind === 'picture') put(index, { ...own, preview: found })
    else {
      const read = text ?? textAfter(wholeLines(file.lines, found.text) ?? [])
      const note =
        read === undefined ? words.anotherByNow : read.length > mostRead ? words.notTold.large : undefined
      put(
        index,
        note === undefined ? { ...own, preview: { kind: 'text', text: read ?? '' } } : { ...own, note },
      )
    }
  }
  return {
    shown,
    togglePreview(index) {
      const own = first[index]
      if (own === undefined) return
      if (shown[index]?.preview === undefined) void preview(index, own)
      else put(index, undefined)
    },
    toggleWhole(index) {
      const own = first[index]
      if (own === undefined) return
      if (shown[index]?.whole === 'no') void read(index, own)
      else put(index, undefined)
    },
  }
}
