import type { SessionEvent } from '@shared/domain/agent-event'
import { restoredInWords } from '@shared/messages/restore'
import { saidInEnglish } from '@shared/messages/spoken'

/** The tags of a note cannot be closed or opened by a file's name. */
const inert = (text: string): string => text.replaceAll('<', '&lt;')

/**
 * What a model has to know of files that a person put back since the last turn, as a note that counts as none of their messages;
 * undefined: nothing was.
 */
export function restoredNews(events: readonly SessionEvent[]): string | undefined {
  const since = events.slice(events.findLastIndex(({ event }) => event.type === 'turn.finished') + 1)
  const reported = since.flatMap(({ event }) =>
    event.type === 'files.restored' ? [saidInEnglish(() => restoredInWords(event))] : [],
  )
  // What was taken back is not named to the model.
  const rewound = since.some(
    ({ event }) =>
      event.type === 'session.rewound' && (event.files === undefined || event.files.left.length > 0),
  )
  if (rewound) reported.push('Files may differ from what this conversation says of them: read them again.')
  if (reported.length === 0) return undefined
  const context = 'The user put files of the folder back. What was read of them before may not hold any more.'
  return [
    '<user_action>',
    `<context>${rewound ? 'The user took the conversation back to this point.' : context}</context>`,
    `<action>${rewound ? 'rewind' : 'restore files'}</action>`,
    `<results>\n${inert(reported.join('\n'))}\n</results>`,
    '</user_action>',
  ].join('\n')
}
