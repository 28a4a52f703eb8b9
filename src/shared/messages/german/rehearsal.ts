import type { Messages } from '../spoken'
import type { GitStanding } from '../../domain/facts'
import type { RehearsalChange, RehearsalLimit } from '../../domain/rehearsal'
import type { AppliedRehearsal, NotAppliedBecause } from '../../domain/request-rehearsal'
import { countingIn } from '../counting'
import type { Things } from '../english/rehearsal'
import { amounts } from './amounts'

const { number, counted } = countingIn('de-DE')

const seconds = (ms: number): string => `${number(Math.round(ms / 100) / 10)} s`

/** As one clause. */
function limited(limit: RehearsalLimit): string {
  switch (limit.kind) {
    case 'network':
      return `ohne Netz geprobt; versucht wurde ${limit.hosts.join(', ')}`
    case 'socket':
      return 'Schreiben durch einen Socket lässt sich nicht proben; einer wurde verlangt und verweigert'
    case 'no-server':
      return 'in einem Probelauf lauscht niemand, auch nicht, was auf diesem Rechner läuft; laut Ausgabe hat niemand geantwortet, vielleicht scheiterte es daran'
    case 'left-running':
      return 'ein Prozess von ihm lief am Ende noch und wurde beendet; was er später täte, ist nicht gezeigt'
    case 'time':
      return `nicht fertig nach ${seconds(limit.ms)}; gezeigt ist, was bis dahin geändert war`
    case 'bytes':
      return `abgebrochen: mehr als ${amounts.size(limit.limit)} geschrieben`
    case 'entries':
      return `abgebrochen: mehr als ${number(limit.limit)} Einträge angelegt oder entfernt; nicht alle sind gezeigt`
    case 'room':
      return 'abgebrochen: der Platz auf der Platte ging aus'
    case 'cancelled':
      return 'vor dem Ende abgebrochen'
    case 'folder-rename':
      return 'einen Ordner umzubenennen scheitert im Probelauf (EXDEV) und ginge sonst; deshalb kann etwas gescheitert oder kopiert worden sein'
    case 'hard-links':
      return `${limit.path} hat weitere Namen; sie würden sich mit ändern`
    case 'mount':
      return `${limit.path} ist ein anderes Dateisystem und war leer zu sehen`
    case 'refused':
      return `${limit.path} war nicht beschreibbar: es gehört nicht zum Geprobten`
    case 'closed':
      return `${limit.path} ist für Befehle geschlossen und ergab nichts; außerhalb der Sandbox würde es gelesen`
    case 'attributes':
      return `${limit.path} bekam andere Attribute oder einen anderen Besitzer, was nicht gezeigt wird, oder wurde nur zum Schreiben geöffnet`
    case 'not-opened':
      return `Schreiben in ${limit.path} lässt sich nicht proben`
    case 'not-counted':
      return `${limit.path} enthält mehr, als gezählt wurde`
    case 'too-deep':
      return `was unter ${limit.path} liegt, wurde nicht angesehen: der Pfad ist zu lang`
  }
}

const amount = ({ bytes, files }: RehearsalChange): string =>
  files === undefined ? amounts.size(bytes) : `${amounts.files(files)}, ${amounts.size(bytes)}`

const types: Readonly<Record<Exclude<RehearsalChange['type'], 'file'>, string>> = {
  folder: 'Ordner ',
  link: 'Link ',
  pipe: 'Pipe ',
  socket: 'Socket ',
  device: 'Gerät ',
}

/** What is done, to what, how much of it. */
function change(it: RehearsalChange): string {
  const { kind, type, path, from } = it
  const what = type === 'file' ? '' : types[type]
  switch (kind) {
    case 'created':
      return `angelegt: ${what}${path}${type === 'file' ? ` (${amount(it)})` : ''}`
    case 'changed':
      return `geändert: ${what}${path}${type === 'file' ? ` (${amount(it)})` : ''}`
    case 'deleted':
      return `gelöscht: ${what}${path} (${amount(it)})`
    case 'moved':
      return `verschoben: ${what}${from ?? ''} nach ${path} (${amount(it)})`
    case 'mode':
      return `Rechte geändert: ${what}${path}`
  }
}

/** What something is done to: by name where that is few, else how many, and in which folder. */
function things({ names, count, onlyFiles, folder }: Things): string {
  if (names.length > 0) return names.join(' und ')
  const many = onlyFiles
    ? amounts.files(count)
    : counted(count, { one: 'Datei oder Ordner', other: 'Dateien und Ordner' })
  return folder === undefined ? many : `${many} in ${folder}`
}

