import type { SimpleCommand } from '../../../shell/graph'
import { hasArg, type Rule, type View } from '../rule'
import { mayHoldSecrets } from '../secret-places'
import { given, isPowerShell, isWindows, lineOf } from './calls'

const farPath =
  /(^|[\s:(,]|["'])([A-Za-z]:(\\|\/|$)|\\\\|~|\.\.[\\/]|%[^%]+%|\$env:\w+|\$home\b|HKLM:|HKCU:|Cert:|\/(?!\w(\s|$)))/i
const variable = /\$(?!env:|home\b|_|null\b|true\b|false\b|PSVersionTable)\w+|%%?\w/i
const secretPath =
  /\.ssh[\\/]|\.aws[\\/]|\.azure[\\/]|id_rsa|id_ed25519|\.git-credentials|\\(SAM|SYSTEM|SECURITY)\b|ntds\.dit|\\Microsoft\\(Credentials|Protect)|Login Data|\.kube[\\/]|\.docker[\\/]config/i
const removes = /^(remove-item|del|erase|rd|rmdir)$/

/** Whether the same text went to another place before. */
const goesFar = ({ id }: SimpleCommand, view: View): boolean =>
  view.graph.commands.some(
    (each) =>
      each.id < id &&
      /^(set-location|push-location|sl|cd|chdir|pushd)$/.test(each.program) &&
      farPath.test(lineOf(each)),
  )

/** The paths that stand in the words of a call, as they are on a system of this kind. */
const pathsIn = (command: SimpleCommand, home: string): readonly string[] =>
  Array.from(
    command.words
      .map(({ text }) => text)
      .join(' ')
      .matchAll(/(?<![\w.~])(~|\$HOME|\$env:HOME)?\/[^\s"'),;]+/gi),
    ([path, ofHome]) => (ofHome === undefined ? path : `${home}${path.slice(ofHome.length)}`),
  )

/** What PowerShell and cmd do to files, by the paths in their words. */
export const windowsFileRules: readonly Rule[] = [
  {
    id: 'windows.delete-tree',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, view) => {
      if (!isWindows(command) || !removes.test(command.program)) return false
      const recursive = isPowerShell(command) ? given(command, 'recurse') : hasArg(command, /^\/s$/i)
      const text = lineOf(command)
      const piped = command.stdin.kind === 'pipe'
      const listed = command.stdin.kind === 'pipe' ? view.sources(command.stdin.from) : []
      return (recursive &&
        (farPath.test(text) ||
          variable.test(text) ||
          goesFar(command, view) ||
          piped ||
          /(^|\s)(\*|\.|\.\\\*?)(\s|$)/.test(text))) ||
        listed.some((each) => farPath.test(lineOf(each)) || variable.test(lineOf(each))) ||
        (!piped && farPath.test(text.replace(/\/[a-z](\s|$)/gi, ' ')))
        ? text || 'what is piped in'
        : false
    },
  },
  {
    id: 'windows.secrets',
    level: 'high',
    categories: ['data_exfiltration'],
    match: (command, view) =>
      isWindows(command) &&
      (secretPath.test(lineOf(command)) ||
        pathsIn(command, view.findings.landmarks.home).some((path) =>
          mayHoldSecrets(path, view.findings.landmarks.home),
        )) &&
      !/^(get-childitem|dir|test-path|write-output|echo|select-string|findstr)$/.test(command.program),
  },
  {
    id: 'windows.write',
    level: 'medium',
    categories: ['data_deletion'],
    match: (command) =>
      isWindows(command) &&
      command.redirects.some(({ mode }) => mode !== 'read' && mode !== 'duplicate') &&
      command.program,
  },
]
