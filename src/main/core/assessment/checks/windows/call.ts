import type { SimpleCommand } from '../../../shell/graph'
import { argsOf } from '../rule'

/** All words after the program, as one line. */
export const lineOf = (command: SimpleCommand): string => argsOf(command).join(' ')

/** True for a call that PowerShell reads. */
export const isPowerShell = (command: SimpleCommand): boolean => command.shell === 'powershell'

/** True for a call that PowerShell or cmd.exe reads. */
export const isWindows = (command: SimpleCommand): boolean => command.shell !== 'posix'

/** Whether a parameter is given, by any unambiguous beginning: -Recurse, -Rec, -r. `least` is the shortest in letters. */
export const given = (command: SimpleCommand, name: string, least = 1): boolean =>
  argsOf(command).some((text) => {
    const [, word = ''] = /^[-\u2013\u2014]([a-z]+)/i.exec(text) ?? []
    return word.length >= least && name.startsWith(word.toLowerCase())
  })
