import type { AssessmentSettings } from '../assessment-settings'
import type { ViewSubject } from './view-subject'

/**
 * What an answer is remembered under: everything the model is shown, and who it is. Two subjects with one key get one
 * question. It is the whole text and no digest: an agent that could make two commands meet would borrow a view.
 */
export function viewKey(subject: ViewSubject, settings: AssessmentSettings): string {
  const {
    provider,
    model,
    platform,
    kind,
    command,
    content,
    cwd,
    policy,
    roots,
    failure,
    evidence,
    facts,
    scripts,
  } = subject
  return JSON.stringify([
    provider,
    settings.model ?? model,
    settings.reasoningEffort ?? '',
    platform,
    kind,
    command,
    content ?? '',
    cwd,
    policy,
    roots,
    failure ?? '',
    evidence,
    facts.map(({ label, value, known }) => [label, value, known]),
    scripts.map(({ title, lines, cut }) => [title, lines.map(({ text }) => text), cut]),
  ])
}
