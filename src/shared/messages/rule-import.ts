/** What becomes of the permissions of agents when they are taken over. It is said in a terminal alone, which speaks English. */
export const ruleImport = {
  anyCommand: 'it stands for any command; a rule names its commands',
  innerStar: 'it has a “*” within it; a rule has one at its end alone, behind a blank',
  notPlain: 'it is no plain command',
  edits: 'it is about edits; a rule is about what commands do',
  reads: 'it is about reading, which is not asked about here',
  servers: 'it is about a tool of a server, which is asked about by itself',
  otherTool: (tool: string) => `${tool} is no tool that runs commands here`,
  otherCall: (name: string) => `${name} is no prefix_rule`,
  noDecision: 'its decision is none of allow, prompt and forbidden',
  noPattern: 'its pattern is no list of words, or stands for more than 50 commands',
  noCall:
    'it is more than a call with plain values; nothing from here on is read, and it may forbid anything',
  noFile: 'it is no settings file; it may forbid anything',
  asks: 'it asks; a question is not made a yes, and here it is asked anyway',
  denies: 'it denies; a no is not made a yes, and a rule holds none',
  tooBroad: (why: string) => `it is too wide: ${why}`,
  against: (entry: string) => `${entry} asks or denies a part of it, which a rule cannot leave out`,
  none: 'No permissions of agents were found.',
  would: (count: string, file: string) => `${count} would be added to ${file} (--write adds them):`,
  added: (count: string, file: string) => `${count} were added to ${file}:`,
  rule: { one: 'rule', other: 'rules' },
  effects:
    'Each lets its commands write in the folder of their session, and nothing else: no deletions, no hosts, nothing high, for 30 days. Widen them by hand.',
  there: (entry: string, name: string) => `${entry}: there already, as “${name}”`,
  refused: 'Not taken over:',
} as const
