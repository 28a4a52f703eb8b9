/** The words of the page of grants, and of a grant where it acts. */
export const grants = {
  title: 'Grants',
  heading: 'Grants and rules',
  lede: 'What you allowed beyond the policy. Revoking acts on the next command; what runs now goes on.',
  rules: 'Rules',
  limited: 'For a turn or a session',
  command: 'Command',
  folder: 'Folder',
  adds: 'Adds',
  holds: 'Holds',
  given: 'Given',
  action: 'Action',
  revoke: 'Revoke',
  revokeWhat: (what: string) => `Revoke the grant for ${what}`,
  patchOf: 'Patches of ',
  addsNothing: 'nothing: in the sandbox as it is',
  untilRevoked: 'Every session here, until revoked',
  scopeIn: {
    turn: (session: string) => `One turn of “${session}”`,
    session: (session: string) => `Session “${session}”`,
  },
  unknownSession: 'a session that is not listed',
  reading: 'Reading the grants…',
  emptyTitle: 'Nothing is granted beyond the policy',
  emptyText:
    'When you allow a command for a turn, a session or by a rule, it is listed here, with a way to take it back.',
  applied: {
    turn: 'Allowed by your grant for this turn',
    session: 'Allowed by your grant for this session',
    rule: 'Allowed by your rule for this folder',
  },
  notInForce: 'no longer in force',
} as const
