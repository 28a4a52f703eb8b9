import type { EffectPlace, FileAct, FileVerb } from '@shared/domain/effect'
import { namedPath, type NamedPath } from '@shared/domain/named-path'
import type { Access } from '../actions/file-action'
import type { View } from '../checks/rule'
import type { PathFact } from '../facts/facts-reader'
import type { Finding, Touched } from '../facts/gather'
import { isInside, type Landmarks, type Place } from '../facts/places'
import type { SimpleCommand } from '../../shell/graph'

type ChangingAccess = Exclude<Access, 'read'>

const verbFor: Readonly<Record<ChangingAccess, FileVerb>> = {
  delete: 'delete',
  move: 'move',
  write: 'overwrite',
  change: 'change',
  append: 'change',
  create: 'write',
}

/** What changes something, with how it does. */
type Change = Touched & { readonly action: { readonly access: ChangingAccess } }

/** What programs that change attributes alone change of a file. */
const attributeVerbs: Readonly<Record<string, FileVerb>> = {
  chmod: 'change-mode',
  setfacl: 'change-mode',
  chown: 'change-owner',
  chgrp: 'change-owner',
}

/** The verb for one thing touched: writing to what is not there yet overwrites nothing. */
function verbOf({ action, found }: Change, { program }: SimpleCommand): FileVerb {
  if (action.attributes) return attributeVerbs[program] ?? 'change'
  const replaces = found.some(({ fact }) => fact.kind !== 'missing')
  const fresh =
    !replaces || (action.target.spread === 'below' && !/\{\}|^\$\(lines\)$/.test(action.target.text))
  return fresh && (action.access === 'write' || action.access === 'append') ? 'write' : verbFor[action.access]
}

/** The side of the workspace on which a place lies. */
export function sideOf(place: Place): EffectPlace {
  if (isInside(place)) return 'inside'
  return place === 'temporary' ? 'temporary' : 'outside'
}

/** Where all of it lies; undefined when nothing was found. */
function placeOf(touched: readonly Touched[]): EffectPlace | undefined {
  const places = touched.flatMap(({ found }) => found.map(({ place }) => place))
  if (places.length === 0) return undefined
  if (places.every(isInside)) return 'inside'
  return places.every((place) => place === 'temporary' || place === 'harmless-device')
    ? 'temporary'
    : 'outside'
}

const isRemoval = ({ action }: Touched): boolean => action.access === 'delete' || action.access === 'move'

const weight = ({ files = 0, bytes = 0 }: PathFact): number => files * 1_000_000 + bytes

/** A pattern as it is written; where the shell has made a whole path of it, from the session's folders. */
function patternName({ text, paths }: Touched['action']['target'], landmarks: Landmarks): NamedPath {
  const [only] = paths
  return text.startsWith('/') && paths.length === 1 && only !== undefined
    ? { name: namedPath(only, landmarks).name }
    : { name: text }
}

/** The names of what is touched, the largest first; a pattern stands for all that fits it. */
function namesOf(
  touched: readonly Touched[],
  landmarks: Landmarks,
  wanted: (each: Finding) => boolean = () => true,
): NamedPath[] {
  const named = touched.flatMap(({ action, found }) => {
    const facts = found.filter(wanted).map(({ fact }) => fact)
    if (action.target.spread === 'glob')
      return facts.length === 0 && found.length > 0
        ? []
        : [
            {
              it: patternName(action.target, landmarks),
              weight: facts.reduce((sum, fact) => sum + weight(fact), 0),
            },
          ]
    return facts.map((fact) => ({
      it: namedPath(fact.kind === 'symlink' ? fact.path : (fact.realPath ?? fact.path), landmarks),
      weight: weight(fact),
    }))
  })
  const sorted = named.toSorted((a, b) => b.weight - a.weight).map(({ it }) => it)
  return [...new Map(sorted.map((each) => [each.name, each])).values()]
}

type Object = Omit<FileAct, 'kind' | 'verb' | 'place' | 'names'> & { readonly names: readonly NamedPath[] }

