import { z } from 'zod'
import { TerminalNow } from '../domain/session-terminal'

const sessionId = z.string().min(1).max(100)
const cells = z.int().min(2).max(1000)
const size = z.strictObject({ sessionId, columns: cells, rows: cells })
const nothing = z.strictObject({})

/** What a window asks of the terminal that a person opened in a session. */
export const terminalChannels = {
  /**
   * Opens it, or gives the one that runs this size. `run` is which that is, `begun`: none ran, so that it is the asker's. An engine of another build on a host,
   * which is spoken with while it is in use, may say neither: then it counts as somebody else's.
   */
  'terminal.open': {
    request: size,
    response: z.strictObject({ begun: z.boolean().optional(), run: z.int().positive().optional() }),
  },
  /**
   * What it said beyond that character of that run, waited for some seconds where there is nothing yet. Whoever asks has drawn what stands before: the
   * program waits for that.
   */
  'terminal.read': {
    request: z.strictObject({ sessionId, run: z.int().nonnegative(), after: z.int().nonnegative() }),
    response: TerminalNow,
  },
  /** Types into that run of it; `taken` is false where it does not run (any more). */
  'terminal.write': {
    request: z.strictObject({
      sessionId,
      run: z.int().positive(),
      text: z.string().min(1).max(65_536),
    }),
    response: z.strictObject({ taken: z.boolean() }),
  },
  'terminal.resize': { request: size, response: nothing },
  /** Ends that run of it; refused where another runs by now. */
  'terminal.end': { request: z.strictObject({ sessionId, run: z.int().positive() }), response: nothing },
} as const
