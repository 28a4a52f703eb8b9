/** The one message that the demo's agent plays its scenes to, once in a session. */
export const demoPrompt = 'Show me what Countersign does.'
