import type { FactAccess, FactHost, FactRow, FactTarget } from '../../domain/facts'
import type { GroupOfFiles } from '../group-of-files'
import { quotedName } from '../../domain/named-path'
import { amounts } from './amounts'
import { moment } from '../counting'
import { machine } from './machine'

const accessLabels: Readonly<Record<FactAccess, string>> = {
  delete: 'Deletes',
  move: 'Moves',
  write: 'Writes',
  change: 'Changes',
  append: 'Appends to',
  create: 'Creates',
  read: 'Reads',
}

const labels = {
  branch: 'Branch',
  remotes: 'Remote',
  'git-starts': 'Git starts',
  gap: 'Not known',
  host: 'Host',
  machine: 'This machine',
  rights: 'Rights',
  'runs-on': 'Runs on',
  'looks-into': 'Looks into',
  unread: 'Not seen through',
  'loads-unread': 'Not read',
  manifest: 'Manifest',
  adds: 'Adds',
  lockfile: 'Lockfile',
  'not-complete': 'Not complete',
  'not-shown': 'Not shown',
  withheld: 'Not told',
} as const

/** Number and size of what a path holds: "312 files, 48 MB". */
function content({ kind, files, bytes, exact, reason }: FactTarget): string {
  switch (kind) {
    case 'missing':
      return 'does not exist'
    case 'unknown':
      return reason ?? 'not known'
    case 'fifo':
      return 'a named pipe'
    case 'socket':
      return 'a socket'
    case 'device':
      return 'a device'
    case 'file':
      return amounts.size(bytes ?? 0)
    case 'symlink':
      return 'a link'
    case 'directory':
      if (files === undefined || bytes === undefined) return 'a folder'
      if (files === 0)
        return exact ? 'a folder with no file in it' : 'a folder that could not be looked through'
      return `${exact ? '' : 'at least '}${amounts.files(files)}, ${amounts.size(bytes)}`
  }
}

const places = {
  inside: 'inside the workspace',
  temporary: 'in the temporary folder',
  outside: 'outside the workspace',
} as const

function target(it: FactTarget): string {
  const parts = [
    content(it),
    it.spared && 'stays: it is a folder, and the program removes none like it',
    it.realPath === undefined ? undefined : `leads to ${quotedName(it.realName ?? it.realPath)}`,
    it.newestMs === undefined || it.kind === 'missing'
      ? undefined
      : `newest change ${moment(it.newestMs)} UTC`,
    it.git
      ? amounts.git(it.git)
      : it.gone
        ? 'its repository goes with it'
        : it.unversioned && 'in no repository',
    it.place && places[it.place],
  ]
  return `${quotedName(it.name ?? it.path)}: ${parts.filter((part) => part !== undefined).join('; ')}`
}

const unfound = {
  'not-looked': 'not looked at',
  'at-run-time': 'not known before it runs',
  'no-match': 'fits no file',
  unread: 'could not be looked through',
} as const

const count = (value: number | undefined, word: string): string =>
  value === undefined ? `${word} not known` : `${String(value)} ${word}`

function branch({ branch: name, upstream }: Extract<FactRow, { kind: 'branch' }>): string {
  if (name === undefined) return 'none (detached, or not known)'
  if (!upstream) return `${name}, no upstream`
  const { remote, ahead, behind } = upstream
  return `${name}, upstream ${remote}/${upstream.branch}: ${count(ahead, 'ahead')}, ${count(behind, 'behind')}`
}

const histories = {
  granted: 'granted before',
  seen: 'seen before',
  new: 'not seen before in this session',
} as const

const host = ({ host: name, warning, history }: FactHost): string =>
  [name, warning, history && histories[history]].filter((part) => part !== undefined).join('; ')

function manifest(row: Extract<FactRow, { kind: 'manifest' }>): string {
  const { file, found, reason = 'could not be read', dependencies = 0, scripts } = row
  switch (found) {
    case 'there':
      return file
    case 'missing':
      return `no ${file} in this folder or above it`
    case 'malformed':
      return `${file} is no JSON`
    case 'unread':
      return `${file} ${reason}`
    case 'read': {
      const runs =
        scripts === undefined
          ? 'no script runs (--ignore-scripts)'
          : `${scripts.length > 0 ? `runs ${scripts.join(', ')} of the project` : 'no script of the project runs'}; scripts of packages may`
      return `${file}, ${String(dependencies)} dependencies; ${runs}`
    }
  }
}

function value(row: FactRow): string {
  switch (row.kind) {
    case 'target':
      return target(row.target)
    case 'unfound':
      return `${quotedName(row.name)}: ${unfound[row.why]}`
    case 'more-targets': {
      const more = row.count === undefined ? 'more than were looked at' : `${amounts.number(row.count)} more`
      return `and ${more}: ${quotedName(row.name)}`
    }
    case 'branch':
      return branch(row)
    case 'remotes':
      return row.remotes.map(({ name, url }) => `${name} ${url}`).join('; ')
    case 'git-starts':
      return `programs set in its configuration: ${row.settings.join(', ')}`
    case 'gap':
      return row.text
    case 'host':
      return host(row.host)
    case 'machine':
      return `${machine.place(row.target)}: ${machine.servers(row.servers)}`
    case 'rights':
      return `another user's (${row.by})`
    case 'runs-on':
      return row.host
    case 'looks-into':
      return row.titles.join('; ')
    case 'unread':
      return row.reason
    case 'loads-unread':
      return row.by === ''
        ? 'more files than were looked at; outside the sandbox a yes is for one run'
        : `what ${row.by} may load; outside the sandbox a yes is for one run`
    case 'manifest':
      return manifest(row)
    case 'adds':
      return `${row.names.join(', ')}: not in package.json so far`
    case 'lockfile':
      return row.files.length > 0 ? row.files.join(', ') : 'none: versions are chosen anew'
    case 'not-complete':
      return 'there was more than could be looked at in time'
    case 'not-shown':
      return `${String(row.count)} more lines like these`
    case 'withheld':
      return 'what was found outside the filesystem roots'
    case 'said':
      return row.value
  }
}

/** Several files of one folder, as "6 files in ../shared-cache, 36 KB; in no repository". `git`: how those in a repository stand, if any are. */
function group({ count: files, folder, bytes, exact, git, unversioned, place }: GroupOfFiles): string {
  const parts = [
    `${amounts.files(files)} in ${quotedName(folder)}, ${exact ? '' : 'at least '}${amounts.size(bytes)}`,
    git === undefined ? unversioned && 'in no repository' : amounts.git(git),
    place && places[place],
  ]
  return parts.filter(Boolean).join('; ')
}

/** What was found out. */
export const fact = { accessLabels, labels, value, group } as const
