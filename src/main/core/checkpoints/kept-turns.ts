import type { RestoreWay } from '@shared/domain/turn-restore'

/**
 * A turn with the trees of its folder; `after` is the next turn's beginning, or now, where its own end was not kept (`ended`): what the turn
 * changed cannot be told then from what somebody else did after it. `left` is what the folder was when it was taken back; `past`: it cannot be done
 * again, since a later turn changed something without it.
 */
export interface KeptTurn {
  readonly number: number
  readonly before: string
  readonly after: string
  readonly ended: boolean
  readonly undone: boolean
  readonly left?: string
  readonly past: boolean
}

/** What stands before the references of one session's turns. */
export const turnsPrefix = (sessionId: string): string => `refs/turns/${sessionId.replaceAll(/[^\w-]/g, '-')}`

/** The turns that references tell of, in order: lines of a tree and a name. */
export function readTurns(prefix: string, lines: string, now: string): readonly KeptTurn[] {
  const kept = new Map<number, Record<string, string>>()
  for (const line of lines.split('\n')) {
    const [tree = '', name = ''] = line.split(' ')
    const [, number, what] = /^\/(\d{1,9})\/(\w+)$/.exec(name.slice(prefix.length)) ?? []
    if (number === undefined || what === undefined || !name.startsWith(prefix)) continue
    kept.set(Number(number), { ...kept.get(Number(number)), [what]: tree })
  }
  const numbers = [...kept.keys()].toSorted((one, other) => one - other)
  return numbers.flatMap((number, at) => {
    const { before, after, undone, past } = kept.get(number) ?? {}
    if (before === undefined) return []
    const next = kept.get(numbers[at + 1] ?? 0)?.['before']
    return [
      {
        number,
        before,
        after: after ?? next ?? now,
        ended: after !== undefined,
        undone: undone !== undefined,
        past: past !== undefined,
        ...(undone !== undefined && { left: undone }),
      },
    ]
  })
}

/** See spanFrom. */
export interface TurnsFrom {
  readonly turnNumber: number
  readonly acts: number
}

/** What a rewind to before a turn goes by: the turns from there on, how they left the folder, and what was changed between two of them. */
export interface KeptSpan {
  readonly turns: readonly KeptTurn[]
  readonly before: string
  readonly after: string
  /** Pairs of trees; what differs was changed by nobody's turn, or it cannot be told by whom. */
  readonly between: readonly (readonly [string, string])[]
}

/** Whether a turn was not undone together with the next one, as far as can be told. */
const endsRow = (turn: KeptTurn, next: KeptTurn | undefined): boolean =>
  !turn.undone || next?.undone !== true || (turn.past && !next.past)

/**
 * The span from a turn on. `acts`: the first turn from there on that may have changed something, Infinity for none: those before it leave the folder as it
 * was, kept or not. Undefined: nothing is kept of how the folder was before that one.
 */
export function spanFrom(all: readonly KeptTurn[], { turnNumber, acts }: TurnsFrom): KeptSpan | undefined {
  const turns = all.filter(({ number }) => number >= turnNumber)
  const [first] = turns
  if (first === undefined || first.number > acts) return undefined
  const between: (readonly [string, string])[] = []
  let left = first.before
  let row = first
  for (const [at, turn] of turns.entries()) {
    const [earlier, next] = [turns[at - 1], turns[at + 1]]
    between.push([left, turn.before])
    if (!turn.ended) between.push([turn.before, turn.after])
    left = turn.after
    if (!turn.undone) continue
    if (!earlier || endsRow(earlier, turn)) row = turn
    // Turns are undone from the last one backwards, so that the first of them in a row was undone last.
    if (!endsRow(turn, next)) continue
    left = row.left ?? left
    between.push([row.before, left])
  }
  return {
    ...{ turns, before: first.before, after: left },
    between: between.filter(([one, other]) => one !== other),
  }
}

/**
 * The references, below the prefix, that taking back these turns sets. Undone turns before the last of them that is in force are past: they would be
 * in force if they had not been undone when it began.
 */
export function undoneMarks(all: readonly KeptTurn[], taken: readonly KeptTurn[]): readonly string[] {
  const last = taken.findLast(({ undone, before, after }) => !undone && before !== after)?.number ?? 0
  return [
    ...taken.flatMap(({ number, undone }) => (undone ? [] : [`/${String(number)}/undone`])),
    ...all.flatMap(({ number, undone, past }) =>
      undone && !past && number < last ? [`/${String(number)}/past`] : [],
    ),
  ]
}

/** The turn that is taken back next: the last that changed something; or the first that was taken back after it. */
export function nextRestore(turns: readonly KeptTurn[], way: RestoreWay): KeptTurn | undefined {
  const changing = turns.filter(({ before, after }) => before !== after)
  const last = changing.findLast(({ undone }) => !undone)
  if (way === 'undo') return last
  return changing.find(({ number, undone, past }) => undone && !past && number > (last?.number ?? 0))
}
