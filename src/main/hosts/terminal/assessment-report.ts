import type { Assessment, ModelView } from '@shared/domain/assessment'
import { assessmentInWords } from '@shared/messages/assessment'
import type { LookThrough } from '@shared/domain/facts'

const underscored = (level: Assessment['level']): string => level.replace('-', '_')

function modelReport(view: ModelView): Record<string, unknown> {
  const asked = 'model' in view ? { model: view.model } : {}
  const took = 'durationMs' in view ? { duration_ms: Math.round(view.durationMs) } : {}
  const why = 'reason' in view ? { reason: view.reason } : {}
  const opinion =
    view.status === 'success'
      ? {
          risk_level: view.view.level,
          risk_categories: view.view.categories,
          description: view.view.description,
        }
      : {}
  return { status: view.status, ...asked, ...took, ...why, ...opinion }
}

/**
 * An assessment as other programs read it: `risk_level` is low, medium, high or not_assessed, `description` the checked
 * effect in one line, `model.status` how asking ended.
 */
export function assessmentReport(assessment: Assessment): Record<string, unknown> {
  const { level, categories, floor, facts, view, differs, reason } = assessmentInWords(assessment)
  return {
    risk_level: underscored(level),
    risk_categories: categories,
    description: facts?.effect ?? '',
    ...(reason === undefined ? {} : { reason }),
    floor: { ...(floor?.level === undefined ? {} : { level: floor.level }), reasons: floor?.reasons ?? [] },
    facts,
    model: modelReport(view),
    differs,
  }
}

function viewLine(view: ModelView): string {
  switch (view.status) {
    case 'success':
      return `${view.view.level}: ${view.view.description} (${view.model}, ${(view.durationMs / 1000).toFixed(1)} s)`
    case 'waiting':
      return `${view.model} is being asked`
    case 'parse_error':
      return `not assessed: the answer could not be read (${view.model})`
    case 'no_output':
      return `not assessed: no answer (${view.model})`
    case 'model_error':
      return `not assessed: ${view.reason} (${view.model})`
    case 'timeout':
      return `not assessed: timed out after ${String(view.limitMs / 1000)} s (${view.model})`
    case 'cancelled':
      return 'not assessed: the request was over'
    case 'disabled':
      return `not assessed: ${view.reason}`
  }
}

const shownLines = 12

function scriptLines({ title, lines, cut }: LookThrough): string[] {
  const marked = lines.filter((line) => line.marked)
  const shown = (marked.length > 0 ? marked : lines).slice(0, shownLines)
  const left = lines.length - shown.length
  return [
    `  Would run ${title}:`,
    ...shown.map(
      ({ number, text, marked: deciding }) => `    ${deciding ? '>' : ' '} ${String(number)}  ${text}`,
    ),
    ...(left > 0 || cut ? [`      (${cut ? 'more than ' : ''}${String(left)} more lines)`] : []),
  ]
}

/** An assessment as a person reads it in a terminal: level, checks, facts, what would run, the model's view. Untrusted text. */
export function assessmentLines(assessment: Assessment): string[] {
  const { level, categories, reason, floor, facts, view, differs } = assessmentInWords(assessment)
  const named =
    categories.length > 0 ? ` (${categories.map((each) => each.replaceAll('_', ' ')).join(', ')})` : ''
  const width = Math.max(0, ...(facts?.rows ?? []).map(({ label }) => label.length))
  return [
    `  Risk: ${level.replace('-', ' ')}${named}${reason === undefined ? '' : `: ${reason}`}`,
    ...(floor?.reasons ?? []).map((each) => `    ${each.level.padEnd(6)}  ${each.text}`),
    ...(facts && facts.rows.length > 0 ? ['  Checked by Countersign:'] : []),
    ...(facts?.rows ?? []).map(
      ({ label, value, known }) => `    ${label.padEnd(width)}  ${known ? value : `not known: ${value}`}`,
    ),
    ...(facts?.lookThrough ?? []).flatMap(scriptLines),
    `  Model’s view: ${viewLine(view)}`,
    ...differs.map((line) => `  ≠ ${line}`),
  ]
}
