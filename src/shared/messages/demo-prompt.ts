/** The one message that the demo's agent plays its scenes to, once in a session; in English, and where no language is chosen. Other languages have their own. */
export const demoPrompt = 'Show me what Countersign does.'
