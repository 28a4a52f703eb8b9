import type { Access } from '../actions/action'
import type { Verdict } from '../checks/judge-checks'
import type { View } from '../checks/rule'
import type { PathFact } from '../facts/facts-reader'
import type { Finding, Touched } from '../facts/gather'
import { filesInWords, nameInWords, pathInWords, sizeInWords } from '../facts/in-words'
import { isInside, type Landmarks } from '../facts/places'

const verbFor: Readonly<Record<Exclude<Access, 'read'>, string>> = {
  delete: 'Deletes',
  move: 'Moves',
  write: 'Overwrites',
  change: 'Changes',
  append: 'Changes',
  create: 'Writes',
}

/** The verb for one thing touched: writing to what is not there yet overwrites nothing. */
function verbOf({ action, found }: Touched): string {
  if (action.access === 'read') return 'Reads'
  const replaces = found.some(({ fact }) => fact.kind !== 'missing')
  if (/^(write|append)$/.test(action.access) && (!replaces || action.target.spread === 'below'))
    return 'Writes'
  return verbFor[action.access]
}

/** One or two names whole, of more the first two and how many follow. */
export const listed = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`

/** Where all of it lies, as the end of a sentence; '' when nothing was found. */
export function insideInWords(touched: readonly Touched[]): string {
  const places = touched.flatMap(({ found }) => found.map(({ place }) => place))
  if (places.length === 0) return ''
  if (places.every(isInside)) return ', inside the workspace'
  return places.every((place) => place === 'temporary' || place === 'harmless-device')
    ? ', in the temporary folder'
    : ', outside the workspace'
}

const isRemoval = ({ action }: Touched): boolean => /^(delete|move)$/.test(action.access)

const weight = ({ files = 0, bytes = 0 }: PathFact): number => files * 1_000_000 + bytes

/** The names of what is touched, the largest first; a pattern stands for all that fits it. */
function placeInWords(
  touched: readonly Touched[],
  landmarks: Landmarks,
  wanted: (each: Finding) => boolean,
): string {
  const named = touched.flatMap(({ action, found }) => {
    const facts = found.filter(wanted).map(({ fact }) => fact)
    if (action.target.spread === 'glob')
      return facts.length === 0 && found.length > 0
        ? []
        : [
            {
              name: nameInWords(action.target.text),
              weight: facts.reduce((sum, fact) => sum + weight(fact), 0),
            },
          ]
    return facts.map((fact) => ({
      name: pathInWords(fact.kind === 'symlink' ? fact.path : (fact.realPath ?? fact.path), landmarks),
      weight: weight(fact),
    }))
  })
  return listed([...new Set(named.toSorted((a, b) => b.weight - a.weight).map(({ name }) => name))])
}

/** "312 files (48 MB) in ~/.pi", from what was found; what is not known is said as what it is. */
export function objectInWords(touched: readonly Touched[], landmarks: Landmarks): string {
  const [first] = touched
  const text = nameInWords(first?.action.target.text ?? '')
  if (first && touched.every(({ found, known }) => found.length === 0 && !known))
    return first.action.target.paths.length > 0
      ? `files that were not all looked at (${text} and others)`
      : `files that are only known at run time (${text})`
  const findings = touched.flatMap(({ found }) => found)
  if (findings.length === 0)
    return touched.every(({ complete }) => complete)
      ? `nothing yet: ${placeInWords(touched, landmarks, () => true)} fits no file`
      : `files that could not be looked at (${text})`
  const going = findings.filter(({ stays }) => !stays)
  if (going.length === 0)
    return `nothing: ${placeInWords(touched, landmarks, () => true)} ${findings.length > 1 ? 'are folders' : 'is a folder'} that it leaves alone`
  const present = going.filter(({ fact }) => fact.kind !== 'missing')
  if (present.length === 0) {
    const place = placeInWords(touched, landmarks, ({ stays }) => !stays)
    return isRemovalOf(first) ? `${place}, which ${going.length > 1 ? 'do' : 'does'} not exist` : place
  }
  const place = placeInWords(touched, landmarks, (each) => present.includes(each))
  return amountInWords(
    touched,
    present.map(({ fact }) => fact),
    place,
  )
}

const isRemovalOf = (touched: Touched | undefined): boolean => touched !== undefined && isRemoval(touched)

function amountInWords(touched: readonly Touched[], facts: readonly PathFact[], place: string): string {
  const files = facts.reduce((sum, { files: count = 0 }) => sum + count, 0)
  const bytes = facts.reduce((sum, { bytes: size = 0 }) => sum + size, 0)
  const counted = facts.every((fact) => fact.counted) && touched.every(({ complete }) => complete)
  const below = touched.filter(({ action }) => action.target.spread === 'below')
  if (below.some((each) => !isRemoval(each))) return `files in ${place}`
  const isTree =
    facts.some(({ kind, files: count }) => kind === 'directory' && count !== undefined) || facts.length > 1
  if (!isTree) return facts[0]?.kind === 'file' ? `${place} (${sizeInWords(bytes)})` : place
  if (files === 0)
    return counted
      ? `${place}, which ${facts.length > 1 ? 'hold' : 'holds'} no files`
      : `${place}, which could not be looked through`
  const filtered = below.some(({ action }) => action.target.filtered)
  const amount = counted ? (filtered ? 'up to ' : '') : filtered ? 'some of more than ' : 'at least '
  return `${amount}${filesInWords(files)} (${sizeInWords(bytes)}) in ${place}`
}

/** What the command of a rule that held does to files, without the full stop; undefined when it does nothing to any. */
export function fileEffect({ command, rule }: Verdict, view: View): string | undefined {
  const wanted = rule.id.startsWith('delete.') ? /^(delete|move)$/ : /^(create|append|write|change)$/
  const touched = view.touched(command).filter(({ action }) => wanted.test(action.access))
  const [first] = touched
  if (!first) return undefined
  const verb = verbOf(first)
  const same = touched.filter((each) => verbOf(each) === verb)
  return `${verb} ${objectInWords(same, view.findings.landmarks)}${insideInWords(same)}`
}
