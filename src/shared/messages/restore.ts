import type { AgentEvent } from '../domain/agent-event'
import { messages } from './spoken'

type Event<K extends AgentEvent['type']> = Extract<AgentEvent, { type: K }>

/** What was left as it is, and what its owner alone may use now. */
function besides(left: readonly string[], narrowed: readonly string[] = []): string {
  const say = messages().restore
  return [
    left.length === 0 ? '' : say.left(left.join(', ')),
    narrowed.length === 0 ? '' : say.ownersAlone(narrowed.join(', ')),
  ].join('')
}

/** What was put back, in a sentence or two. It may hold names of files, which are untrusted. */
export function restoredInWords(event: Event<'files.restored'>): string {
  const say = messages().restore
  const { way, turnNumber, run, left, narrowed } = event
  const what = run ? say.run(run.title) : say.turn(String(turnNumber))
  return `${say[way](what, run ? say.outside : '', say.files(event.files))}${besides(left, narrowed)}`
}

/** That a conversation was taken back, and what of its folder, in a sentence or two. It may hold names of files. */
export function rewoundInWords({ turns, files: put }: Event<'session.rewound'>): string {
  const say = messages().restore
  const done = say.turns(turns)
  if (!put) return `${done}${say.filesStay}`
  return `${done}${say.andFiles(say.files(put.files))}${besides(put.left, put.narrowed)}`
}

/** Whether what a call wrote outside the folder can be taken back, in a sentence or two. It may hold names of files. */
export function undoableInWords({ id, files: count, not }: Event<'call.undoable'>): string {
  const say = messages().restore
  return [
    ...(id === undefined ? [] : [say.undoable(say.files(count))]),
    ...not.slice(0, 3).map(({ path, why }) => say.notUndoable(path, say.why[why])),
    ...(not.length > 3 ? [say.moreNotUndoable(not.length - 3)] : []),
  ].join(' ')
}
