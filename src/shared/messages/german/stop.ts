import type { Messages } from '../spoken'
import type { NoOnlyThis, StopWhy, ChangedText } from '../../domain/approval'
import { hookAgentNames } from '../../domain/hook-agent'
import type { NamingFolders } from '../../domain/named-path'
import { pathInWords } from '../path'
import { machine } from './machine'
import { policies } from './policies'
import { recorded } from './rule-reasons'

/** The folders that paths are named from; undefined: paths are told whole. */
type Naming = NamingFolders | undefined

type Of<K extends StopWhy['kind']> = Extract<StopWhy, { kind: K }>

const nouns: Readonly<Record<Of<'stopped'>['what'], readonly [one: string, many: string]>> = {
  write: ['Schreiben nach', 'Schreibzugriffe'],
  read: ['Lesen von', 'Lesezugriffe'],
  network: ['Verbindung zu', 'Verbindungen'],
  syscall: ['Systemaufruf', 'Systemaufrufe'],
}

const because: Readonly<Record<Of<'stopped'>['because'], string>> = {
  protected: 'geschützt',
  'read-only': 'die Sandbox lässt nur lesen',
  'no-root': 'in keinem beschreibbaren Ordner',
  credentials: 'Zugangsdaten sind nicht lesbar',
  'past-proxy': 'geht am Proxy vorbei, und sonst führt nichts hinaus',
  'not-granted': 'diesen Host hat niemand erlaubt',
  'not-allowed': 'die Sandbox erlaubt es nicht',
}

function stopped(
  { what, target: it, count, because: why, protectedBy }: Of<'stopped'>,
  naming: Naming,
): string {
  const [one, many] = nouns[what]
  const target = what === 'network' ? machine.place(it) : pathInWords(it, naming)
  const some = count === 1 ? `${one} ${target}` : `${String(count)} ${many}, zuerst ${target}`
  return `Sandbox: ${some}; ${protectedBy === undefined ? because[why] : `${pathInWords(protectedBy, naming)} ist geschützt`}.`
}

const protocols = {
  http: 'unverschlüsseltes HTTP',
  connect: 'ein Tunnel, wie für HTTPS',
  socks5: 'ein SOCKS5-Tunnel',
} as const

function listPlaces(paths: Of<'patch'>['guarded'], naming: Naming): string {
  const named = (path: string): string => pathInWords(path, naming)
  const shown = paths
    .slice(0, 3)
    .map(({ path, place }) =>
      place === undefined ? named(path) : `${named(path)} (eigentlich ${named(place)})`,
    )
  const more = paths.length > 3 ? ` und ${String(paths.length - 3)} weitere` : ''
  return `${shown.join(', ')}${more}`
}

const unchanged = (patch: true | undefined): string => (patch ? ' Nichts wurde geändert.' : '')

const doubts = {
  contradicts: ' Er sagt, dass es nur liest, und auch, dass es zerstört.',
  restated: ' Er sagt, dass es nur liest, und sagte in dieser Session schon anderes.',
  unread:
    ' Er sagte, dass es nur liest; seine Liste von Werkzeugen ist seither eine andere, und welche, hat er nicht gesagt.',
}

