import { isKnownSafe } from '../../policy/known-safe'
import { isRunner } from '../../shell/nested/readers'
import { isShell, isShellWord } from '../../shell/shell-script'
import { ofTheSystem } from './record-rules'
import { argsOf, asksForHelp, textAt, type Rule } from './rule'

/** What is understood as harmless by more than its name and verbs, which stand in records. */
export const harmlessRules: readonly Rule[] = [
  {
    id: 'harmless.redirect',
    level: 'low',
    categories: [],
    match: (command) => command.words.length === 0,
  },
  {
    id: 'harmless.known-safe',
    level: 'low',
    categories: [],
    match: (command) =>
      command.shell === 'posix' &&
      command.words.every((word) => word.known) &&
      isKnownSafe(
        command.words.map(({ text, known, glob }) => ({
          text,
          literal: known,
          ...(glob && { pattern: true }),
        })),
      ),
  },
  {
    id: 'harmless.help',
    level: 'low',
    categories: [],
    match: (command) => command.shell === 'posix' && ofTheSystem(command) && asksForHelp(command),
  },
  {
    id: 'harmless.shell',
    level: 'low',
    categories: [],
    // Any other program can call itself one.
    match: (command) => isShell(command.program) && (ofTheSystem(command) || isShellWord(textAt(command, 0))),
  },
  {
    id: 'harmless.function',
    level: 'low',
    categories: [],
    match: (command, view) =>
      view.graph.recursive.length === 0 &&
      command.words.length > 0 &&
      view.graph.commands.some((each) => each.via === 'function' && each.id === command.id + 1),
  },
  {
    id: 'harmless.status',
    level: 'low',
    categories: [],
    match: (command) =>
      /^(ip|ifconfig|route|nmcli|sysctl|timedatectl|hostnamectl|networksetup|defaults|scutil|loginctl|resolvectl)$/.test(
        command.program,
      ) &&
      argsOf(command).every((text) =>
        /^(-?-?(a|all|addr|address|link|route|show|list|ls|status|brief|br|c|4|6|o|json|n|get\w*|-get\w+|read|device|dev|[a-z0-9.]+_?[a-z0-9.]*))$/.test(
          text,
        ),
      ),
  },
  {
    id: 'harmless.runner',
    level: 'low',
    categories: [],
    match: (command, view) =>
      isRunner(command.program, view.own) &&
      view.graph.commands.some((each) => each.parent === command.id && /^(wrapper|script)$/.test(each.via)),
  },
]
