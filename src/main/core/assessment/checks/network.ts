import { dryRun } from '../actions/dry-run'
import { contactsOf, sendingOf } from '../actions/contacts'
import { placeAt } from '../facts/places'
import type { SimpleCommand } from '../../shell/graph'
import { resolveAll } from '../../shell/paths'
import { asksForHelp, hasArg, type Rule, textAt, type View } from './rule'
import { goesOut, isLocalOnly, names, sendsPrecious, strangers } from './sent'

/** Whether a command serves files to whoever asks. */
const serves = (command: SimpleCommand): boolean =>
  /^(http-server|serve|miniserve|darkhttpd|live-server|webfsd|mini_httpd|httpd|simple-http-server)$/.test(
    command.program,
  ) ||
  (/^(python\d?[\d.]*|pypy3?)$/.test(command.program) &&
    hasArg(command, /^(http\.server|SimpleHTTPServer|uploadserver)$/)) ||
  (command.program === 'php' && hasArg(command, /^-S/)) ||
  (command.program === 'caddy' && hasArg(command, /^file-server$/))

/** A folder outside of the workspace that it serves: one that it names, or where it runs. */
function servedFar(command: SimpleCommand, view: View): string | undefined {
  const { landmarks } = view.findings
  const isFar = (path: string): boolean => /^(outside|home|above|system)$/.test(placeAt(path, landmarks))
  const named = command.words.slice(1).filter(({ text }) => /^[~./]|^--?[\w-]+=[~./]/.test(text))
  const word = named.find((each) => {
    const path = each.text.replace(/^--?[\w-]+=/, '').replace(/^~(?=\/|$)/, landmarks.home)
    return resolveAll(path, command.cwd).some(isFar)
  })
  return word?.text ?? (named.length === 0 ? command.cwd.find(isFar) : undefined)
}

/** Connecting, fetching, sending. Running what was fetched has rules of its own. */
export const networkRules: readonly Rule[] = [
  {
    id: 'network.exfiltration',
    effect: 'send-precious',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    match: sendsPrecious,
  },
  {
    id: 'network.raw-connection',
    effect: 'connect',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    match: ({ redirects }) =>
      redirects.find(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.text))?.target.text ?? false,
  },
  {
    id: 'network.shell-behind',
    effect: 'connect',
    level: 'high',
    categories: ['data_exfiltration', 'privilege_escalation', 'network_access'],
    match: (command) =>
      /^(nc|ncat|netcat|socat)$/.test(command.program) &&
      command.stdin.kind === 'pipe' &&
      !hasArg(command, /^-[a-z]*z/) &&
      command.redirects.some(({ mode }) => mode === 'write'),
  },
  {
    id: 'network.serves',
    effect: 'listen',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    match: (command, view) => (serves(command) && servedFar(command, view)) || false,
  },
  {
    id: 'network.look-alike',
    effect: 'connect',
    level: 'medium',
    categories: ['network_access'],
    match: (command) => {
      const odd = goesOut(command) ? strangers(command).find((each) => each.warning !== undefined) : undefined
      return odd ? `${odd.warning ?? ''}: ${odd.host}` : false
    },
  },
  {
    id: 'network.send',
    effect: 'send',
    level: 'medium',
    categories: ['network_access'],
    match: (command) => {
      if (!goesOut(command)) return false
      const { files, input, text } = sendingOf(command)
      return files.length > 0 || input || text
        ? contactsOf(command)
            .map(({ host }) => host)
            .join(', ') || 'a host'
        : false
    },
  },
  {
    id: 'network.delete-remote',
    effect: 'connect',
    level: 'high',
    categories: ['data_deletion', 'network_access'],
    match: (command) => {
      const remote = contactsOf(command)
      const deletes = hasArg(command, /^--del(ete.*)?$/)
      return command.program === 'rsync' && deletes && remote.length > 0 ? names(command) : false
    },
  },
  {
    id: 'network.connect',
    effect: 'connect',
    level: 'medium',
    categories: ['network_access'],
    match: (command) =>
      goesOut(command) &&
      !isLocalOnly(command) &&
      // What only asks is told as that, where no host is named.
      (strangers(command).length > 0 || dryRun(command) === undefined) &&
      names(command),
  },
  {
    id: 'network.loopback',
    effect: 'connect',
    level: 'low',
    categories: [],
    match: (command) => goesOut(command) && isLocalOnly(command),
  },
  {
    id: 'network.remote-command',
    effect: 'run-elsewhere',
    level: 'high',
    categories: ['data_deletion', 'network_access'],
    match: (command, view) => {
      if (command.host === undefined || command.via === 'container') return false
      const inContainer = view.graph.commands[command.parent ?? -1]?.via === 'container'
      const risky =
        /^(rm|rmdir|unlink|shred|dd|mkfs.*|truncate|mv|systemctl|service|reboot|shutdown|kill|killall|pkill|iptables|ufw|sudo|su|docker|kubectl|dropdb|crontab|userdel|chmod|chown|tee|sed|sh|bash)$/
      const writes = command.redirects.some(
        ({ mode, target }) => /write|append/.test(mode) && !/^\/(dev\/null|tmp\/)/.test(target.text),
      )
      return !inContainer && (writes || risky.test(command.program)) && !asksForHelp(command)
        ? `${command.program} on ${command.host}`
        : false
    },
  },
  {
    id: 'network.remote-any',
    effect: 'run-elsewhere',
    level: 'medium',
    categories: ['network_access'],
    match: (command) => (command.host !== undefined && command.via === 'remote' ? textAt(command, 0) : false),
  },
]
