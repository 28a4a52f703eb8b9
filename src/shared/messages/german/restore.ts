import type { UnkeptPath } from '../../domain/turn-restore'
import type { Messages } from '../spoken'

const files = (count: number): string => `${String(count)} ${count === 1 ? 'Datei' : 'Dateien'}`

const why: Record<UnkeptPath['why'], string> = {
  'too-large': 'zu groß',
  special: 'weder Datei noch Ordner noch Verknüpfung',
  unreadable: 'nicht lesbar',
  attributes: 'mit Zugriffsliste oder Attributen, die eine Kopie verlöre',
  unavailable: 'hier ließ sich keine Kopie aufheben',
}

const ownersAlone = (paths: readonly string[]): string =>
  paths.length === 0
    ? ''
    : ` Nur noch für den Eigentümer, weil sich andere Rechte nicht zurückgeben ließen: ${paths.join(', ')}.`

/** Taking back what a turn, or a run outside the folder, changed. */
export const restore: Messages['restore'] = {
  restored({ way, turnNumber, run, files: count, left, narrowed = [] }) {
    const what = run ? `„${run.title}“` : `Runde ${String(turnNumber)}`
    const where = run ? ' außerhalb des Ordners' : ''
    const done =
      way === 'undo'
        ? `Änderungen von ${what}${where} zurückgenommen: ${files(count)} wie davor.`
        : `Änderungen von ${what}${where} wiederhergestellt: ${files(count)} wie danach.`
    const rest = left.length === 0 ? '' : ` Inzwischen geändert und so gelassen: ${left.join(', ')}.`
    return `${done}${rest}${ownersAlone(narrowed)}`
  },
  rewound({ turns, files: put }) {
    const done = `Gespräch um ${turns === 1 ? 'eine Runde' : `${String(turns)} Runden`} zurückgesetzt`
    if (!put) return `${done}; Dateien bleiben, wie sie sind.`
    const rest = put.left.length === 0 ? '' : ` Inzwischen geändert und so gelassen: ${put.left.join(', ')}.`
    return `${done}, dazu ${files(put.files)} im Ordner.${rest}${ownersAlone(put.narrowed ?? [])}`
  },
  undoable({ id, files: count, not }) {
    const kept =
      id === undefined ? [] : [`Außerhalb des Ordners ${files(count)} geändert; das lässt sich zurücknehmen.`]
    const rest = not
      .slice(0, 3)
      .map((each) => `${each.path} lässt sich nicht zurücknehmen: ${why[each.why]}.`)
    const more = not.length > 3 ? [`Ebenso ${String(not.length - 3)} weitere.`] : []
    return [...kept, ...rest, ...more].join(' ')
  },
}
