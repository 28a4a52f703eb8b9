import { downloads } from '../flows'
import { argsOf, type Rule } from '../rule'
import type { SimpleCommand } from '../../../shell/graph'

const fileName = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).toLowerCase()

const posixNames =
  /^(git|npm|npx|yarn|pnpm|node|python|python3|py|pip|docker|kubectl|cargo|go|dotnet|curl|ssh|scp|tar)$/

/** All words after the program, as one line. */
export const lineOf = (command: SimpleCommand): string => argsOf(command).join(' ')

/** The same with the program's own word, which of .NET's calls has all of it. */
const wholeLine = ({ words }: SimpleCommand): string => words.map(({ text }) => text).join(' ')

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

/** What PowerShell and cmd call that no table of programs holds: .NET, fetched code, programs by their place. */
export const windowsCallRules: readonly Rule[] = [
  {
    id: 'windows.delete-call',
    level: 'high',
    categories: ['data_deletion'],
    match: (command) =>
      isPowerShell(command) && /\]::(Delete|DeleteTree)[\s(]|\.Delete\(/i.test(wholeLine(command))
        ? wholeLine(command).slice(0, 60)
        : false,
  },
  {
    id: 'windows.run-download',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command, view) => {
      const name = fileName(command.words[0]?.text ?? '')
      if (!isWindows(command) || name === '') return false
      const fetched = view.graph.commands.some(
        (each) =>
          each.id < command.id && downloads(each) && argsOf(each).some((text) => fileName(text) === name),
      )
      return fetched ? name : false
    },
  },
  {
    id: 'windows.remote-code',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command, view) => {
      if (command.program === 'invoke-expression') {
        const from = view.graph.executes.get(command.id)
        const text = lineOf(command)
        return /DownloadString|Net\.WebClient|iwr|irm|Invoke-(WebRequest|RestMethod)|http/i.test(text) ||
          (from?.from.length ?? 0) > 0
          ? 'Invoke-Expression'
          : false
      }
      return isPowerShell(command) &&
        /\[(System\.)?(Reflection\.)?Assembly\]::Load|FromBase64String|Add-Type|\[ScriptBlock\]::Create|DownloadString|DownloadFile/i.test(
          lineOf(command),
        )
        ? 'PowerShell'
        : false
    },
  },
  {
    id: 'windows.exfiltration',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    match: (command) =>
      isPowerShell(command) &&
      /^(invoke-webrequest|invoke-restmethod)$/.test(command.program) &&
      (/-infile|-body\s+\(|UploadFile|UploadString/i.test(lineOf(command)) ||
        (given(command, 'body', 2) && /\$|Get-Content/i.test(lineOf(command)))),
  },
  {
    id: 'windows.expression',
    level: 'medium',
    categories: ['system_modification'],
    match: (command) =>
      command.program === 'expression' &&
      /\[[\w.]+\]::|\.\w+\(|New-Object|\[\w+\]\$/i.test(lineOf(command)) &&
      !/^\$?[\w.]*\.(ToString|Trim|Split|Replace|Length|Count|ToUpper|ToLower)\(/i.test(lineOf(command))
        ? lineOf(command).slice(0, 60)
        : false,
  },
  {
    id: 'windows.read',
    level: 'low',
    categories: [],
    match: (command) =>
      isWindows(command) &&
      command.program === 'expression' &&
      !/\[[\w.]+\]::|\.\w+\(|New-Object/i.test(lineOf(command)),
  },
  {
    id: 'windows.shell',
    level: 'low',
    categories: [],
    match: (command) =>
      /^(powershell|pwsh|cmd)$/.test(command.program.toLowerCase()) && command.words.length > 1,
  },
  {
    id: 'windows.program',
    level: 'medium',
    categories: ['system_modification'],
    match: (command) =>
      isWindows(command) &&
      /^\.{1,2}[\\/]|\.(exe|bat|ps1|vbs|js|wsf)$/i.test(command.words[0]?.text ?? '') &&
      !posixNames.test(command.program)
        ? (command.words[0]?.text ?? false)
        : false,
  },
]
