import type { RemoteRun } from '@shared/domain/remote-run'
import type { WindowWay } from '../../src/main/core/remote-approvals/ask-elsewhere'
import type { RunLine, LineEnd } from '../../src/main/core/remote-approvals/window-transport'
import { stoppedClock } from './host-gates'

/** A window by its name, and what a run's frames are handed to. */
export interface NamedWindow {
  readonly name: string
  readonly arrive: (from: RemoteRun, line: RunLine) => LineEnd
  /** True: everything is too large for it. */
  readonly narrow?: boolean
}

/** Both ends of one way: each frame is text in between, and arrives a little later. */
export function linePair(narrow = false): {
  readonly lines: readonly [RunLine, RunLine]
  readonly join: (ends: readonly [LineEnd, LineEnd]) => void
} {
  let ends: readonly [LineEnd, LineEnd] | undefined
  let open = true
  const end = (): void => {
    if (!open) return
    open = false
    for (const each of ends ?? []) each.over()
  }
  const line = (to: 0 | 1): RunLine => ({
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
export function transportTo(
  windows: readonly NamedWindow[],
  clock: WindowWay['clock'] = stoppedClock,
): WindowWay {
  return {
    clock,
    find(from, skip, meet) {
      for (const { name, arrive, narrow } of windows) {
        if (skip.has(name)) continue
        const { lines, join } = linePair(narrow)
        const there = arrive(from, lines[1])
        join([meet(name, lines[0]), there])
      }
      return Promise.resolve([])
    },
  }
}
