import type { Messages } from '../spoken'
import type { Act, Effect, FileAct, FileVerb } from '../../domain/effect'
import { quotedName } from '../../domain/named-path'
import { amounts } from './amounts'
import { gitSetting } from './grant'
import { machine } from './machine'
import { ruleReasons, reason } from './rule-reasons'

type Of<K extends Act['kind']> = Extract<Act, { kind: K }>

const fileVerbs: Readonly<Record<FileVerb, string>> = {
  delete: 'Löscht',
  move: 'Verschiebt',
  overwrite: 'Überschreibt',
  change: 'Ändert',
  write: 'Schreibt',
  create: 'Erstellt',
  link: 'Verlinkt',
  'change-mode': 'Ändert die Rechte von',
  'change-owner': 'Ändert den Besitzer von',
}

const places = {
  inside: ', im Arbeitsordner',
  temporary: ', im temporären Ordner',
  outside: ', außerhalb des Arbeitsordners',
} as const

/** "312 Dateien (48 MB) in ~/.pi"; what is not known is said as what it is. */
function filesObject(act: FileAct): string {
  const { names, things, files = 0, bytes, exact, filtered = false } = act
  const place = amounts.listed(
    names.map(({ name }) => quotedName(name)),
    act.moreNames,
  )
  switch (act.state) {
    case 'not-looked':
      return `Dateien, die nicht alle angesehen wurden (${place} und andere)`
    case 'at-run-time':
      return `Dateien, die erst beim Ausführen feststehen${place === '$(lines)' ? '' : ` (${place})`}`
    case 'unread':
      return `Dateien, die sich nicht ansehen ließen (${place})`
    case 'no-match':
      return filtered
        ? `noch nichts: keine Datei in ${place} passt`
        : `noch nichts: ${place} passt auf keine Datei`
    case 'spared':
      return `nichts: ${place} ${things > 1 ? 'sind Ordner und bleiben' : 'ist ein Ordner und bleibt'}`
    case 'missing':
      return act.verb === 'delete' || act.verb === 'move' ? `${place}, nicht vorhanden` : place
    case 'below':
      return `Dateien in ${place}`
    case 'one':
      return bytes === undefined ? place : `${place} (${amounts.size(bytes)})`
    case 'tree': {
      if (files === 0) return exact ? `${place}, ohne Dateien darin` : `${place}, Inhalt nicht einsehbar`
      const amount = exact ? (filtered ? 'bis zu ' : '') : filtered ? 'einige von mehr als ' : 'mindestens '
      return `${amount}${amounts.files(files)}${bytes === undefined ? '' : ` (${amounts.size(bytes)})`} in ${place}`
    }
  }
}

const files = (act: FileAct): string =>
  `${fileVerbs[act.verb]} ${filesObject(act)}${act.place === undefined ? '' : places[act.place]}`

/** With a comma before it; an agent of another maker has no limits that could be named. */
function reachOf({ files: count, beyond, elsewhere }: Of<'patch'>): string {
  if (elsewhere && beyond === 0) return ''
  if (beyond === 0) return ', in den beschreibbaren Ordnern'
  if (beyond === count)
    return elsewhere
      ? ', außerhalb des Ordners, in dem der Agent arbeitet'
      : ', außerhalb der beschreibbaren Ordner'
  return elsewhere
    ? `, ${String(beyond)} davon außerhalb des Ordners, in dem der Agent arbeitet`
    : `, ${String(beyond)} davon außerhalb der beschreibbaren Ordner`
}

function patch(act: Of<'patch'>): string {
  const { names, files: count, removes } = act
  const verb = fileVerbs[removes === count ? 'delete' : 'write']
  const reach = reachOf(act)
  const [only] = names
  if (only && count === 1) return `${verb} ${quotedName(only.name)}${reach}`
  const also = removes > 0 && removes < count ? `, löscht ${String(removes)} davon` : ''
  return `${verb} ${String(count)} Dateien${also}${reach}`
}

const sent = {
  data: () => 'Daten',
  environment: () => 'die Umgebungsvariablen',
  workspace: () => 'den ganzen Arbeitsordner',
  database: () => 'eine ganze Datenbank',
  output: (of: string) => `die Ausgabe von ${of}`,
  named: (of: string) => of,
} as const

