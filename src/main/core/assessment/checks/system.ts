import { argsOf, hasArg, verbs, type Rule } from './rule'

/** What of the system is no table: a signal to all, a variable that is set, and what the words of a build may turn. */
export const systemRules: readonly Rule[] = [
  {
    id: 'system.kill-all',
    level: 'high',
    categories: ['system_modification'],
    // First it is a signal: `kill -1 123`.
    match: (command) =>
      command.program === 'kill' &&
      argsOf(command)
        .slice(1)
        .some((text) => text === '-1'),
  },
  {
    id: 'system.traces',
    level: 'high',
    categories: ['compliance'],
    match: (command) =>
      (command.program === 'unset' && hasArg(command, /^HISTFILE$/)) ||
      (/^(export|declare|typeset|readonly)$/.test(command.program) &&
        hasArg(command, /^HIST(FILE=(\/dev\/null)?|SIZE=0)$/)) ||
      command.assignments.some(({ name, value }) => name === 'HISTFILE' && value.text === '/dev/null'),
  },
  {
    id: 'system.install',
    level: 'high',
    categories: ['system_modification'],
    match: (command) => {
      const wanted = verbs(command).find((text) => /^(install|uninstall|install-strip)$/.test(text))
      if (
        /^g?make$/.test(command.program) &&
        wanted !== undefined &&
        !hasArg(command, /^(-n|--dry-run|DESTDIR=.*|PREFIX=(?!\/usr|\/opt).*|prefix=(?!\/usr|\/opt).*)$/)
      )
        return `make ${wanted}`
      return /^(cmake|ninja|meson)$/.test(command.program) && hasArg(command, /^(--install|install)$/)
        ? command.program
        : false
    },
  },
]
