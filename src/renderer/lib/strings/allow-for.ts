/** The words of the drawer that allows for longer than one run. */
export const allowFor = {
  title: 'Allow for',
  kind: 'Where it runs',
  kinds: {
    'only-this': 'In the sandbox',
    outside: 'Outside the sandbox',
  },
  kindHints: {
    'only-this': 'With exactly what it adds',
    outside: 'With everything you may do',
  },
  scopes: {
    turn: (turn: number) => `This turn, turn ${String(turn)}`,
    session: () => 'This session',
  },
  ruleScope: 'Every session in ',
  scopeHints: {
    turn: 'Forgotten when the turn ends',
    session: 'Forgotten when the session ends',
    rule: 'A stored rule, until you revoke it under Grants',
  },
  off: {
    outsideRule: 'Off: a rule never runs outside the sandbox.',
    patchRule: 'Off: a patch is allowed for a session at most.',
    other: 'Off: not offered for this request.',
  },
  editLabel: {
    command: 'The command of the rule; a star at its end allows further words',
    host: 'The host of the rule; *. before a name allows every name below it',
  },
  valid: {
    command: 'Covers it. “ *” at the end allows further words.',
    host: 'Covers it. “*.” before a name allows all below it.',
  },
  checking: 'Checking…',
  unchecked: 'Not checked: the engine did not answer.',
  ruleTitle: 'Rule to be saved',
  grantTitle: 'Grant to be given',
  command: 'Command',
  host: 'Host',
  anyCommand: 'any, in this folder',
  files: 'Files',
  folder: 'Folder',
  adds: 'Adds',
  holds: 'Holds',
  addsNothing: 'nothing: it runs in the sandbox as it is',
  exactly: 'for this very command, in this folder, under this sandbox policy',
  exactlyText: 'for commands that fit it, in this folder, under this sandbox policy',
  exactlyHost: 'for connections of any command in this folder',
  exactlyFiles: 'for patches of these very files',
  sandboxStays: 'The sandbox stays on.',
  noSandbox: 'No sandbox contains it.',
  save: {
    turn: 'Allow for this turn',
    session: 'Allow for this session',
    rule: 'Save the rule and allow',
  },
} as const
