import type { ApprovalRequest } from '../domain/approval'
import { operationName, type Evidence } from '../domain/evidence'
import type { OnlyHunks } from '../domain/only-hunks'
import type { AppliedRehearsal } from '../domain/request-rehearsal'
import { placeInWords } from './machine'
import { saidInEnglish } from './spoken'

/** One piece of evidence in words, e.g. "write to /srv/x (openat)". */
export function describeEvidence(evidence: Evidence): string {
  const what =
    evidence.kind === 'network'
      ? `connection to ${placeInWords(evidence.target)}`
      : `${evidence.kind} ${evidence.kind === 'read' ? 'of' : 'to'} ${evidence.target}`
  const operation = operationName(evidence)
  return operation === undefined ? what : `${what} (${operation})`
}

/** The first few pieces of evidence on one line; says how many more there are. */
export function listEvidence(evidence: readonly Evidence[], most = 5): string {
  const shown = evidence.slice(0, most).map(describeEvidence).join(', ')
  return evidence.length > most ? `${shown} and ${String(evidence.length - most)} more` : shown
}

/** What the agent is told was stopped of a command that succeeded all the same. */
export const refusedText = (refused: readonly Evidence[]): string =>
  `refused by the sandbox, though the command went on: ${listEvidence(refused)}`

/** What the agent is told where what was rehearsed could not be put in place. `left` could not be put back. */
export function applyRefusalText(reason: string, left: readonly string[]): string {
  const still =
    left.length === 0
      ? 'Nothing was changed.'
      : `Not everything could be put back: ${left.slice(0, 5).join(', ')}; what was there lies beside it, named .countersign-….old.`
  return `The user wanted what the rehearsal of this command showed to be put in place, and that was not possible: ${reason}. ${still} Ask again.`
}

/** What the agent is told of a command whose rehearsal was put in place. */
export function appliedText({ leftOut, onlyHunks = [] }: AppliedRehearsal): string {
  const whole =
    'the user had what this command changed in a rehearsal on copies put in place; it did not run again'
  const left =
    leftOut.length === 0
      ? ''
      : `. The user left these out, and they are as they were before: ${firstOf(leftOut)}`
  const part = onlyHunks.length === 0 ? '' : `. ${onlyText(onlyHunks)}`
  return `${whole}${left}${part}`
}

/** So many names are said. */
const mostNamed = 20

const firstOf = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ` and ${String(names.length - mostNamed)} more` : ''}`

/** Of which files only some hunks were taken. */
const onlyText = (partly: readonly OnlyHunks[]): string =>
  `Of these files the user took only the hunks that are named, and the rest of each is as it was before: ${firstOf(partly.map(({ path, hunks }) => `${path} (${firstOf(hunks)})`))}`

/**
 * What the agent is told on a no: that nothing (more) ran, which boundary it was, what may be asked instead, and what
 * the person says. The engine sends this very text, and the panel shows it before it is sent.
 */
export const refusalText = (request: Refused, message: string | undefined): string =>
  saidInEnglish(() => textFor(request, message))

type Refused = Pick<ApprovalRequest, 'decidedBy' | 'desk' | 'kind' | 'stage' | 'stop'>

function textFor(request: Refused, message: string | undefined): string {
  const { decidedBy, kind, stop, stage } = request
  const who = decidedBy === 'engine' ? 'Denied because nobody could be asked.' : 'Denied by the user.'
  const ran = {
    first: {
      patch: 'Nothing was changed.',
      input: 'Nothing was sent.',
      tool: 'The tool was not called.',
      command: 'Nothing ran.',
    }[kind ?? 'command'],
    retry:
      kind === 'patch'
        ? 'The attempt in the sandbox stays stopped; nothing was changed.'
        : 'The attempt in the sandbox stays stopped; nothing ran outside it.',
    network: 'The connection was not made; the command goes on without it.',
  }[stage]
  const boundary =
    stop.evidence.length > 0 ? `${stop.boundary}, ${listEvidence(stop.evidence)}` : stop.boundary
  const said = message?.trim() ?? ''
  const says = said === '' ? '' : decidedBy === 'engine' ? ` ${said}` : ` The user says: ${said}`
  if (request.desk)
    return `${who} ${ran} Do not work around it; explain what you need, or choose another way.${says}`
  return `${who} ${ran} Boundary: ${boundary}. Do not work around it; choose another way inside the sandbox, or explain what you need.${says}`
}

/** What the agent is told of a patch of which a person took a part; '' where nothing was left out. Names are as the patch has them. */
export function leftOutText(names: readonly string[], partly: readonly OnlyHunks[]): string {
  if (names.length + partly.length === 0) return ''
  const left = names.length === 0 ? [] : [`Left out, and unchanged: ${names.join(', ')}.`]
  const part = partly.length === 0 ? [] : [`${onlyText(partly)}.`]
  return `\n${['The user took only a part of this patch.', ...left, ...part].join(' ')} Do not make these changes in another way; ask what is wanted instead.`
}
