import type { Rule } from './rule'

/** Ordinary programs that start another one by way of an option, a variable or a line of their own language. */
export const escapeRules: readonly Rule[] = [
  {
    id: 'escape.command',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It has {} start another command by way of an option or setting.',
    match: (command, view) => {
      const inner = view.graph.commands.find((each) => each.parent === command.id && each.via === 'escape')
      return inner ? command.program || 'a program' : false
    },
  },
]
