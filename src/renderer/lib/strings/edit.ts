/** The words of a command that the person puts in the place of an agent's. */
export const edit = {
  title: 'Your command',
  check: 'Check again',
  marks: (n: number) =>
    n === 1
      ? '1 character cannot be seen, or changes how the others are read. It stands as ⟦U+…⟧ and is in the command.'
      : `${String(n)} characters cannot be seen, or change how the others are read. They stand as ⟦U+…⟧ and are in the command.`,
  lookAlike: 'Look at this host:',
  nothingRuns: 'Nothing runs until this is mended; the original does not run either.',
  grant: 'Checking again runs nothing. After it, the facts and the level are those of your command.',
  off: 'Edit and run is off: only a command that is not running can be changed.',
  chip: (level: string) => `Edited by you, was ${level.toLowerCase()}`,
  asked: 'The agent asked for: ',
  useOriginal: 'Use the original',
  noEvidence: 'None: your command has not run yet.',
  claim: 'of its own command',
  closed: 'Your command is checked now, and asked about before it runs.',
  badge: 'Edited',
  instead: 'You put another command in its place.',
} as const
