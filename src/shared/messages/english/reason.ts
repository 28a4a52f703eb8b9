/** Reasons of the checks round the sentences of their rules; `{}` stands for what was found. */
export const reason = {
  holds: (rule: string) => `The check ${rule} holds.`,
  /** `does` is a program's record in its own words: "deletes containers". */
  does: (does: string) => `It ${does}.`,
  doesThis: (does: string) => `It ${does} ({}).`,
  doesByOwnRecord: (does: string) => `It ${does} ({}, as your programs.toml says).`,
  /** What a command is told on its standard input, or in a file of names. */
  lines: 'the files whose names it is told',
  hidden: (text: string) => `A file outside the workspace that would run: ${text}`,
  warned: (text: string, warning: string) => `${text}; the name has ${warning}.`,
} as const
