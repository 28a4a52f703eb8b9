import { z } from 'zod'

/** How the window looks; what is absent is the system's choice. Text of `normal` is 13 px. `reduced_motion`: nothing moves on its own, also where the system does not say so. */
export const Appearance = z.strictObject({
  theme: z.enum(['light', 'dark']).optional(),
  text_size: z.enum(['small', 'normal', 'large', 'largest']).optional(),
  reduced_motion: z.boolean().optional(),
})
export type Appearance = z.infer<typeof Appearance>
