import { z } from 'zod'

// Zod otherwise probes `new Function`, which the content security policy reports as a violation. It has to be told
// before the first schema is made, so main.tsx imports this module first: the one wanted import-time effect.
z.config({ jitless: true })
