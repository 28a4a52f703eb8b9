import { downloads } from './flows'
import { argsOf, hasArg, type Rule } from './rule'
import type { SimpleCommand } from '../../shell/graph'

const line = (command: SimpleCommand): string => argsOf(command).join(' ')
const isPowerShell = (command: SimpleCommand): boolean => command.shell === 'powershell'
const isWindows = (command: SimpleCommand): boolean => command.shell !== 'posix'

/** A parameter by any unambiguous beginning: -Recurse, -Rec, -r. */
const given = (command: SimpleCommand, name: string, least = 1): boolean =>
  argsOf(command).some((text) => {
    const [, word = ''] = /^[-\u2013\u2014]([a-z]+)/i.exec(text) ?? []
    return word.length >= least && name.startsWith(word.toLowerCase())
  })

const farPath =
  /(^|\s|["'])([A-Za-z]:(\\|\/|$)|\\\\|~|\.\.[\\/]|%[^%]+%|\$env:\w+|\$home\b|HKLM:|HKCU:|Cert:|\/(?!\w(\s|$)))/i
const variable = /\$(?!env:|home\b|_|null\b|true\b|false\b|PSVersionTable)\w+|%%?\w/i
const secretPath =
  /\.ssh[\\/]|\.aws[\\/]|\.azure[\\/]|id_rsa|id_ed25519|\.git-credentials|\\(SAM|SYSTEM|SECURITY)\b|ntds\.dit|\\Microsoft\\(Credentials|Protect)|Login Data|\.kube[\\/]|\.docker[\\/]config/i
const removes = /^(remove-item|del|erase|rd|rmdir)$/

const fileName = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).toLowerCase()

const posixNames =
  /^(git|npm|npx|yarn|pnpm|node|python|python3|py|pip|docker|kubectl|cargo|go|dotnet|curl|ssh|scp|tar)$/

/** Rules for PowerShell and cmd, by cmdlet and command. */
export const windowsRules: readonly Rule[] = [
  {
    id: 'windows.delete-tree',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It deletes whole folders, or files outside the workspace ({}).',
    match: (command) => {
      if (!isWindows(command) || !removes.test(command.program)) return false
      const recursive = isPowerShell(command) ? given(command, 'recurse') : hasArg(command, /^\/s$/i)
      const text = line(command)
      const piped = command.stdin.kind === 'pipe'
      return (recursive &&
        (farPath.test(text) || variable.test(text) || piped || /(^|\s)(\*|\.|\.\\\*?)(\s|$)/.test(text))) ||
        (!piped && farPath.test(text.replace(/\/[a-z](\s|$)/gi, ' ')))
        ? text || 'what is piped in'
        : false
    },
  },
  {
    id: 'windows.delete-call',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It deletes by way of .NET ({}).',
    match: (command) =>
      isPowerShell(command) && /\]::(Delete|DeleteTree)\(|\.Delete\(/i.test(line(command))
        ? line(command).slice(0, 60)
        : false,
  },
  {
    id: 'windows.run-download',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    reason: 'It runs a file that it has just downloaded ({}).',
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
    id: 'windows.delete',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It deletes files ({}).',
    match: (command) =>
      isWindows(command) &&
      /^(remove-item|del|erase|rd|rmdir|clear-content|clear-item|clear-recyclebin|remove-itemproperty)$/.test(
        command.program,
      )
        ? line(command) || 'what is piped in'
        : false,
  },
  {
    id: 'windows.remote-code',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    reason: 'It runs code that it fetches or puts together ({}).',
    match: (command, view) => {
      if (command.program === 'invoke-expression') {
        const from = view.graph.executes.get(command.id)
        const text = line(command)
        return /DownloadString|Net\.WebClient|iwr|irm|Invoke-(WebRequest|RestMethod)|http/i.test(text) ||
          (from?.from.length ?? 0) > 0
          ? 'Invoke-Expression'
          : false
      }
      if (
        /^(mshta|regsvr32|rundll32|wscript|cscript|installutil|msbuild|msiexec|odbcconf|cmstp|hh)$/.test(
          command.program,
        )
      )
        return /https?:|scrobj|javascript:|\\\\/i.test(line(command)) ? command.program : false
      if (command.program === 'certutil')
        return hasArg(command, /^[-/](urlcache|decode|verifyctl|encode|f)$/i) ? 'certutil' : false
      return isPowerShell(command) &&
        /\[(System\.)?(Reflection\.)?Assembly\]::Load|FromBase64String|Add-Type|\[ScriptBlock\]::Create|DownloadString|DownloadFile/i.test(
          line(command),
        )
        ? 'PowerShell'
        : false
    },
  },
  {
    id: 'windows.own-text',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It runs text as code.',
    match: (command) => command.program === 'invoke-expression',
  },
  {
    id: 'windows.secrets',
    level: 'high',
    categories: ['data_exfiltration'],
    reason: 'It reads keys or passwords.',
    match: (command) =>
      isWindows(command) &&
      ((secretPath.test(line(command)) &&
        !/^(get-childitem|dir|test-path|write-output|echo|select-string|findstr)$/.test(command.program)) ||
        /^(cmdkey|vaultcmd|get-credential|get-storedcredential|convertfrom-securestring|export-pfxcertificate|findstr-password)$/.test(
          command.program,
        )),
  },
  {
    id: 'windows.exfiltration',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    reason: 'It sends data away.',
    match: (command) =>
      isPowerShell(command) &&
      ((/^(invoke-webrequest|invoke-restmethod)$/.test(command.program) &&
        (/-infile|-body\s+\(|UploadFile|UploadString/i.test(line(command)) ||
          (given(command, 'body', 2) && /\$|Get-Content/i.test(line(command))))) ||
        command.program === 'send-mailmessage'),
  },
  {
    id: 'windows.download',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It connects to the network.',
    match: (command) =>
      isWindows(command) &&
      /^(invoke-webrequest|invoke-restmethod|start-bitstransfer|bitsadmin|certutil|test-netconnection|resolve-dnsname|ping|tracert|nslookup|ftp|tftp)$/.test(
        command.program,
      ),
  },
  {
    id: 'windows.process',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It starts or stops a process ({}).',
    match: (command) =>
      isWindows(command) &&
      /^(stop-process|taskkill|tskill|start-process|start|start-job|invoke-item|debug-process|wait-process)$/.test(
        command.program,
      )
        ? command.program
        : false,
  },
  {
    id: 'windows.write',
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It writes, moves or copies files ({}).',
    match: (command) =>
      isWindows(command) &&
      (/^(set-content|add-content|out-file|tee-object|copy-item|move-item|rename-item|new-item|set-item|copy|move|ren|rename|xcopy|robocopy|md|mkdir|mklink|attrib|expand-archive|compress-archive|set-itemproperty|set-location-file|export-csv|export-clixml|install-module|install-package|winget|choco|scoop|import-module|new-alias|set-alias)$/.test(
        command.program,
      ) ||
        command.redirects.some(({ mode }) => mode !== 'read' && mode !== 'duplicate'))
        ? command.program
        : false,
  },
  {
    id: 'windows.robocopy-mirror',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It deletes what is not in the source folder.',
    match: (command) => command.program === 'robocopy' && hasArg(command, /^\/(mir|purge|move|mov)$/i),
  },
  {
    id: 'windows.expression',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It calls into .NET, which is not seen through ({}).',
    match: (command) =>
      command.program === 'expression' &&
      /\[[\w.]+\]::|\.\w+\(|New-Object|\[\w+\]\$/i.test(line(command)) &&
      !/^\$?[\w.]*\.(ToString|Trim|Split|Replace|Length|Count|ToUpper|ToLower)\(/i.test(line(command))
        ? line(command).slice(0, 60)
        : false,
  },
  {
    id: 'windows.read',
    level: 'low',
    categories: [],
    reason: 'It reads or prints.',
    match: (command) => {
      if (!isWindows(command)) return false
      const { program } = command
      if (program === 'expression') return !/\[[\w.]+\]::|\.\w+\(|New-Object/i.test(line(command))
      return (
        /^(get-\w+|select-\w+|where-object|sort-object|measure-\w+|group-object|format-(table|list|wide|custom)|compare-object|write-(output|host|verbose|warning|error|debug|information)|test-(path|connection)?|resolve-path|split-path|join-path|convertto-\w+|convertfrom-(json|csv|stringdata)|out-(string|host|null|default)|set-location|push-location|pop-location|foreach-object|set-variable|new-timespan|clear-host|set-strictmode|start-sleep)$/.test(
          program,
        ) ||
        (command.shell === 'cmd' &&
          /^(dir|type|echo|cd|chdir|pushd|popd|set|ver|vol|where|whoami|hostname|tree|find|findstr|more|sort|fc|comp|date|time|path|help|cls|rem|exit|title|tasklist|systeminfo|ipconfig|if|for|timeout|pause|goto|setlocal|endlocal|assoc|ftype|driverquery)$/.test(
            program,
          ))
      )
    },
  },
  {
    id: 'windows.shell',
    level: 'low',
    categories: [],
    reason: 'What the shell runs is judged as what it is.',
    match: (command) =>
      /^(powershell|pwsh|cmd)$/.test(command.program.toLowerCase()) && command.words.length > 1,
  },
  {
    id: 'windows.program',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It runs a program of the workspace ({}).',
    match: (command) =>
      isWindows(command) &&
      /^\.{1,2}[\\/]|\.(exe|bat|ps1|vbs|js|wsf)$/i.test(command.words[0]?.text ?? '') &&
      !posixNames.test(command.program)
        ? (command.words[0]?.text ?? false)
        : false,
  },
]
