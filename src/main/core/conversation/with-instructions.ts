import type { ModelProviders } from '../ports'
import { baseInstructions } from './instructions'

/**
 * The providers with other instructions in place of the built-in ones, for turns only: what asks under its own words (the
 * model's view of a request) keeps them, so that nobody can talk to the assessor this way. Undefined: the providers as they are.
 */
export function withInstructions(models: ModelProviders, instructions: string | undefined): ModelProviders {
  if (instructions === undefined) return models
  return {
    ...models,
    open: (provider) => {
      const model = models.open(provider)
      return {
        stream: (request, signal) =>
          model.stream(
            request.instructions === baseInstructions ? { ...request, instructions } : request,
            signal,
          ),
      }
    },
  }
}
