import { z } from 'zod'

/**
 * `[desktop]` of config.toml: what only the desktop application does. Each is read anew when it matters, so that a change counts at
 * once.
 * - `close`: what closing the last window does; absent: asks, and what was answered is written here
 * - `approval_boxes`: when a request is shown in the system's own message box; absent: while no window is visible
 * - `sounds`: whether notifications make any; absent: none
 * - `open_at_login`: whether it starts with the session, without a window; absent: it does not
 * - `updates`: whether the address that the package was made with is looked at for newer versions; absent: it is not
 */
export const DesktopSettings = z.strictObject({
  close: z.enum(['tray', 'quit']).optional(),
  approval_boxes: z.enum(['hidden', 'always', 'never']).optional(),
  sounds: z.boolean().optional(),
  open_at_login: z.boolean().optional(),
  updates: z.boolean().optional(),
})
export type DesktopSettings = z.infer<typeof DesktopSettings>
