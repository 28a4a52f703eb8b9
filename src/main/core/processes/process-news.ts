import { firstCharacters } from '@shared/domain/first-characters'
import { shellScriptOf } from '../shell/shell-script'
import type { ProcessOrigin } from './running-process'

/** How the message begins that tells a model which of its processes a person stopped. */
export const processesOpening = '<stopped_processes>'

const longest = 200

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What a model is told of processes that a person stopped while it did not look at them; undefined when there are none. */
export function processNews(stopped: readonly ProcessOrigin[]): string | undefined {
  if (stopped.length === 0) return undefined
  const lines = stopped.map(({ id, command }) => {
    const text = firstCharacters(shellScriptOf(command) ?? command.join(' '), longest)
    return `  <process session_id="${String(id)}">${escaped(text)}</process>`
  })
  return [
    processesOpening,
    '  The user stopped these processes. Start them again only if you are asked to.',
    ...lines,
    '</stopped_processes>',
  ].join('\n')
}
