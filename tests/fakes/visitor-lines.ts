import type { Visitor } from '@shared/domain/visitor'
import type { WindowWay } from '../../src/main/core/visitors/ask-elsewhere'
import type { VisitorLine, LineEnd } from '../../src/main/core/visitors/passage'
import { stoppedClock } from './host-gates'

/** A window by its name, and what a run's frames are handed to. */
export interface NamedWindow {
  readonly name: string
  readonly arrive: (from: Visitor, line: VisitorLine) => LineEnd
  /** True: everything is too large for it. */
  readonly narrow?: boolean
}

/** Both ends of one way: each frame is text in between, and arrives a little later. */
export function linePair(narrow = false): {
  readonly lines: readonly [VisitorLine, VisitorLine]
  readonly join: (ends: readonly [LineEnd, LineEnd]) => void
} {
  let ends: readonly [LineEnd, LineEnd] | undefined
  let open = true
  const end = (): void => {
    if (!open) return
    open = false
    for (const each of ends ?? []) each.over()
  }
  const line = (to: 0 | 1): VisitorLine => ({
    send(frame) {
      if (narrow) return false
      const text = JSON.stringify(frame)
      queueMicrotask(() => {
        if (open) ends?.[to].take(text)
      })
      return true
    },
    end,
    drop: end,
  })
  return {
    lines: [line(1), line(0)],
    join(both) {
      ends = both
    },
  }
}

/** Finds the windows of the list, as it is when it is looked at. */
export function passageTo(
  windows: readonly NamedWindow[],
  clock: WindowWay['clock'] = stoppedClock,
): WindowWay {
  return {
    clock,
    find(from, met, meet) {
      for (const { name, arrive, narrow } of windows) {
        if (met.has(name)) continue
        const { lines, join } = linePair(narrow)
        const there = arrive(from, lines[1])
        join([meet(name, lines[0]), there])
      }
      return Promise.resolve([])
    },
  }
}
