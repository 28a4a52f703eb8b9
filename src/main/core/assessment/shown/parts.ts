import type { Evidence } from '@shared/domain/evidence'
import type { CommandParts } from '@shared/domain/facts'
import { contactsOf } from '../actions/contacts'
import type { View } from '../checks/rule'
import { isWithin } from '../../shell/paths'
import type { SimpleCommand } from '../../shell/graph'

const mostParts = 40

/** A function's body runs where it is called, a substitution where it is written. */
const aside = /^(function|substitution|deferred)$/

const isPart = ({ place, via }: SimpleCommand): boolean =>
  place.document === 0 && place.at !== undefined && !aside.test(via)

/** The part of the line that a command belongs to, as where that begins; undefined where that is not known. */
function partOf(command: SimpleCommand, starts: readonly number[], view: View): number | undefined {
  const { place, parent } = command
  if (isPart(command)) return place.at
  const above = parent === undefined || parent >= command.id ? undefined : view.graph.commands[parent]
  const part = above && partOf(above, starts, view)
  if (part !== undefined) return part
  return place.document === 0 && place.at !== undefined
    ? starts.findLast((at) => at <= (place.at ?? -1))
    : undefined
}

/** How well what a command does fits what was reported: the very thing, something around it, or not. */
function fit(command: SimpleCommand, { kind, target }: Evidence, view: View): 'exact' | 'around' | 'none' {
  if (kind === 'network') {
    const host = target.replace(/:\d+$/, '').toLowerCase()
    return contactsOf(command).some((each) => each.host === host) ? 'exact' : 'none'
  }
  if (kind === 'syscall') return 'none'
  const places = view
    .touched(command)
    .filter(({ action }) => (action.access === 'read') === (kind === 'read'))
    .flatMap(({ found }) => found.flatMap(({ fact }) => [fact.path, fact.realPath ?? fact.path]))
  if (places.includes(target)) return 'exact'
  return places.some((place) => isWithin(target, place)) ? 'around' : 'none'
}

/** Whose doing something reported was; undefined where it may have been that of several, or of none that is known. */
function stoppedPart(evidence: Evidence, starts: readonly number[], view: View): number | undefined {
  const fits = view.graph.commands.map((command) => ({
    part: partOf(command, starts, view),
    fit: fit(command, evidence, view),
  }))
  for (const wanted of ['exact', 'around']) {
    const parts = new Set(fits.flatMap(({ part, fit: how }) => (how === wanted ? [part] : [])))
    const [only] = parts
    if (parts.size > 0) return parts.size === 1 ? only : undefined
  }
  return undefined
}

/** The commands that a line is made of, and which of them was stopped; undefined for a line of one. */
export function commandParts(view: View, evidence: readonly Evidence[]): CommandParts | undefined {
  const starts = [
    ...new Set(
      view.graph.commands.filter(isPart).flatMap(({ place: { at } }) => (at === undefined ? [] : [at])),
    ),
  ].toSorted((a, b) => a - b)
  if (starts.length < 2 || starts.length > mostParts) return undefined
  const stopped = new Set(evidence.map((each) => stoppedPart(each, starts, view)))
  return {
    length: view.graph.documents[0]?.text.length ?? 0,
    parts: starts.map((at) => ({ at, ...(stopped.has(at) && { stopped: true }) })),
  }
}
