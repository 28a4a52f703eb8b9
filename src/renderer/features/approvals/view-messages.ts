import type { Assessment, ModelView } from '@shared/domain/assessment'
import { laterStrings } from '../../lib/later-strings'
import { formatDuration } from '../../lib/time'

const words = laterStrings.assessment

/** What the head of the model's view says: who was asked and how long it took; '' when nobody was asked. */
export function viewHead(view: ModelView): string {
  switch (view.status) {
    case 'waiting':
      return view.model
    case 'success':
    case 'parse_error':
    case 'no_output':
    case 'model_error':
    case 'timeout':
    case 'cancelled':
      return `${view.model}, ${formatDuration(view.durationMs)}`
    case 'disabled':
      return ''
  }
}

/**
 * Why there is no view, for a line and a further line of detail (untrusted, '' for none), and whether asking again can
 * help.
 */
export interface MissingView {
  readonly text: string
  readonly detail: string
  readonly hint: string
  readonly retry: boolean
}

/** Undefined while the model is waited for, and when it has answered. */
export function missingView({ view, level }: Assessment): MissingView | undefined {
  const cause = causeOf(view)
  if (cause === undefined) return undefined
  const { reason, detail, retry } = cause
  const missing = level === 'not-assessed'
  return {
    text: missing ? words.notAssessed(reason) : words.missing(reason),
    detail,
    hint: missing ? (retry ? words.neither : words.neitherNoRetry) : words.levelStands,
    retry,
  }
}

interface Cause {
  readonly reason: string
  readonly detail: string
  readonly retry: boolean
}

function causeOf(view: ModelView): Cause | undefined {
  const { failed } = words
  switch (view.status) {
    case 'waiting':
    case 'success':
      return undefined
    case 'parse_error':
      return { reason: failed.parse, detail: view.reason, retry: true }
    case 'no_output':
      return { reason: failed.none, detail: '', retry: true }
    case 'model_error':
      return { reason: failed.error, detail: view.reason, retry: true }
    case 'timeout':
      return { reason: failed.timeout(view.limitMs), detail: '', retry: true }
    case 'cancelled':
      return { reason: failed.cancelled, detail: '', retry: false }
    case 'disabled':
      return { reason: view.reason.replace(/\.$/, ''), detail: '', retry: false }
  }
}

const shownSentences = 2

/** The first two sentences of a model's words, and what comes after them ('' for nothing); joined they are all of it. */
export function firstSentences(text: string): { readonly shown: string; readonly rest: string } {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
  const end = sentences[shownSentences]?.index ?? text.length
  return { shown: text.slice(0, end), rest: text.slice(end) }
}
