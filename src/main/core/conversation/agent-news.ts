import { firstCharacters } from '@shared/domain/first-characters'
import type { KnownChild } from './children-on-record'
import { agentsOpening } from './session-prefix'

/** So much of a last message is told unasked; the model can wait for the rest. */
const longest = 1000

/** A child's words may hold anything; here they are text and nothing else. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What a model is told of children that ended while it did not wait for them; undefined when there are none. */
export function agentNews(children: readonly KnownChild[]): string | undefined {
  const ended = children.flatMap((child) => (child.end && !child.reported ? [{ child, end: child.end }] : []))
  if (ended.length === 0) return undefined
  const lines = ended.map(({ child, end }) => {
    child.reported = true
    const text = firstCharacters(end.problem ?? end.lastMessage ?? '', longest)
    return `  <agent id="${escaped(child.id)}" name="${escaped(child.name)}" status="${end.outcome}">${escaped(text)}</agent>`
  })
  return [agentsOpening, ...lines, '</agents>'].join('\n')
}
