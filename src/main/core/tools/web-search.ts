import { type Tool, callRejected } from './tool'

/** `web_search`, which the model's server does by itself: nothing runs here, and what it found is in the answer. */
export const webSearchTool: Tool = {
  spec: {
    name: 'web_search',
    description: 'Searches the web.',
    form: 'web_search',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
  run: ({ callId }, turn) =>
    Promise.resolve(
      callRejected(
        { callId, name: 'web_search' },
        'the server searches by itself; expected no call of it',
        turn,
      ),
    ),
}
