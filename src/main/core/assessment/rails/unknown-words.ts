import { argsOf, hasArg, textAt, type Rule } from './rule'

const takesSubcommand =
  /^(git|docker|podman|kubectl|npm|pnpm|yarn|cargo|go|gh|aws|gcloud|az|terraform|helm|systemctl|brew|apt|apt-get|pip|npx)$/

/** Words that decide what a program does, and are only known at run time; and builtins that load or rename programs. */
export const unknownWordRules: readonly Rule[] = [
  {
    id: 'unknown.subcommand',
    level: 'medium',
    categories: [],
    reason: 'What it has {} do is only known at run time.',
    match: (command) => {
      const first = command.words.slice(1).find((word) => !word.text.startsWith('-'))
      return takesSubcommand.test(command.program) && first?.known === false ? command.program : false
    },
  },
  {
    id: 'unknown.options',
    level: 'medium',
    categories: [],
    reason: 'Options of {} are only known at run time.',
    match: ({ program, words }) => {
      if (!/^(find|tar|rsync|sed|xargs|chmod|chown|dd|curl|wget|ssh)$/.test(program)) return false
      const at = program === 'sed' ? 1 : 2
      const loose = words.some((word, index) => {
        const before = words[index - 1]?.text ?? ''
        return (
          index >= at &&
          !word.known &&
          word.below === undefined &&
          word.head === '' &&
          !before.startsWith('-') &&
          word.text.startsWith('$')
        )
      })
      return loose && /^(find|xargs|sed)$/.test(program) ? program : false
    },
  },
  {
    id: 'unknown.builtin',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It changes what a name stands for in the shell ({}).',
    match: (command) =>
      (command.program === 'enable' && hasArg(command, /^-f/)) ||
      (command.program === 'hash' && hasArg(command, /^-p/)) ||
      (command.program === 'bind' && hasArg(command, /^-x/))
        ? command.program
        : false,
  },
  {
    id: 'unknown.clock-or-name',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It sets the clock or the name of the machine.',
    match: (command) =>
      (command.program === 'date' && hasArg(command, /^(-s|--set)/)) ||
      (command.program === 'hostname' &&
        argsOf(command).some((text) => !text.startsWith('-')) &&
        textAt(command, 1) !== ''),
  },
]