/** "die Umgebungsvariablen an evil.example" */
function sending({ what, of = '', hosts }: Omit<Of<'send'>, 'kind'>): string {
  return `${sent[what](of)} an ${hosts.length === 0 ? 'einen unbekannten Host' : hosts.join(', ')}`
}

function push({ verb, scope, branches, deletes, commits, remote }: Of<'push'>): string {
  const on = remote ?? 'dem Remote'
  const to = remote ?? 'das Remote'
  if (scope === 'mirror') return `Überschreibt und löscht alle Branches und Tags auf ${on}`
  if (scope === 'pruned') return `Löscht Branches auf ${on}, die es hier nicht gibt`
  if (verb === 'delete') return `Löscht ${amounts.listed(deletes)} auf ${on}`
  const [what, of] =
    scope === 'every-branch'
      ? ['alle Branches', 'aller Branches']
      : scope === 'tags'
        ? ['alle Tags', 'aller Tags']
        : branches.length === 0
          ? ['den aktuellen Branch', 'des aktuellen Branches']
          : [amounts.listed(branches), `von ${amounts.listed(branches)}`]
  if (verb === 'overwrite')
    return `Überschreibt ${what} auf ${on}${deletes.length > 0 ? ` und löscht ${amounts.listed(deletes)}` : ''}`
  if (commits === undefined) return `Sendet ${what} an ${to}`
  return `Sendet ${String(commits)} ${commits === 1 ? 'Commit' : 'Commits'} ${of} an ${to}`
}

const general: Readonly<Record<Of<'general'>['what'], string>> = {
  'start-up': 'Ändert, was von selbst startet',
  listen: 'Startet einen Server, den andere erreichen',
  'drop-changes': 'Löscht Änderungen, die in keinem Commit sind',
  clean: 'Löscht Dateien, die Git nicht kennt',
  'drop-stash': 'Löscht zurückgelegte Änderungen (stash)',
  'clear-stashes': 'Löscht alle zurückgelegten Änderungen (stash)',
  'drop-branch': 'Löscht einen Branch dieses Repositorys',
  'drop-tag': 'Löscht ein Tag dieses Repositorys',
  'stop-processes': 'Beendet Prozesse',
  'stop-machine': 'Fährt diesen Rechner herunter',
}

function generally({ what, names = [] }: Of<'general'>): string {
  const named = {
    'drop-branch': ['den Branch', 'die Branches'],
    'drop-tag': ['das Tag', 'die Tags'],
  } as const
  if (names.length === 0 || !(what === 'drop-branch' || what === 'drop-tag')) return general[what]
  return `Löscht ${named[what][names.length === 1 ? 0 : 1]} ${amounts.listed(names)}`
}

/** What a check says of it: "Löscht Daten in einer Datenbank (drop table)". */
function found({ rule, does, detail = '' }: Of<'reason'>): string {
  const known: Readonly<Record<string, string>> = ruleReasons
  const sentence =
    does === undefined
      ? (known[rule] ?? reason.holds(rule))
      : rule === 'own.record'
        ? reason.doesByOwnRecord(does)
        : reason.doesThis(does)
  return sentence.replace(/\.$/, '').replace('{}', () => detail)
}

function installs({ names, program }: Of<'install'>): string {
  const what = names.length > 0 && names.length < 6 ? amounts.listed(names) : 'Pakete'
  return `Installiert ${what} mit ${program}`
}

/** Verb first, without a full stop. */
function done(act: Act): string {
  switch (act.kind) {
    case 'files':
      return files(act)
    case 'patch':
      return patch(act)
    case 'send':
      return `Sendet ${sending(act)}`
    case 'connect':
      return `Verbindet sich mit ${act.hosts.map((each) => machine.place(each)).join(', ')}`
    case 'fetch':
      return act.hosts.length === 0
        ? 'Verbindet sich mit dem Remote des Repositorys'
        : `Lädt herunter von ${act.hosts.join(', ')}`
    case 'run-code':
      return act.host === undefined ? 'Startet Code aus dem Netz' : `Startet Code von ${act.host}`
    case 'run-elsewhere':
      return `Startet ${act.program} auf ${act.host ?? 'einem anderen Rechner'}`
    case 'push':
      return push(act)
    case 'publish':
      return `Veröffentlicht ein Paket mit ${act.program}`
    case 'install':
      return `${installs(act)}${act.source === undefined ? '' : ` von ${act.source}`}`
    case 'general':
      return generally(act)
    case 'input':
      return act.session === undefined
        ? 'Tippt in einen laufenden Befehl'
        : `Schreibt an den laufenden Prozess der Sitzung ${act.session}`
    case 'call-tool':
      return `Ruft ${quotedName(act.tool)} des MCP-Servers ${act.server} auf`
    case 'git-settings':
      return `Setzt ${act.settings.map(gitSetting).join(' und ')} in den Git-Einstellungen des Repositorys`
    case 'run':
      return `Startet ${act.text}`
    case 'reason':
      return found(act)
    case 'said':
      return act.text.replace(/\.$/, '')
  }
}