/** Several clauses as one: "a, b und c". */
const joined = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} und ${clauses.at(-1) ?? ''}`

const verbs = {
  deleted: 'löschen',
  changed: 'ändern',
  moved: 'verschieben',
  mode: 'andere Rechte geben',
  created: 'anlegen',
} as const

/** What would change, as a sentence. */
const headline = {
  clause: (kind: RehearsalChange['kind'], what: Things) => `${things(what)} ${verbs[kind]}`,
  rest: (count: number) =>
    `${counted(count, { one: 'weitere Änderung', other: 'weitere Änderungen' })} machen`,
  amount: (files: number | undefined, bytes: number) =>
    ` (${files === undefined ? '' : `${amounts.files(files)}, `}${amounts.size(bytes)})`,
  before: (effect: string) => `Zuvor geprüft: ${effect}`,
  done: (clauses: readonly string[]) => `Würde ${joined(clauses)}.`,
  atLeast: (clauses: readonly string[]) => `Würde mindestens ${joined(clauses)}.`,
  unfinished: (clauses: readonly string[]) =>
    `Vor dem Ende abgebrochen; bis dahin würde es ${joined(clauses)}.`,
} as const

/** What git could give back of what is deleted, and what not. */
function kept({ tracked, modified, untracked, ignored, complete }: GitStanding): string {
  const lost = [
    ...(untracked > 0 ? [`${number(untracked)} unversioniert`] : []),
    ...(modified > 0 ? [`Änderungen in ${amounts.files(modified)}`] : []),
    ...(ignored > 0 ? [`${number(ignored)} ignoriert`] : []),
  ]
  const all = complete ? '' : ', soweit angesehen'
  if (lost.length === 0) return tracked > 0 ? `Git hat alles davon${all}` : `Git kennt es nicht${all}`
  return tracked > 0 ? `verloren: ${joined(lost)}; den Rest hat Git${all}` : `verloren: ${joined(lost)}${all}`
}

/** Why nothing of it can be applied, as a sentence without its full stop. */
function notApplied(because: NotAppliedBecause, path: string | undefined): string {
  const run = 'Diese Änderungen kann nur eine Ausführung bewirken'
  const of = path ?? 'etwas'
  switch (because) {
    case 'limits':
      return `${run}: der Probelauf zeigt nicht alle`
    case 'ended':
      return `${run}: der Probelauf endete vor dem Befehl`
    case 'attempts':
      return `${run}: der Befehl wollte eine Verbindung, die es im Probelauf nicht gibt`
    case 'stopped':
      return `${run}: dem Befehl wurde im Probelauf etwas verwehrt`
    case 'nothing':
      return 'Es gibt nichts anzuwenden'
    case 'many':
      return `${run}: es sind zu viele, um sie aufzuführen`
    case 'room':
      return `${run}: Kopien anderer Probeläufe belegen den Platz`
    case 'hard-links':
      return `${run}: ${of} hat mehrere Namen`
    case 'owner':
      return `${run}: ${of} gehört jemand anderem`
    case 'special':
      return `${run}: ${of} ist von einer Art oder hat Rechte, die nicht angewendet werden`
    case 'guarded':
      return `${run}: ${of} ist ein Repository, eine Einstellung von Agenten oder gehört zum Programm`
    case 'name':
      return `${run}: der Name ${of} lässt sich nicht zeigen, wie er ist`
    case 'moved-away':
      return `${run}: ${of} ist nicht mehr, was es war`
    case 'unavailable':
      return `${run}: hier lässt sich nichts anwenden`
  }
}

/** What of it was put in place, as a sentence without its full stop. */
function applied({ counts, leftOut }: AppliedRehearsal): string {
  const parts = [
    ...(counts.deleted > 0 ? [`${amounts.files(counts.files)} gelöscht`] : []),
    ...(counts.changed > 0 ? [`${number(counts.changed)} geändert`] : []),
    ...(counts.moved > 0 ? [`${number(counts.moved)} verschoben`] : []),
    ...(counts.mode > 0 ? [`Rechte von ${number(counts.mode)} geändert`] : []),
    ...(counts.created > 0 ? [`${number(counts.created)} angelegt`] : []),
  ]
  const less = leftOut.length === 0 ? '' : `; ${number(leftOut.length)} weggelassen`
  return `Angewendet wie gezeigt: ${joined(parts)}${less}`
}

/** What a rehearsal showed and did not show, and what became of it. */
export const rehearsal = {
  limit: limited,
  change,
  amount,
  headline,
  kept,
  notApplied,
  applied,
} as const satisfies Messages['rehearsal']
