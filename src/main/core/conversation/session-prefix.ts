import type { ResponseItem } from '@shared/domain/response-item'
import { isEnvironmentContext } from './environment-context'
import { isInstructions } from './project-docs'

/** Whether an item is a user's message in form only: instructions or environment that the engine put in. */
export function isSessionPrefix(item: ResponseItem): boolean {
  return isEnvironmentContext(item) || isInstructions(item)
}
