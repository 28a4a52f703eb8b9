import type { ConfigFile } from '@shared/domain/settings'
import type { ModelProviders, ModelRequest } from '../ports'
import { baseInstructions } from './instructions'

/** What turns say to their models beyond the session's settings. `config` is the one in force when a request is sent. */
export interface TurnWords {
  /** Other instructions in place of the built-in ones. Absent: the built-in ones. */
  readonly instructions: string | undefined
  config(): Pick<ConfigFile, 'model_verbosity' | 'model_max_output_tokens'>
}

/**
 * The providers as turns use them: with the person's own instructions and limits of an answer. What asks under words of its own
 * (the model's view of a request) is not given these providers, so that nobody can talk to the assessor this way.
 */
export function forTurns(models: ModelProviders, words: TurnWords): ModelProviders {
  const added = (request: ModelRequest): Partial<ModelRequest> => {
    const { model_verbosity: verbosity, model_max_output_tokens: maxOutputTokens } = words.config()
    const { instructions } = words
    return {
      ...(instructions !== undefined && request.instructions === baseInstructions && { instructions }),
      ...(verbosity && { verbosity }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    }
  }
  return {
    ...models,
    open: (provider) => {
      const model = models.open(provider)
      return { stream: (request, signal) => model.stream({ ...request, ...added(request) }, signal) }
    },
  }
}
