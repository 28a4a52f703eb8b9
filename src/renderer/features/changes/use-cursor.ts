import { useState } from 'react'
import { chosenLines, placeOf, rowAt, stepFrom } from './changes-rows'
import type { ChangeRow, Place, ShownFile } from './changes-rows'

/** Where the person is in the list, and which lines are chosen. */
export interface Cursor {
  readonly place: Place
  /** The row that it is in. */
  readonly row: number
  /** Whether a line of that file is chosen. */
  isChosen(file: number, at: number | undefined): boolean
  /** The lines that a comment would be about; undefined where none can be commented on. */
  readonly chosen:
    | (ReturnType<typeof chosenLines> & { readonly file: number; readonly last: number })
    | undefined
  /** How many lines that would be. */
  readonly count: number
  /** Goes to a line, and chooses all from where it was where `extend` says so. */
  go(to: Place, extend: boolean): void
  /** Goes a row on, past notes and comments; returns the row, or undefined at an end. */
  move(by: 1 | -1, extend: boolean): number | undefined
  /** Goes to the next change or file; returns its row, or undefined where there is none. */
  step(what: 'change' | 'file', by: 1 | -1): number | undefined
}

/** A cursor over the rows that begins at the head of that file. */
export function useCursor(rows: readonly ChangeRow[], files: readonly ShownFile[], first: number): Cursor {
  const [place, setPlace] = useState<Place>({ file: first, at: 'head' })
  const [anchor, setAnchor] = useState<Place>(place)
  const row = rowAt(rows, place)
  const go = (to: Place, extend: boolean): void => {
    setPlace(to)
    if (!extend || to.file !== anchor.file || anchor.at === 'head') setAnchor(to)
  }
  const range = rangeOf(anchor, place)
  const own = files[place.file]
  const lines = range === undefined || own === undefined ? undefined : chosenLines(own.shown, ...range)
  return {
    place,
    row,
    isChosen: (file, at) =>
      at !== undefined && range !== undefined && file === place.file && at >= range[0] && at <= range[1],
    chosen: lines && range && { ...lines, file: place.file, last: range[1] },
    count: lines?.quoted.length ?? 0,
    go,
    move(by, extend) {
      for (let at = row + by; at >= 0 && at < rows.length; at += by) {
        const to = placeOf(rows[at])
        if (to === undefined) continue
        if (extend && (to.file !== place.file || to.at === 'head')) return undefined
        go(to, extend)
        return at
      }
      return undefined
    },
    step(what, by) {
      const at = stepFrom({ rows, files }, row, what, by)
      const to = at === undefined ? undefined : placeOf(rows[at])
      if (to === undefined) return undefined
      go(to, false)
      return at
    },
  }
}

function rangeOf(anchor: Place, place: Place): readonly [number, number] | undefined {
  if (place.at === 'head') return undefined
  if (anchor.file !== place.file || anchor.at === 'head') return [place.at, place.at]
  return [Math.min(anchor.at, place.at), Math.max(anchor.at, place.at)]
}
