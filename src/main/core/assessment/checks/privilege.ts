import { socketsOf } from '../actions/placing-programs'
import { placeAt } from '../facts/places'
import { environmentOf, type SimpleCommand } from '../../shell/graph'
import { isOldPath } from '../../shell/nested/search-path'
import { resolveAll } from '../../shell/paths'
import { argsOf, verbs, type Rule, type View } from './rule'
import { holdsKeys } from './secret-places'

const isSetId = (text: string): boolean =>
  /^[0-7]*[2467][0-7]{3}$/.test(text) || /^[ugoa]*[+=][rwxX]*s/.test(text)

/** What many containers are given of this machine to read: its time, names and certificates. */
const lent =
  /^(?!.*\.\.)\/(etc\/(localtime|timezone|hosts|resolv\.conf|ssl\/certs(\/.*)?)|usr\/share\/(zoneinfo|ca-certificates)(\/.*)?):.*:ro$/

/** The folders of this machine that a container would see. */
function mounted(args: readonly string[]): readonly string[] {
  return args.flatMap((text, at) => {
    const [, attached] = /^(?:-v|--volume=|--mount=)(.+)$/s.exec(text) ?? []
    const value = /^(-v|--volume|--mount)$/.test(args[at - 1] ?? '') ? text : attached
    if (value === undefined || lent.test(value)) return []
    const [, named] = /(?:^|,)(?:source|src)=([^,]+)/.exec(value) ?? []
    return [named ?? value.split(':', 1)[0] ?? '']
  })
}

const belowHome = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? path.slice(home.length + 1) : ''

const reachesOut = (source: string, command: SimpleCommand, view: View): boolean =>
  /docker\.sock|containerd\.sock|podman\.sock/.test(source) ||
  (/^[/.~]/.test(source) &&
    resolveAll(source.replace(/^~(?=\/|$)/, view.findings.landmarks.home), command.cwd).some(
      (path) =>
        /^(above|home|system|device)$/.test(placeAt(path, view.findings.landmarks)) ||
        holdsKeys(belowHome(path, view.findings.landmarks.home)),
    ))

/** Sockets of services that start what they are told to, with rights of their own. */
const rulesMachine =
  /docker|containerd|podman|\bcri-?o\b|buildkit|libvirt|\blxd\b|incus|snapd|systemd|dbus|\/bus$|qemu|firecracker|nomad|\bk3s\b|kubelet/i

/** What of getting or giving rights is no table: modes, folders that a container would see, variables. */
export const privilegeRules: readonly Rule[] = [
  {
    id: 'privilege.set-id',
    level: 'high',
    categories: ['privilege_escalation'],
    match: (command) =>
      (command.program === 'chmod' && isSetId(verbs(command)[0] ?? '') && verbs(command)[0]) ||
      (command.program === 'install' &&
        argsOf(command).some((text, at, all) => isSetId(text) && /^-m$|^--mode$/.test(all[at - 1] ?? '')) &&
        'install') ||
      false,
  },
  {
    id: 'privilege.container',
    level: 'high',
    categories: ['privilege_escalation'],
    match: (command, view) => {
      if (!/^(docker|podman|nerdctl|lxc|ctr)$/.test(command.program)) return false
      return mounted(argsOf(command)).find((source) => reachesOut(source, command, view)) ?? false
    },
  },
  {
    id: 'privilege.socket',
    effect: 'connect',
    level: 'high',
    categories: ['privilege_escalation'],
    match: (command, view) => {
      const sockets = socketsOf(command)
      const led = view
        .touched(command)
        .filter(({ action }) => sockets.some(({ text }) => text === action.target.text))
        .flatMap(({ found }) => found.flatMap(({ fact }) => fact.realPath ?? []))
      return [...sockets.map(({ text }) => text), ...led].find((path) => rulesMachine.test(path)) ?? false
    },
  },
  {
    id: 'privilege.loader',
    level: 'high',
    categories: ['privilege_escalation', 'system_modification'],
    match: (command) => {
      const loader =
        /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|GCONV_PATH|OPENSSL_(CONF|ENGINES|MODULES)|GIO_(EXTRA_MODULES|MODULE_DIR)|GTK_MODULES|QT_PLUGIN_PATH)$/
      const set = environmentOf(command).filter(({ value }) => !/^(|\/dev\/null)$/.test(value.text))
      // Alone it is for what is typed into the same shell next.
      const given = /^(export|declare|env)$/.test(command.program) ? argsOf(command) : []
      const names = [...set.map(({ name }) => name), ...given.map((text) => text.split('=', 1)[0] ?? '')]
      return names.find((name) => loader.test(name)) ?? false
    },
  },
  {
    id: 'privilege.path',
    level: 'medium',
    categories: ['privilege_escalation'],
    match: (command) => {
      const isOdd = (folder: string): boolean => /^(\.{0,2}|\.\/.*|\/tmp(\/.*)?)$/.test(folder)
      // Which folder it is only the run tells.
      const isOpen = (folder: string): boolean => /[$`]/.test(folder) && !isOldPath(folder)
      const set = environmentOf(command).filter(({ name }) => name === 'PATH')
      const found = set.find(({ value }) => value.text.split(':').some((each) => isOdd(each) || isOpen(each)))
      return found?.value.text ?? false
    },
  },
]
