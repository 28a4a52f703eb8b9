import type { LeftOut } from '@shared/domain/only-hunks'
import type { ApprovalRequest } from '@shared/domain/approval'
import { partsOfLine } from '@shared/domain/command-parts'
import { operationName } from '@shared/domain/evidence'
import type { FileChanges } from '@shared/domain/file-change'
import { askedByInWords } from '@shared/messages/asked-by'
import { doubtsInWords, givesInWords } from '@shared/messages/glance'
import { offerInWords } from '@shared/messages/offer'
import { checkedBeforeInWords, leadingFate, leadingInFull, leadingInWords } from '@shared/messages/rehearsal'
import { nearestInWords } from '@shared/messages/outside-rule'
import { changedLines, noOnlyThisInWords, policyInWords, stopInWords } from '@shared/messages/stop'
import { firstCharacters } from '@shared/domain/first-characters'
import { shellScriptOf } from '../../core/shell/shell-script'
import { spacesNamed, visibleLine } from '../visible'
import { assessmentLines } from './assessment-report'

/** Every file of a patch with what happens to it, and the text of it. */
export function changeLines(changes: FileChanges): string[] {
  return Object.entries(changes).flatMap(([path, change]) => {
    switch (change.type) {
      case 'add':
        return [`  Add ${path}:`, ...indented(change.content)]
      case 'delete':
        return [`  Delete ${path}`]
      case 'update':
        return [
          `  Update ${path}${change.move_path === undefined ? '' : `, moved to ${change.move_path}`}:`,
          ...indented(change.unified_diff),
        ]
    }
  })
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)

/** The few words that lead, as in the window: level and effect, what could be brought back, what it is, what a yes gives, what to doubt. */
function glanceLines(request: ApprovalRequest): string[] {
  const { assessment, offers } = request
  const who = askedByInWords(request)
  const fate = leadingFate(request)
  const before = checkedBeforeInWords(request)
  const only = offers.find(({ kind }) => kind === 'only-this')
  const none = only ? undefined : request.stop.noOnlyThis
  return [
    `Approval needed (${levelWord(assessment.level)}): ${leadingInWords(request)}`,
    ...(before === undefined ? [] : [`  ${before}`]),
    ...(who === undefined ? [] : [`  ${who}`]),
    ...(fate === undefined ? [] : [`  ${fate.head} ${fate.text}`]),
    ...(request.changes === undefined
      ? [`  Command: ${spacesNamed(JSON.stringify(request.command))}`, ...stoppedLines(request)]
      : changeLines(request.changes)),
    ...(request.input === undefined ? [] : [`  Input: ${JSON.stringify(request.input)}`]),
    ...(only === undefined ? [] : [`  A yes gives ${givesInWords(only, request)}`]),
    ...(none === undefined
      ? []
      : [`  No yes inside the sandbox: ${noOnlyThisInWords(none, request.naming)}`]),
    ...doubtsInWords(assessment).map((text) => `  But: ${text}`),
  ]
}

/** Which of a line's commands was stopped, where it has several and that is known. */
function stoppedLines({ command, assessment: { facts } }: ApprovalRequest): string[] {
  const line = shellScriptOf(command) ?? ''
  return partsOfLine(line, facts?.line).flatMap(({ number, from, to, stopped }) =>
    stopped ? [`  Stopped at ${String(number)}: ${spacesNamed(JSON.stringify(line.slice(from, to)))}`] : [],
  )
}

const levelWord = (level: ApprovalRequest['assessment']['level']): string =>
  level === 'not-assessed' ? 'not assessed' : `${level} risk`

/** So much of what the agent says for it stands there, in characters. */
const mostSaid = 600
/** What a row begins with that goes on a line. */
const goesOn = '    | '

/** What a terminal has for a row; `beside` stands before each. */
const columnsNow = (beside = 0): number =>
  process.stdout.isTTY ? Math.max(40, (process.stdout.columns || 80) - beside) : Infinity

