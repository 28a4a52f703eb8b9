import { z } from 'zod'

/** How the window looks; what is absent is the system's choice. Text of `normal` is 13 px. `reduced_motion`: nothing moves on its own, also where the system does not say so. `high_contrast`: of whichever theme it is. `compact`: less room around what stands in lists and cards, the text as large. */
export const Appearance = z.strictObject({
  theme: z.enum(['light', 'dark']).optional(),
  text_size: z.enum(['small', 'normal', 'large', 'largest']).optional(),
  reduced_motion: z.boolean().optional(),
  high_contrast: z.boolean().optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
})
export type Appearance = z.infer<typeof Appearance>