function why(it: StopWhy, naming: Naming): string {
  switch (it.kind) {
    case 'stopped':
      return `${stopped(it, naming)}${unchanged(it.patch)}`
    case 'unreported':
      return `Sandbox: gestoppt, ohne Angabe wovon.${unchanged(it.patch)}`
    case 'asks-host':
      return `Netz: der laufende Befehl will ${machine.place(it.target, protocols[it.protocol])}, was niemand erlaubt hat. Er wartet auf die Antwort.`
    case 'not-listed':
      return 'Der Befehl ist nicht als ungefährlich bekannt.'
    case 'danger':
      return `${recorded(it.what)}. ${it.unconfined ? 'Es gilt keine Sandbox, darum wird' : 'Darum wird'} vor dem Ausführen gefragt.`
    case 'escalated':
      return 'Der Agent will das außerhalb der Sandbox ausführen.'
    case 'edited':
      return 'Der Befehl wurde geändert. Vor dem Ausführen wird gefragt, und der Agent erfährt von der Änderung.'
    case 'no-sandbox':
      return `Keine Sandbox funktioniert: ${it.reason}. Nichts begrenzt das, darum ${it.of === 'patch' ? 'wird der Patch nur mit einem Ja angewendet' : 'läuft es nur mit einem Ja'}.`
    case 'every-patch':
      return 'Die Freigabe-Richtlinie ist untrusted: vor jedem Patch wird gefragt.'
    case 'patch': {
      const parts = [
        ...(it.guarded.length > 0 ? [`berührt Geschütztes: ${listPlaces(it.guarded, naming)}`] : []),
        ...(it.outside.length > 0
          ? [`schreibt außerhalb der beschreibbaren Ordner: ${listPlaces(it.outside, naming)}`]
          : []),
      ]
      return `Vor dem Anwenden des Patches wird gefragt: ${parts.join('; ')}.`
    }
    case 'input-limits':
      return `Der Prozess wurde unter anderen Grenzen gestartet (${policies.sandbox(it.policy)}) und behält sie.`
    case 'input-outside':
      return 'Der Prozess läuft außerhalb der Sandbox: was er bekommt, kann alles tun, was die eigenen Rechte zulassen.'
    case 'tool':
      return `Der Agent will ${it.tool} des MCP-Servers ${it.server} aufrufen. Was das tut, lässt sich nicht prüfen.${it.doubt === undefined ? '' : doubts[it.doubt]}`
    case 'guest':
      return `${it.agent} fragt, bevor es das tut. Es tut es selbst, ${it.open ? 'ohne Sandbox' : 'in der Sandbox dieser Sitzung'}; was hier steht, ist seine Angabe.`
    case 'desk': {
      const name = hookAgentNames[it.agent]
      const asks = it.edited
        ? `Der Befehl wurde geändert. ${name} führt ihn so aus, wie er hier steht, in der eigenen Sitzung und außerhalb dieser Sandbox.`
        : `${name} fragt, in der eigenen Sitzung; der Lauf ist außerhalb dieser Sandbox.`
      return it.besides === undefined ? asks : `${asks} Der Lauf bekommt außerdem: ${it.besides}`
    }
    case 'said':
      return it.text
  }
}

/** What changed since a yes, as a sentence. */
function changes(paths: readonly string[], naming: Naming): string {
  const shown = paths
    .slice(0, 3)
    .map((path) => pathInWords(path, naming))
    .join(', ')
  const more = paths.length > 3 ? ` und ${String(paths.length - 3)} weitere` : ''
  return `Seit der Erlaubnis geändert: ${shown}${more}.`
}

const notAdded: Readonly<Record<Extract<NoOnlyThis, { kind: 'target' }>['because'], string>> = {
  guess: 'nur in der Ausgabe gelesen',
  connection: 'keine Verbindung, die sich durchlassen ließe',
  read: 'ein Lesezugriff, und die werden nur in den Einstellungen geöffnet',
  'system-call': 'keine Datei',
  'home-entry': 'ein Eintrag im Benutzerordner oder darüber, der als Ganzes geöffnet werden müsste',
  'part-of-path': 'kein ganzer Pfad',
  shut: 'etwas, das die Sandbox keinem Befehl öffnet',
}

/** Why nothing narrow can be added, as a sentence. */
function noOnlyThis(it: NoOnlyThis, naming: Naming): string {
  if (it.kind === 'said') return it.text
  const more =
    it.more === 0 ? '' : ` Das gilt auch für ${String(it.more)} ${it.more === 1 ? 'weiteren' : 'weitere'}.`
  return `${pathInWords(it.target, naming)} lässt sich nicht einzeln hinzufügen: ${notAdded[it.because]}.${more}`
}

/** Why no lines of a changed file are shown, or that it is gone. */
const unseen: Readonly<Record<Exclude<ChangedText['how'], 'text'>, string>> = {
  gone: 'ist nicht mehr da',
  secret: 'kann Schlüssel oder Passwörter enthalten: genannt, nie gezeigt',
  large: 'mehr geändert, als hier gezeigt werden kann',
  unshown: 'geändert; was darin stand oder jetzt steht, lässt sich nicht zeigen',
}

/** Why something waits. */
export const stop = { why, changes, noOnlyThis, unseen } as const satisfies Messages['stop']
