import { forms } from '../counting'
import type { Messages } from '../spoken'

/** Taking back what a turn, or a run outside the folder, changed. */
export const restore: Messages['restore'] = {
  files: forms('1 Datei', (count) => `${count} Dateien`),
  run: (title) => `„${title}“`,
  turn: (turnNumber) => `Runde ${turnNumber}`,
  outside: ' außerhalb des Ordners',
  undo: (what, where, files) => `Änderungen von ${what}${where} zurückgenommen: ${files} wie davor.`,
  redo: (what, where, files) => `Änderungen von ${what}${where} wiederhergestellt: ${files} wie danach.`,
  left: (paths) => ` Inzwischen geändert und so gelassen: ${paths}.`,
  ownersAlone: (paths) =>
    ` Nur noch für den Eigentümer, weil sich andere Rechte nicht zurückgeben ließen: ${paths}.`,
  turns: forms(
    'Gespräch um eine Runde zurückgesetzt',
    (count) => `Gespräch um ${count} Runden zurückgesetzt`,
  ),
  filesStay: '; Dateien bleiben, wie sie sind.',
  andFiles: (files) => `, dazu ${files} im Ordner.`,
  undoable: (files) => `Außerhalb des Ordners ${files} geändert; das lässt sich zurücknehmen.`,
  notUndoable: (path, why) => `${path} lässt sich nicht zurücknehmen: ${why}.`,
  moreNotUndoable: (count) => `Ebenso ${String(count)} weitere.`,
  why: {
    'too-large': 'zu groß',
    special: 'weder Datei noch Ordner noch Verknüpfung',
    unreadable: 'nicht lesbar',
    attributes: 'mit Zugriffsliste oder Attributen, die eine Kopie verlöre',
    unavailable: 'hier ließ sich keine Kopie aufheben',
  },
}