/** Object with number and size, place, what it comes from, another grave one, how many other effects there are. */
function phrase({ act, from, also, others = 0 }: Effect): string {
  const origin = from === undefined ? '' : `, aus ${from}`
  const more = others === 0 ? '' : `, und ${String(others)} weitere ${others === 1 ? 'Wirkung' : 'Wirkungen'}`
  const second =
    also === undefined ? '' : `; außerdem: ${done(also).replace(/^./, (first) => first.toLowerCase())}`
  return `${done(act)}${origin}${second}${more}`
}

const fileMessages: Readonly<Record<FileVerb, string>> = {
  delete: 'löschen',
  move: 'verschieben',
  overwrite: 'überschreiben',
  change: 'ändern',
  write: 'schreiben',
  create: 'erstellen',
  link: 'verlinken',
  'change-mode': 'ändern',
  'change-owner': 'ändern',
}

const generalMessages: Readonly<Record<Of<'general'>['what'], string>> = {
  'start-up': 'ändern',
  listen: 'starten',
  'drop-changes': 'löschen',
  clean: 'löschen',
  'drop-stash': 'löschen',
  'clear-stashes': 'löschen',
  'drop-branch': 'löschen',
  'drop-tag': 'löschen',
  'stop-processes': 'beenden',
  'stop-machine': 'herunterfahren',
}

const pushMessages = { send: 'senden', overwrite: 'überschreiben', delete: 'löschen' } as const

const verbs: Readonly<Record<string, string>> = {
  löscht: 'löschen',
  verschiebt: 'verschieben',
  überschreibt: 'überschreiben',
  zerstört: 'zerstören',
  verwirft: 'verwerfen',
  ändert: 'ändern',
  schreibt: 'schreiben',
  liest: 'lesen',
  zeigt: 'zeigen',
  sendet: 'senden',
  beendet: 'beenden',
  entfernt: 'entfernen',
  installiert: 'installieren',
  leert: 'leeren',
  formatiert: 'formatieren',
  veröffentlicht: 'veröffentlichen',
}

/** The verb that a sentence of a check or of a record begins with; whatever else it begins with, "starten". */
const verbToType = (sentence: string): string =>
  verbs[sentence.split(/[ ,]/, 1)[0]?.toLowerCase() ?? ''] ?? 'starten'

/** The verb that leads the line. */
function wordToType({ act }: Effect): string {
  switch (act.kind) {
    case 'files':
      return fileMessages[act.verb]
    case 'patch':
      return act.removes === act.files ? 'löschen' : 'schreiben'
    case 'send':
      return 'senden'
    case 'publish':
      return 'veröffentlichen'
    case 'connect':
      return 'verbinden'
    case 'fetch':
      return act.hosts.length === 0 ? 'verbinden' : 'laden'
    case 'git-settings':
      return 'setzen'
    case 'run-code':
    case 'run-elsewhere':
    case 'run':
      return 'starten'
    case 'reason':
      return verbToType(found(act))
    case 'push':
      return pushMessages[act.scope === 'mirror' ? 'overwrite' : act.scope === 'pruned' ? 'delete' : act.verb]
    case 'install':
      return 'installieren'
    case 'general':
      return generalMessages[act.what]
    case 'input':
      return act.session === undefined ? 'tippen' : 'schreiben'
    case 'call-tool':
      return 'aufrufen'
    case 'said':
      return 'erlauben'
  }
}

/** What a request would do. */
export const effect = { act: done, phrase, sending, wordToType } as const satisfies Messages['effect']
