import { z } from 'zod'

/** When what waits for a person is rehearsed: by itself where that is safe, only when the person asks for it, or never. */
export const RehearseMode = z.enum(['ask', 'auto', 'off'])
export type RehearseMode = z.infer<typeof RehearseMode>
