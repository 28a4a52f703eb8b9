import { argsOf, asksForHelp, hasArg, textAt, verbs, type Rule } from './rule'

/** Changes to the machine: services, kernel, firewall, processes. */
export const systemRules: readonly Rule[] = [
  {
    id: 'system.power',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It stops or restarts the machine.',
    match: (command) =>
      (/^(reboot|shutdown|halt|poweroff|telinit)$/.test(command.program) && !asksForHelp(command)) ||
      (command.program === 'init' && /^[06]$/.test(textAt(command, 1))) ||
      (command.program === 'systemctl' &&
        /^(reboot|poweroff|halt|suspend|hibernate|kexec|rescue|emergency)$/.test(verbs(command)[0] ?? '')),
  },
  {
    id: 'system.service',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It stops, starts or changes a service ({}).',
    match: (command) => {
      const [verb = '', second = ''] = verbs(command)
      switch (command.program) {
        case 'systemctl':
          if (hasArg(command, /^--user$/) && /^(start|stop|restart|reload)$/.test(verb)) return false
          return /^(start|stop|restart|reload|try-restart|kill|disable|daemon-reload|daemon-reexec|isolate|set-property|reset-failed|revert)$/.test(
            verb,
          )
            ? verb
            : false
        case 'service':
          return second !== 'status' && second !== '' ? `${verb} ${second}` : false
        case 'launchctl':
          return /^(unload|bootout|stop|remove|disable|kill|reboot|start)$/.test(verb) ? verb : false
        case 'rc-service':
          return second !== 'status' ? verb : false
        default:
          return false
      }
    },
  },
  {
    id: 'system.own-service',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It starts or stops a service of your own session ({}).',
    match: (command) => {
      const [verb = '', unit = ''] = verbs(command)
      return command.program === 'systemctl' &&
        hasArg(command, /^--user$/) &&
        /^(start|stop|restart|reload)$/.test(verb)
        ? unit
        : false
    },
  },
  {
    id: 'system.guard-off',
    level: 'high',
    categories: ['system_modification', 'compliance'],
    reason: 'It weakens or changes a guard of the system ({}).',
    match: (command) => {
      const { program } = command
      if (asksForHelp(command)) return false
      if (
        /^(iptables|ip6tables|nft|ebtables|ufw|firewall-cmd|pfctl|setenforce|setsebool|aa-disable|aa-complain|aa-teardown|auditctl|spctl|csrutil|tccutil|nvram|fdesetup|mokutil|sestatus)$/.test(
          program,
        )
      )
        return hasArg(command, /^(-L|-S|--list.*|-n|list|status|--status|--state|-s|show)$/) &&
          !hasArg(
            command,
            /^(-F|-X|-A|-D|-I|-P|--flush|disable|reset|delete|add|flush|--master-disable|0|1)$/,
          )
          ? false
          : program
      if (program === 'defaults')
        return verbs(command)[0] === 'write' || verbs(command)[0] === 'delete' ? 'defaults' : false
      return false
    },
  },
  {
    id: 'system.kernel',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It changes the running kernel or what is mounted ({}).',
    match: (command) => {
      const { program } = command
      if (asksForHelp(command)) return false
      if (
        /^(insmod|modprobe|rmmod|kexec|swapon|swapoff|pivot_root|losetup|dmsetup|umount|fusermount|bpftool|setpci|efibootmgr|grub-install|update-grub|update-initramfs)$/.test(
          program,
        )
      )
        return program
      if (program === 'mount')
        return argsOf(command).some(
          (text) => !/^(-l|-t|[a-z0-9]+)$/.test(text) || /^(-a|--all)$/.test(text),
        ) && argsOf(command).length > 0
          ? 'mount'
          : false
      if (program === 'sysctl')
        return hasArg(command, /^(-w|--write|-p|--system|[\w./-]+=.*)$/) ? 'sysctl' : false
      return /^(timedatectl|hostnamectl|localectl|hwclock|ntpdate)$/.test(program) &&
        hasArg(command, /^(set-.*|-w|--systohc|[\d.]+)$/)
        ? program
        : false
    },
  },
  {
    id: 'system.network-setting',
    level: 'high',
    categories: ['system_modification', 'network_access'],
    reason: 'It changes how the machine is connected ({}).',
    match: (command) => {
      const { program } = command
      if (/^(ip|route|ifconfig|nmcli|networksetup|resolvectl|brctl|wg|wg-quick|arp)$/.test(program))
        return hasArg(
          command,
          /^(add|del|delete|set|change|replace|flush|up|down|-set\w+|modify|connect|disconnect|append|on|off)$/,
        )
          ? program
          : false
      return false
    },
  },
  {
    id: 'system.kill-all',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It stops every process that it may stop.',
    match: (command) =>
      (command.program === 'kill' &&
        argsOf(command)
          .slice(1)
          .some((text) => /^-1$/.test(text))) ||
      (/^(kill|pkill|killall|killall5)$/.test(command.program) &&
        (command.program === 'killall5' ||
          hasArg(
            command,
            /^(-u|--user|--euid)$|^(systemd|init|sshd|Xorg|gnome-shell|launchd|WindowServer|dbus-daemon)$/,
          ))),
  },
  {
    id: 'system.kill',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It stops a process ({}).',
    match: (command) =>
      /^(kill|pkill|killall|xkill|fkill)$/.test(command.program) &&
      !hasArg(command, /^(-l|-L|--list|-0)$/) &&
      command.words.length > 1 &&
      !asksForHelp(command)
        ? (argsOf(command).at(-1) ?? false)
        : (command.program === 'fuser' && hasArg(command, /^-[a-z]*k/)) ||
          (command.program === 'npx' && hasArg(command, /^kill-port$/)),
  },
  {
    id: 'system.traces',
    level: 'high',
    categories: ['compliance'],
    reason: 'It removes traces of what was done.',
    match: (command) =>
      (command.program === 'history' && hasArg(command, /^-[cdw]/)) ||
      (command.program === 'journalctl' && hasArg(command, /^--(vacuum.*|rotate|flush)/)) ||
      (command.program === 'unset' && hasArg(command, /^HISTFILE$/)) ||
      (command.program === 'export' && hasArg(command, /^HIST(FILE=(\/dev\/null)?|SIZE=0)$/)) ||
      command.assignments.some(({ name, value }) => name === 'HISTFILE' && value.text === '/dev/null') ||
      (command.program === 'dmesg' && hasArg(command, /^(-C|-c|--clear)$/)),
  },
  {
    id: 'system.clipboard',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It replaces what is on the clipboard.',
    match: ({ program }) => /^(pbcopy|wl-copy|clip)$/.test(program),
  },
  {
    id: 'system.limits',
    level: 'medium',
    categories: ['resource_exhaustion'],
    reason: 'It changes limits or priorities of processes.',
    match: ({ program }) => /^(renice|prlimit|cgset|cgexec|chrt)$/.test(program),
  },
  {
    id: 'system.install',
    level: 'high',
    categories: ['system_modification'],
    reason: 'It installs into the system ({}).',
    match: (command, view) => {
      const wanted = verbs(command).find((text) => /^(install|uninstall|install-strip)$/.test(text))
      if (
        /^g?make$/.test(command.program) &&
        wanted !== undefined &&
        !hasArg(command, /^(-n|--dry-run|DESTDIR=.*|PREFIX=(?!\/usr|\/opt).*|prefix=(?!\/usr|\/opt).*)$/)
      )
        return `make ${wanted}`
      return /^(cmake|ninja|meson)$/.test(command.program) &&
        hasArg(command, /^(--install|install)$/) &&
        view.graph.commands.length > 0
        ? command.program
        : false
    },
  },
]