/** What is touched, from what was found; what is not known is told as what it is. */
function objectOf(touched: readonly Change[], landmarks: Landmarks): Object {
  const [first] = touched
  const asWritten = [{ name: first?.action.target.text ?? '' }]
  const none = { things: 0, exact: false }
  if (first && touched.every(({ found, known }) => found.length === 0 && !known))
    return {
      ...none,
      state: first.action.target.paths.length > 0 ? 'not-looked' : 'at-run-time',
      names: asWritten,
    }
  const findings = touched.flatMap(({ found }) => found)
  if (findings.length === 0)
    return touched.every(({ complete }) => complete)
      ? { ...none, state: 'no-match', names: namesOf(touched, landmarks), exact: true }
      : { ...none, state: 'unread', names: asWritten }
  const going = findings.filter(({ stays }) => !stays)
  if (going.length === 0)
    return { state: 'spared', names: namesOf(touched, landmarks), things: findings.length, exact: true }
  const present = going.filter(({ fact }) => fact.kind !== 'missing')
  if (present.length === 0) {
    const names = namesOf(touched, landmarks, ({ stays }) => !stays)
    return { state: 'missing', names, things: going.length, exact: true }
  }
  const names = namesOf(touched, landmarks, (each) => present.includes(each))
  return { ...amountOf(touched, present), names }
}

function amountOf(touched: readonly Touched[], present: readonly Finding[]): Omit<Object, 'names'> {
  const facts = present.map(({ fact }) => fact)
  const files = facts.reduce((sum, { files: count = 0 }) => sum + count, 0)
  const bytes = facts.reduce((sum, { bytes: size = 0 }) => sum + size, 0)
  const exact = facts.every((fact) => fact.counted) && touched.every(({ complete }) => complete)
  const below = touched.filter(({ action }) => action.target.spread === 'below')
  const things = facts.length
  if (below.some((each) => !isRemoval(each))) return { state: 'below', things, exact }
  const isTree =
    things > 1 || facts.some(({ kind, files: count }) => kind === 'directory' && count !== undefined)
  if (!isTree) return { state: 'one', things, exact, ...(facts[0]?.kind === 'file' && { bytes }) }
  const filtered = below.some(({ action: { target } }) => target.filtered && target.fits === undefined)
  const none = files === 0 && exact && below.length > 0 && below.every(({ action }) => action.target.fits)
  if (none) return { state: 'no-match', things: 0, exact, filtered: true }
  return { state: 'tree', things, files, bytes, exact, ...(filtered && { filtered }) }
}

const mostNames = 12

/** What happens to all of these, said with one verb. */
function actOf(verb: FileVerb, touched: readonly Change[], landmarks: Landmarks): FileAct {
  const { names, ...object } = objectOf(touched, landmarks)
  const place = placeOf(touched)
  const moreNames = names.length - mostNames
  return {
    kind: 'files',
    verb,
    ...object,
    names: names.slice(0, mostNames),
    ...(moreNames > 0 && { moreNames }),
    ...(place && { place }),
  }
}

const isChange = (each: Touched): each is Change => each.action.access !== 'read'

/** What a command removes, or writes; undefined where it does nothing of that to any file. */
export function fileAct(
  command: SimpleCommand,
  view: View,
  wanted: 'removes' | 'writes',
): FileAct | undefined {
  const touched = view
    .touched(command)
    .filter(isChange)
    .filter((each) => isRemoval(each) === (wanted === 'removes'))
  const [first] = touched
  if (!first) return undefined
  const verb = verbOf(first, command)
  return actOf(
    verb,
    touched.filter((each) => verbOf(each, command) === verb),
    view.findings.landmarks,
  )
}

/** What all commands together make, where nothing speaks against it; undefined where they make nothing. */
export function madeFiles(view: View): FileAct | undefined {
  const made = view.graph.commands
    .flatMap((command) => view.touched(command))
    .filter(isChange)
    .filter(
      ({ action: { access }, found }) =>
        access === 'create' ||
        ((access === 'write' || access === 'append') &&
          found.some(({ place }) => place !== 'harmless-device')),
    )
  return made.length === 0 ? undefined : actOf('write', made, view.findings.landmarks)
}
