import type { WholeFile } from '@shared/domain/opened-file'
import { lineCommentsText } from '@shared/messages/line-comments-text'
import type { ShownChanges } from './app-state'
import type { LineComment } from './line-comments'
import type { SessionActionParts } from './session-actions'

/** What a person can do with changes that are shown. None of these rejects; a fault is left at the session. */
export interface ChangeActions {
  /** Opens a list of changes over the window; undefined closes it. */
  showChanges(shown: ShownChanges | undefined): void
  /** A file as it is now, or why it is not told. */
  readFile(sessionId: string, path: string): Promise<WholeFile>
  /** Begins a comment, or puts this one in the place of the one with its id. */
  comment(sessionId: string, comment: LineComment): void
  uncomment(sessionId: string, id: string): void
  /** Gives what was written to the agent as one message, after the turn that runs; comments without a text stay. */
  sendComments(sessionId: string): Promise<boolean>
}

type Parts = Pick<SessionActionParts, 'bridge' | 'store'> & {
  /** Sends a message, or has it wait for the end of the turn; false: the engine did not take it. */
  readonly sendText: (sessionId: string, text: string) => Promise<boolean>
}

/** Makes them over one bridge and one store. */
export function createChangeActions({ bridge, store, sendText }: Parts): ChangeActions {
  const change = (
    sessionId: string,
    to: (before: readonly LineComment[]) => readonly LineComment[],
  ): void => {
    store.setState(({ comments }) => ({
      comments: { ...comments, [sessionId]: to(comments[sessionId] ?? []) },
    }))
  }
  /** Sessions whose comments are on their way: a second click sends nothing again. */
  const sending = new Set<string>()
  return {
    showChanges(shown) {
      store.setState({ changes: shown })
    },
    readFile: (sessionId, path) =>
      bridge.request('file.read', { sessionId, path }).catch(() => ({ kind: 'none', why: 'failed' })),
    comment(sessionId, comment) {
      change(sessionId, (before) =>
        before.some(({ id }) => id === comment.id)
          ? before.map((each) => (each.id === comment.id ? comment : each))
          : [...before, comment],
      )
    },
    uncomment(sessionId, id) {
      change(sessionId, (before) => before.filter((each) => each.id !== id))
    },
    async sendComments(sessionId) {
      const written = (store.getState().comments[sessionId] ?? []).filter(({ text }) => text.trim() !== '')
      if (written.length === 0 || sending.has(sessionId)) return false
      sending.add(sessionId)
      const sent = await sendText(sessionId, lineCommentsText(written)).finally(() => {
        sending.delete(sessionId)
      })
      if (sent) change(sessionId, (before) => before.filter((each) => !written.includes(each)))
      return sent
    },
  }
}
