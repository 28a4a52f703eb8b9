import { z } from 'zod'

/** So many characters a command of a host may ask; a longer text is not shown, and not answered. */
export const longestPrompt = 4096
/** So many characters an answer may have; ssh takes no more. */
export const longestAnswer = 1000

/**
 * What the command of a host asks a person. `prompt` is in its words or in those of the machine that it reaches: untrusted. `secret`: a text that nobody else
 * may see; `confirm`: a yes or no; `note`: nothing is answered, and the command goes on when it has what it waits for.
 */
export const HostQuestion = z.strictObject({
  kind: z.enum(['secret', 'confirm', 'note']),
  prompt: z.string().max(longestPrompt),
})
export type HostQuestion = z.infer<typeof HostQuestion>

/** The same as a window shows it: `host` is the name in config.toml, and `program` what is started for it, without its folder. */
export const HostAsk = HostQuestion.extend({
  id: z.string().max(100),
  host: z.string().max(48),
  program: z.string().max(200),
})
export type HostAsk = z.infer<typeof HostAsk>
