import type { ModelOpinion } from '@shared/domain/assessment'
import { FaultError, toFault } from '@shared/domain/fault'
import { userMessage } from '@shared/domain/response-item'
import type { ModelRequest, ModelStream, OutputForm } from '../../ports'
import { outputForm, outputModes } from './output-schema'
import { parseAnswer } from './parse-answer'
import { partialDescription } from './partial-description'
import { readAnswer } from './read-answer'
import { systemPrompt } from './system-prompt'

/** What came of a question that ran to its end. `reason` is one line. */
export type Outcome =
  | { readonly status: 'success'; readonly view: ModelOpinion }
  | { readonly status: 'parse_error' | 'model_error'; readonly reason: string }
  | { readonly status: 'no_output' }

/** One question. `prompt` is the user part; `mode` is the best form that the server is not known to refuse. */
export interface ModelQuestion {
  readonly request: Pick<ModelRequest, 'sessionId' | 'model' | 'reasoningEffort'>
  readonly prompt: string
  readonly mode: OutputForm['mode']
  readonly signal: AbortSignal
  /** The description as far as it has come; '' again when an attempt starts over. */
  readonly onText: (text: string) => void
  /** The server refused the form before this one. */
  readonly onFallBack: (mode: OutputForm['mode']) => void
}

/**
 * Asks a model for its view in a conversation of its own, without tools; a server that refuses the form of the answer is
 * asked again in the next one. Every failure is an outcome, except the signal's abort, whose reason is thrown.
 */
export async function askModel(model: ModelStream, question: ModelQuestion): Promise<Outcome> {
  const { signal } = question
  for (const mode of outputModes.slice(outputModes.indexOf(question.mode))) {
    if (mode !== question.mode) {
      question.onFallBack(mode)
      question.onText('')
    }
    try {
      return await askOnce(model, question, mode)
    } catch (error) {
      signal.throwIfAborted()
      const fault = toFault(error)
      if (!(error instanceof FaultError) || fault.refused !== 'output-form')
        return { status: 'model_error', reason: fault.message }
    }
  }
  return { status: 'model_error', reason: 'the server refused every form the answer was asked for in' }
}

async function askOnce(
  model: ModelStream,
  { request, prompt, signal, onText }: ModelQuestion,
  mode: OutputForm['mode'],
): Promise<Outcome> {
  const events = model.stream(
    {
      ...request,
      instructions: systemPrompt,
      input: [userMessage(prompt)],
      tools: [],
      output: outputForm(mode),
    },
    signal,
  )
  const answer = await readAnswer(events, (text) => onText(partialDescription(text)))
  signal.throwIfAborted()
  switch (answer.kind) {
    case 'none':
      return { status: 'no_output' }
    case 'too-long':
      return { status: 'parse_error', reason: 'the answer was far longer than asked for' }
    case 'text': {
      const parsed = parseAnswer(answer.text)
      return parsed.kind === 'opinion'
        ? { status: 'success', view: parsed.view }
        : { status: 'parse_error', reason: parsed.reason }
    }
  }
}
