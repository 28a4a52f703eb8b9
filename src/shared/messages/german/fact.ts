import type { Messages } from '../spoken'
import type { FactAccess, FactHost, FactRow, FactTarget } from '../../domain/facts'
import { quotedName } from '../../domain/named-path'
import type { GroupOfFiles } from '../group-of-files'
import { moment } from '../counting'
import { amounts } from './amounts'
import { machine } from './machine'

const accessLabels: Readonly<Record<FactAccess, string>> = {
  delete: 'Löscht',
  move: 'Verschiebt',
  write: 'Schreibt',
  change: 'Ändert',
  append: 'Ergänzt',
  create: 'Erstellt',
  read: 'Liest',
}

const labels = {
  branch: 'Branch',
  remotes: 'Remote',
  'git-starts': 'Git startet',
  gap: 'Unbekannt',
  host: 'Host',
  machine: 'Dieser Rechner',
  rights: 'Rechte',
  'runs-on': 'Läuft auf',
  'looks-into': 'Durchgesehen',
  unread: 'Nicht durchschaut',
  'loads-unread': 'Nicht gelesen',
  manifest: 'Manifest',
  adds: 'Neu dabei',
  lockfile: 'Lockfile',
  'not-complete': 'Unvollständig',
  'not-shown': 'Nicht gezeigt',
  withheld: 'Nicht gesagt',
} as const

/** Number and size of what a path holds: "312 Dateien, 48 MB". */
function content({ kind, files, bytes, exact, reason }: FactTarget): string {
  switch (kind) {
    case 'missing':
      return 'nicht vorhanden'
    case 'unknown':
      return reason ?? 'nicht bekannt'
    case 'fifo':
      return 'eine benannte Pipe'
    case 'socket':
      return 'ein Socket'
    case 'device':
      return 'ein Gerät'
    case 'file':
      return amounts.size(bytes ?? 0)
    case 'symlink':
      return 'ein Link'
    case 'directory':
      if (files === undefined || bytes === undefined) return 'ein Ordner'
      if (files === 0) return exact ? 'ein Ordner ohne Dateien' : 'ein Ordner, der sich nicht durchsehen ließ'
      return `${exact ? '' : 'mindestens '}${amounts.files(files)}, ${amounts.size(bytes)}`
  }
}

const places = {
  inside: 'im Arbeitsordner',
  temporary: 'im temporären Ordner',
  outside: 'außerhalb des Arbeitsordners',
} as const

function target(it: FactTarget): string {
  const parts = [
    content(it),
    it.spared && 'bleibt: ein Ordner, und das Programm entfernt keine solchen',
    it.realPath === undefined ? undefined : `führt zu ${quotedName(it.realName ?? it.realPath)}`,
    it.newestMs === undefined || it.kind === 'missing'
      ? undefined
      : `zuletzt geändert ${moment(it.newestMs)} UTC`,
    it.git
      ? amounts.git(it.git)
      : it.gone
        ? 'das Repository geht mit verloren'
        : it.unversioned && 'in keinem Repository',
    it.place && places[it.place],
  ]
  return `${quotedName(it.name ?? it.path)}: ${parts.filter((part) => part !== undefined).join('; ')}`
}

const unfound = {
  'not-looked': 'nicht angesehen',
  'at-run-time': 'steht erst beim Ausführen fest',
  'no-match': 'passt auf keine Datei',
  unread: 'ließ sich nicht durchsehen',
} as const

const count = (value: number | undefined, word: string): string =>
  value === undefined ? `${word} unbekannt` : `${String(value)} ${word}`

function branch({ branch: name, upstream }: Extract<FactRow, { kind: 'branch' }>): string {
  if (name === undefined) return 'keiner (detached, oder unbekannt)'
  if (!upstream) return `${name}, ohne Upstream`
  const { remote, ahead, behind } = upstream
  return `${name}, Upstream ${remote}/${upstream.branch}: ${count(ahead, 'voraus')}, ${count(behind, 'zurück')}`
}

const histories = {
  granted: 'schon einmal erlaubt',
  seen: 'schon einmal gesehen',
  new: 'neu in dieser Sitzung',
} as const

const host = ({ host: name, warning, history }: FactHost): string =>
  [name, warning, history && histories[history]].filter((part) => part !== undefined).join('; ')

function manifest(row: Extract<FactRow, { kind: 'manifest' }>): string {
  const { file, found, reason = 'ließ sich nicht lesen', dependencies = 0, scripts } = row
  switch (found) {
    case 'there':
      return file
    case 'missing':
      return `kein ${file} in diesem Ordner oder darüber`
    case 'malformed':
      return `${file} ist kein JSON`
    case 'unread':
      return `${file}: ${reason}`
    case 'read': {
      const runs =
        scripts === undefined
          ? 'kein Skript läuft (--ignore-scripts)'
          : `${scripts.length > 0 ? `startet ${scripts.join(', ')} des Projekts` : 'kein Skript des Projekts läuft'}; Skripte von Paketen vielleicht`
      return `${file}, ${String(dependencies)} Abhängigkeiten; ${runs}`
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
      const more =
        row.count === undefined ? 'mehr als angesehen wurde' : `${amounts.number(row.count)} weitere`
      return `und ${more}: ${quotedName(row.name)}`
    }
    case 'branch':
      return branch(row)
    case 'remotes':
      return row.remotes.map(({ name, url }) => `${name} ${url}`).join('; ')
    case 'git-starts':
      return `Programme aus der Git-Konfiguration: ${row.settings.join(', ')}`
    case 'gap':
      return row.text
    case 'host':
      return host(row.host)
    case 'machine':
      return `${machine.place(row.target)}: ${machine.servers(row.servers)}`
    case 'rights':
      return `die eines anderen Benutzers (${row.by})`
    case 'runs-on':
      return row.host
    case 'looks-into':
      return row.titles.join('; ')
    case 'unread':
      return row.reason
    case 'loads-unread':
      return row.by === ''
        ? 'mehr Dateien, als angesehen wurden; außerhalb der Sandbox gilt ein Ja für einen Lauf'
        : `was ${row.by} laden kann; außerhalb der Sandbox gilt ein Ja für einen Lauf`
    case 'manifest':
      return manifest(row)
    case 'adds':
      return `${row.names.join(', ')}: bisher nicht in package.json`
    case 'lockfile':
      return row.files.length > 0 ? row.files.join(', ') : 'keines: Versionen werden neu gewählt'
    case 'not-complete':
      return 'es war mehr, als in der Zeit anzusehen war'
    case 'not-shown':
      return `${String(row.count)} weitere Zeilen wie diese`
    case 'withheld':
      return 'was außerhalb der freigegebenen Ordner gefunden wurde'
    case 'said':
      return row.value
  }
}

/** "6 Dateien in ../shared-cache, 36 KB; in keinem Repository" */
function group({ count: files, folder, bytes, exact, git, unversioned, place }: GroupOfFiles): string {
  const parts = [
    `${amounts.files(files)} in ${quotedName(folder)}, ${exact ? '' : 'mindestens '}${amounts.size(bytes)}`,
    git === undefined ? unversioned && 'in keinem Repository' : amounts.git(git),
    place && places[place],
  ]
  return parts.filter(Boolean).join('; ')
}

/** What was found out. */
export const fact = { accessLabels, labels, value, group } as const satisfies Messages['fact']
