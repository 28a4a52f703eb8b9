import { programsLike } from '../../shell/nested/readers'
import { nameOf } from '../../shell/paths'
import { argsOf, type Rule } from './rule'

/** Ordinary programs that start another one by way of an option, a variable or a line of their own language. */
export const escapeRules: readonly Rule[] = [
  {
    id: 'escape.command',
    level: 'high',
    categories: ['system_modification'],
    match: (command, view) => {
      const inner = view.graph.commands.find((each) => each.parent === command.id && each.via === 'escape')
      return inner ? command.program || 'a program' : false
    },
  },
  {
    id: 'escape.renamed-shell',
    level: 'high',
    categories: ['system_modification'],
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
