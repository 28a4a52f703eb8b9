import type { AgentEvent } from '../domain/agent-event'
import type { Restored } from '../domain/turn-restore'
import { messages } from './spoken'

type Event<K extends AgentEvent['type']> = Extract<AgentEvent, { type: K }>

/** What was left as it is, what its owner alone may use now, and what is not kept. */
function besides({ left, narrowed = [], unkept = [] }: Omit<Restored, 'files'>): string {
  const say = messages().restore
  return [
    left.length === 0 ? '' : say.left(left.join(', ')),
    narrowed.length === 0 ? '' : say.ownersAlone(narrowed.join(', ')),
    unkept.length === 0 ? '' : say.unkept(unkept.join(', ')),
  ].join('')
}

/** What was put back, in a sentence or two. It may hold names of files, which are untrusted. */
export function restoredInWords(event: Event<'files.restored'>): string {
  const say = messages().restore
  const { way, turnNumber, run } = event
  const what = run ? say.run(run.title) : say.turn(String(turnNumber))
  return `${say[way](what, run ? say.outside : '', say.files(event.files))}${besides(event)}`
}

/** That a conversation was taken back, and what of its folder, in a sentence or two. It may hold names of files. */
export function rewoundInWords({ turns, files: put }: Event<'session.rewound'>): string {
  const say = messages().restore
  const done = say.turns(turns)
  if (!put) return `${done}${say.filesStay}`
  return `${done}${say.andFiles(say.files(put.files))}${besides(put)}`
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
