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
  ruleTitle: 'Rule to be saved',
  grantTitle: 'Grant to be given',
  command: 'Command',
  files: 'Files',
  folder: 'Folder',
  adds: 'Adds',
  holds: 'Holds',
  addsNothing: 'nothing: it runs in the sandbox as it is',
  exactly: 'for this very command, in this folder, under this sandbox policy',
  exactlyFiles: 'for patches of these very files',
  sandboxStays: 'The sandbox stays on.',
  noSandbox: 'No sandbox contains it.',
  save: {
    turn: 'Allow for this turn',
    session: 'Allow for this session',
    rule: 'Save the rule and allow',
  },
} as const
