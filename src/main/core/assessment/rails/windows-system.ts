import type { SimpleCommand } from '../../shell/graph'
import { argsOf, hasArg, type Rule } from './rule'

const line = (command: SimpleCommand): string => argsOf(command).join(' ')
const isWindows = (command: SimpleCommand): boolean => command.shell !== 'posix'

/** Changes to a Windows machine: disks, the registry, services, guards, rights. */
export const windowsSystemRules: readonly Rule[] = [
  {
    id: 'windows.disk',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    reason: 'It formats, wipes or repartitions a disk, or deletes its backups ({}).',
    match: (command) =>
      (isWindows(command) &&
        (/^(format|format-volume|clear-disk|initialize-disk|diskpart|remove-partition|fdisk|wbadmin|sdelete)$/.test(
          command.program,
        ) ||
          (command.program === 'vssadmin' && hasArg(command, /^(delete|resize)$/i)) ||
          (command.program === 'cipher' && hasArg(command, /^\/w/i)) ||
          (command.program === 'fsutil' && !hasArg(command, /^(query|fsinfo)$/i)))) ||
      /^(vssadmin|diskpart|wbadmin|bcdedit)$/.test(command.program)
        ? command.program
        : false,
  },
  {
    id: 'windows.start-up',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It changes what starts by itself, or the registry ({}).',
    match: (command) => {
      const text = line(command)
      switch (command.program) {
        case 'reg':
          return hasArg(command, /^(add|delete|import|restore|load|unload|copy|save)$/i) && 'reg'
        case 'regedit':
          return 'regedit'
        case 'schtasks':
          return hasArg(command, /^\/(create|change|delete|run)$/i) && 'schtasks'
        case 'sc':
          return hasArg(command, /^(create|config|delete|start|stop|sdset|failure)$/i) && 'sc'
        case 'register-scheduledtask':
        case 'set-scheduledtask':
        case 'new-service':
        case 'set-service':
        case 'stop-service':
        case 'start-service':
        case 'restart-service':
        case 'set-wmiinstance':
        case 'register-wmievent':
          return command.program
        case 'set-itemproperty':
        case 'new-itemproperty':
        case 'set-item':
        case 'new-item':
          return /HK(LM|CU|CR|U):|Registry::|Startup|\$PROFILE/i.test(text) && command.program
        case 'set-content':
        case 'add-content':
        case 'out-file':
        case 'copy-item':
        case 'move-item':
        case 'copy':
        case 'move':
          return (
            /\$PROFILE|Start Menu|\\Startup|System32|\\drivers\\etc\\hosts|\.ssh[\\/]/i.test(text) &&
            command.program
          )
        case 'setx':
          return 'setx'
        default:
          return false
      }
    },
  },
  {
    id: 'windows.guard-off',
    level: 'high',
    categories: ['system_modification', 'compliance'],
    reason: 'It weakens a guard of the system ({}).',
    match: (command) => {
      const { program } = command
      if (
        /^(set-executionpolicy|add-mppreference|set-mppreference|remove-mppreference|disable-\w+|set-netfirewallprofile|unblock-file|new-netfirewallrule|clear-eventlog|wevtutil|auditpol|bcdedit|takeown|icacls|cacls|set-acl|manage-bde|disable-bitlocker|uninstall-windowsfeature|amsi)$/.test(
          program,
        ) &&
        isWindows(command)
      )
        return program
      return program === 'netsh' &&
        /(advfirewall|firewall|portproxy|winhttp|interface|wlan)/i.test(line(command)) &&
        !/\bshow\b/i.test(line(command))
        ? 'netsh'
        : false
    },
  },
  {
    id: 'windows.rights',
    level: 'high',
    categories: ['privilege_escalation'],
    reason: 'It gets or gives more rights ({}).',
    match: (command) => {
      const { program } = command
      if (program === 'runas' || program === 'psexec' || program === 'gsudo') return program
      if (program === 'start-process') return /-verb\s+runas/i.test(line(command)) && 'RunAs'
      if (/^net1?$/.test(program) && isWindows(command))
        return (
          hasArg(command, /^(user|localgroup|group|accounts|share|use|stop|start)$/i) &&
          hasArg(command, /^\/(add|delete|active.*|domain)$|^(stop|start)$/i) &&
          'net'
        )
      return /^(new-localuser|add-localgroupmember|set-localuser|enable-localuser|set-adaccountpassword|add-adgroupmember|enable-psremoting|enter-pssession|new-pssession|invoke-command|invoke-wmimethod|wmic|mimikatz|procdump)$/.test(
        program,
      ) && isWindows(command)
        ? program
        : false
    },
  },
  {
    id: 'windows.power',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It stops or restarts the machine.',
    match: (command) =>
      isWindows(command) &&
      /^(shutdown|stop-computer|restart-computer|logoff|tsshutdn)$/.test(command.program),
  },
]
