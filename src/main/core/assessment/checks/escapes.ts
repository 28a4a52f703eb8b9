import { programsLike } from '../../shell/openings/openers'
import { nameOf } from '../../shell/paths'
import { argsOf, type Rule } from './rule'

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
  {
    id: 'escape.renamed-shell',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It puts a shell, or a program that deletes, in another place or under another name ({}).',
    match: (command) => {
      if (!/^(cp|gcp|mv|ln|install|rsync)$/.test(command.program)) return false
      const shell = /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/
      const found = argsOf(command)
        .slice(0, -1)
        .find((text) => shell.test(text) && programsLike(nameOf(text)).length > 0)
      return found ?? false
    },
  },
  {
    id: 'escape.option-names',
    level: 'high',
    categories: ['system_modification', 'data_deletion'],
    reason: 'A file here is named like an option ({}), which the pattern hands to the program.',
    match: (command, view) => {
      const found = view
        .touched(command)
        .filter(({ action }) => /^[*?[-]/.test(action.target.text))
        .flatMap((touched) => touched.found)
        .find(({ fact }) => /^-./.test(nameOf(fact.path)))
      return found ? nameOf(found.fact.path) : false
    },
  },
]
