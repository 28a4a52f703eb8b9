import type { Restored, RestoreWay, Undoable } from '@shared/domain/turn-restore'
import type { Restores } from '../../core/checkpoints/restores'
import type { Write } from '../cli/cli-context'
import { visibleJson, visibleLine, reportLine } from '../visible'

/** What `countersign undo` was called with. */
export interface UndoOptions {
  readonly list?: boolean
  readonly json?: boolean
  readonly redo?: boolean
  readonly sinceToo?: boolean
}

const files = (count: number): string => `${String(count)} ${count === 1 ? 'file' : 'files'}`
const oneLine = (text: string): string => visibleLine(text.replace(/\s+/g, ' ').slice(0, 200))

function lineOf({ id, kind, way, title, at, files: count }: Undoable): string {
  const what = kind === 'turn' ? `turn ${id.slice(id.lastIndexOf(':') + 1)} of` : 'outside the folder:'
  return `${visibleLine(`${id}  ${at.slice(0, 16)}  ${way}  ${files(count)}  ${what}`)} ${oneLine(title)}\n`
}

/** The JSON form of one, for programs: field names as on the wire. */
const reported = ({ sessionId, ...rest }: Undoable) => ({ ...rest, session_id: sessionId })

/**
 * Takes back the latest, or what is named, and prints what became of it; with `list` what there is. Resolves with the exit code: 0 also where
 * files that were changed since were left, 1 where nothing was put back, 2 where there is nothing of that name.
 */
export async function runUndo(
  asked: {
    readonly id: string | undefined
    /** Its absolute path, on the machine where this is done. */
    readonly folder: string
    readonly options: UndoOptions
    readonly restores: Pick<Restores, 'list' | 'restore'>
    /** The host that this is done on; absent: this machine. */
    readonly host?: string
  },
  { write, complain }: { readonly write: Write; readonly complain: Write },
): Promise<number> {
  const { id, folder, options, restores, host } = asked
  const { list, json, redo, sinceToo = false } = options
  const { found, left, trouble = [] } = await restores.list(folder)
  for (const path of left)
    complain(
      `countersign: a restore that had been broken off was taken back; left, since changed meanwhile: ${visibleLine(path)}\n`,
    )
  for (const why of trouble)
    complain(`countersign: ${visibleLine(why.replace(/\s+/g, ' ').slice(0, 2000))}\n`)
  if (list === true) {
    const rows = found.map((each) => ({ ...(host !== undefined && { host }), ...reported(each) }))
    write(json === true ? `${visibleJson(rows)}\n` : found.map(lineOf).join(''))
    if (found.length === 0 && trouble.length === 0 && json !== true)
      write('Nothing can be taken back or done again here.\n')
    return 0
  }
  const way: RestoreWay = redo === true ? 'redo' : 'undo'
  const chosen = found.find((each) => each.way === way && (id === undefined || each.id === id))
  if (!chosen && id === undefined && trouble.length > 0) return 1
  if (!chosen) {
    const what = way === 'undo' ? 'taken back' : 'done again'
    complain(
      id === undefined
        ? `countersign: nothing can be ${what} here.\n`
        : `countersign: nothing of that name can be ${what} here; expected an id from countersign undo --list.\n`,
    )
    return id === undefined ? 1 : 2
  }
  const turnNumber = Number(chosen.id.slice(chosen.id.lastIndexOf(':') + 1))
  const of = chosen.kind === 'turn' ? { turnNumber } : { run: chosen.id }
  const restored = await restores.restore(chosen.sessionId, { way, ...of, sinceToo })
  write(json === true ? reportLine({ ...reported(chosen), ...restored }, host) : said(chosen, restored))
  return restored.files === 0 && restored.left.length > 0 ? 1 : 0
}

function said(
  { kind, way, title, at }: Undoable,
  { files: count, left, narrowed = [], unkept = [] }: Restored,
): string {
  const nothing = count === 0 && left.length > 0 ? ' nothing of' : ''
  const done = `${way === 'undo' ? 'Took back' : 'Did again'}${nothing}`
  const what =
    kind === 'turn'
      ? `the last turn of ${oneLine(title)} that is kept here, of ${visibleLine(at.slice(0, 16))}`
      : oneLine(title)
  const rest = left.map((path) => `left, since changed meanwhile: ${visibleLine(path)}\n`)
  const closed = narrowed.map(
    (path) =>
      `for its owner alone now, since its other rights could not be given back: ${visibleLine(path)}\n`,
  )
  const stays = unkept.map((path) => `left, since it is not kept for undo: ${visibleLine(path)}\n`)
  return `${done} ${what}: ${files(count)}.\n${rest.join('')}${closed.join('')}${stays.join('')}`
}