/** Columns at most: whatever is not Latin may be two wide. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, each) => sum + ((each.codePointAt(0) ?? 0) < 0x300 ? 1 : 2), 0)

/**
 * A line as one of ours, in rows that fit, of whole words where they are not long. What a terminal breaks by itself goes on at its edge, where a text of the right
 * length could pass for lines of ours.
 */
export function ownLine(line: string, columns = columnsNow()): string {
  if (columns === Infinity) return visibleLine(line)
  const rows: string[] = []
  let [row, width] = ['', 0]
  for (const each of visibleLine(line)) {
    const wide = widthOf(each)
    if (width + wide > columns) {
      const space = row.lastIndexOf(' ')
      const end = space > row.length / 2 ? space + 1 : row.length
      rows.push(row.slice(0, end))
      row = `${goesOn}${row.slice(end)}`
      width = widthOf(row)
    }
    row += each
    width += wide
  }
  return [...rows, row].join('\n')
}

function shortened(text: string, most: number): string {
  const short = firstCharacters(text, most)
  return short === text ? text : `${short}… (${String(text.length - short.length)} characters more)`
}

/** The request as a block of lines: what leads it, and then what was checked, said and set. `beside`: columns that stand before each row. */
export function approvalLines(request: ApprovalRequest, beside = 0, columns = columnsNow(beside)): string {
  const { stop, assessment } = request
  const evidence = stop.evidence.map(
    (each) =>
      `    ${operationName(each) ?? each.kind} ${each.target}${each.source === 'guess' ? ' (guess)' : ''}`,
  )
  const wider = request.offers.filter(({ kind }) => kind === 'outside')
  return [
    '',
    ...glanceLines(request),
    ...(stop.nearest ? [`  ${nearestInWords(stop.nearest, request.naming)}`] : []),
    '',
    `  Stopped by: ${stopInWords(stop, request.naming)} (${policyInWords(stop, request.sandboxPolicy)})`,
    ...changedLines(stop, request.naming).map((line) => `    | ${line}`),
    ...evidence,
    `  In: ${request.cwd}`,
    ...assessmentLines(assessment),
    ...(request.justification === undefined
      ? []
      : [`  The agent says: “${shortened(request.justification, mostSaid)}”`]),
    ...wider.map((offer) => `  ${offerInWords(offer, request)}`),
    '',
  ]
    .map((line) => ownLine(line, columns))
    .join('\n')
}

/** What is decided on, for the line that is answered: whatever was printed since, that is what a letter answers. */
export const questionInWords = (request: ApprovalRequest): string =>
  visibleLine(`“${shortened(leadingInWords(request), 100)}”, ${levelWord(request.assessment.level)}`)

/** How a request ended, in a line. */
export function decisionLine(request: ApprovalRequest): string {
  const { decision, decidedBy = 'engine' } = request
  if (request.state !== 'answered' || !decision) return `Request withdrawn: ${leadingInFull(request)}`
  const offer =
    decision.kind === 'allow' ? request.offers.find((each) => each.id === decision.offerId) : undefined
  const parts: LeftOut = decision.kind === 'allow' || decision.kind === 'apply' ? decision : {}
  const [left, some] = [parts.leaveOut?.length ?? 0, parts.onlyHunks?.length ?? 0]
  const without =
    left === 0
      ? ''
      : `, without ${String(left)} of ${decision.kind === 'apply' ? 'the changes' : 'its files'}`
  const part = `${without}${some === 0 ? '' : `, ${String(some)} in part`}`
  const what = offer
    ? offer.kind === 'outside'
      ? 'Allowed outside the sandbox'
      : 'Allowed, only this'
    : decision.kind === 'edit'
      ? 'Another command was put in its place'
      : decision.kind === 'apply'
        ? 'What the rehearsal showed is put in place'
        : 'Denied'
  const about = shortened(leadingInFull(request), 200)
  if (what === 'Denied' && decidedBy === 'engine') return `Denied, since nobody could be asked: ${about}`
  return `${what}${part}, by ${decidedBy}: ${about}`
}
