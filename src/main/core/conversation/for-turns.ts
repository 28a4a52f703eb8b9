import type { ConfigFile } from '@shared/domain/settings'
import type { ModelEvent, ModelProviders, ModelRequest } from '../ports/models'
import { reviewRubric } from '../review/rubric'
import { baseInstructions } from './instructions'

/** What turns say to their models beyond the session's settings. `config` is the one in force when a request is sent. */
export interface TurnWords {
  /** Other instructions in place of the built-in ones. Absent: the built-in ones. */
  readonly instructions: string | undefined
  config(): Pick<
    ConfigFile,
    | 'model_verbosity'
    | 'model_max_output_tokens'
    | 'developer_instructions'
    | 'hide_agent_reasoning'
    | 'show_raw_agent_reasoning'
  >
}

/**
 * The providers as turns use them: with the person's own instructions and limits of an answer. What asks under words of its own
 * (the model's view of a request) is not given these providers, so that nobody can talk to the assessor this way.
 */
export function forTurns(models: ModelProviders, words: TurnWords): ModelProviders {
  const added = (request: ModelRequest): Partial<ModelRequest> => {
    const { model_verbosity: verbosity, model_max_output_tokens: maxOutputTokens } = words.config()
    const { developer_instructions: more } = words.config()
    const own = request.instructions === baseInstructions ? words.instructions : undefined
    // A review is told what to look for and nothing else.
    const behind = more !== undefined && request.instructions !== reviewRubric ? `\n\n${more}` : ''
    const instructions = `${own ?? request.instructions}${behind}`
    return {
      instructions,
      ...(verbosity && { verbosity }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    }
  }
  return {
    ...models,
    open: (provider) => {
      const model = models.open(provider)
      return {
        stream: (request, signal) =>
          withoutHidden(model.stream({ ...request, ...added(request) }, signal), words),
      }
    },
  }
}

/** The stream without the reasoning that nobody is to be told; the model keeps it. */
async function* withoutHidden(
  events: AsyncIterable<ModelEvent>,
  words: TurnWords,
): AsyncIterable<ModelEvent> {
  for await (const event of events) {
    const { hide_agent_reasoning: hides = false, show_raw_agent_reasoning: showsRaw = !hides } =
      words.config()
    const hidden = event.type === 'reasoning-delta' && (event.raw === true ? !showsRaw : hides)
    if (!hidden) yield event
  }
}
