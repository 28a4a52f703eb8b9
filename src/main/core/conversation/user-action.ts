import { userMessage, type ResponseItem } from '@shared/domain/response-item'

/** The tags of a note cannot be closed or opened by what stands in it. */
const inert = (text: string): string => text.replaceAll('<', '&lt;')

/**
 * What a model has to know of something that a person did beside the conversation, as a note that counts as none of their messages.
 * `action` and `results` may hold untrusted text.
 */
export const userAction = (told: {
  readonly context: string
  readonly action: string
  readonly results: string
}): ResponseItem =>
  userMessage(
    [
      '<user_action>',
      `<context>${told.context}</context>`,
      `<action>${inert(told.action)}</action>`,
      `<results>\n${inert(told.results)}\n</results>`,
      '</user_action>',
    ].join('\n'),
  )
