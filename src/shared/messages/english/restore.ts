import type { Restored, RestoreWay, UnkeptPath } from '../../domain/turn-restore'

const files = (count: number): string => `${String(count)} ${count === 1 ? 'file' : 'files'}`

const why: Record<UnkeptPath['why'], string> = {
  'too-large': 'too large',
  special: 'no file, folder or link',
  unreadable: 'it cannot be read',
  attributes: 'it has an access list or attributes that a copy would lose',
  unavailable: 'no copy could be kept here',
}

const ownersAlone = (paths: readonly string[]): string =>
  paths.length === 0
    ? ''
    : ` For their owner alone now, since their other rights could not be given back: ${paths.join(', ')}.`

/** Taking back what a turn, or a run outside the folder, changed. */
export const restore = {
  /** In a sentence or two. */
  restored({
    way,
    turnNumber,
    run,
    files: count,
    left,
    narrowed = [],
  }: {
    readonly way: RestoreWay
    readonly turnNumber?: number | undefined
    readonly run?: { readonly title: string } | undefined
    readonly files: number
    readonly left: readonly string[]
    readonly narrowed?: readonly string[] | undefined
  }): string {
    const what = run ? `“${run.title}”` : `turn ${String(turnNumber)}`
    const where = run ? ' outside the folder' : ''
    const done =
      way === 'undo'
        ? `Took back what ${what} changed${where}: ${files(count)} as before it.`
        : `Did again what ${what} had changed${where}: ${files(count)} as after it.`
    const rest = left.length === 0 ? '' : ` Left, since changed meanwhile: ${left.join(', ')}.`
    return `${done}${rest}${ownersAlone(narrowed)}`
  },
  /** In a sentence or two. */
  rewound({ turns, files: put }: { readonly turns: number; readonly files?: Restored | undefined }): string {
    const done = `Took the conversation back by ${turns === 1 ? 'a turn' : `${String(turns)} turns`}`
    if (!put) return `${done}; files stay as they are.`
    const rest = put.left.length === 0 ? '' : ` Left, since changed meanwhile: ${put.left.join(', ')}.`
    return `${done}, and ${files(put.files)} of the folder.${rest}${ownersAlone(put.narrowed ?? [])}`
  },
  /** What a call wrote outside the folder, and what of it cannot be taken back. */
  undoable({
    id,
    files: count,
    not,
  }: {
    readonly id?: string | undefined
    readonly files: number
    readonly not: readonly UnkeptPath[]
  }): string {
    const kept =
      id === undefined ? [] : [`Outside the folder it changed ${files(count)}, which can be undone.`]
    const rest = not.slice(0, 3).map((each) => `${each.path} cannot be undone: ${why[each.why]}.`)
    const more = not.length > 3 ? [`So cannot ${String(not.length - 3)} more.`] : []
    return [...kept, ...rest, ...more].join(' ')
  },
} as const
