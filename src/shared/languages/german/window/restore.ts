import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('de-DE')

const files = (count: number): string => `${number(count)} ${count === 1 ? 'Datei' : 'Dateien'}`

/** What becomes of what is listed. */
const these =
  (when: string) =>
  (count: number): string =>
    `${count === 1 ? 'Diese Datei wird' : 'Diese Dateien werden'}, wie sie ${when} ${count === 1 ? 'war' : 'waren'}:`

/** Taking back what a turn changed. */
export const restore: LaterStrings['restore'] = {
  title: (way, turn) =>
    way === 'undo' ? `Runde ${String(turn)} zurücknehmen` : `Runde ${String(turn)} wiederherstellen`,
  plain: {
    turn: { undo: 'Letzte Runde zurücknehmen', redo: 'Zurückgenommenes wiederherstellen' },
    run: { undo: 'Außerhalb des Ordners zurücknehmen', redo: 'Außerhalb des Ordners wiederherstellen' },
  },
  ofCall: { undo: 'Zurücknehmen …', redo: 'Wiederherstellen …' },
  isUndone: 'Zurückgenommen.',
  looking: 'Sieht nach, was geändert wurde …',
  nothing: {
    undo: 'Keine Runde dieser Sitzung hat eine Datei geändert, die sich zurücknehmen ließe.',
    redo: 'Nichts wurde zurückgenommen, das sich wiederherstellen ließe.',
  },
  lead: {
    turn: {
      undo: these('vor der Runde'),
      redo: these('nach der Runde'),
    },
    run: {
      undo: these('davor'),
      redo: these('danach'),
    },
  },
  none: 'Jede Datei davon wurde seither geändert.',
  since: (count) => `Seither geändert, ${count === 1 ? 'bleibt, wie sie ist' : 'bleiben, wie sie sind'}:`,
  sinceToo: (count) =>
    `Auch ${count === 1 ? 'diese' : `diese ${number(count)}`} zurücksetzen, über das seither Geänderte hinweg`,
  becomes: {
    undo: { changed: 'ändert sich zurück', made: 'kommt zurück', removed: 'wird entfernt' },
    redo: { changed: 'ändert sich wieder', made: 'kommt wieder', removed: 'wird wieder entfernt' },
  },
  more: (count) => `und ${files(count)} mehr`,
  limits:
    'Commits bleiben. Unberührt bleiben: was Git ignoriert, Dateien über 20 MB, Einstellungen von Agenten, alles außerhalb des Ordners. Das Gespräch bleibt, wie es ist.',
  runLimits:
    'Unberührt bleiben: alles, was hierdurch nicht geändert wurde, und was andere daneben geändert haben.',
  tooLarge: (paths) => `Ließ sich nicht aufheben: ${paths.join(', ')}.`,
  put: (way, count) => `${files(count)} ${way === 'undo' ? 'zurücksetzen' : 'wiederherstellen'}`,
  cancel: 'Abbrechen',
  close: 'Schließen',
}

/** Going back to before a message. */
export const rewind: LaterStrings['rewind'] = {
  menu: 'Von dieser Nachricht aus weiter',
  item: 'Hierher zurücksetzen …',
  title: 'Vor diese Nachricht zurücksetzen',
  goes: (turns, messages) =>
    `${turns === 1 ? 'Eine Runde' : `${number(turns)} Runden`} mit ${messages === 1 ? 'einer eigenen Nachricht' : `${number(messages)} eigenen Nachrichten`} ${turns === 1 ? 'zählt' : 'zählen'} nicht mehr, und der Agent weiß nichts mehr davon. Was gesagt wurde, bleibt in der Aufzeichnung.`,
  which: 'Was zurückgesetzt wird',
  choice: { files: 'Gespräch und Dateien', conversation: 'Nur das Gespräch' },
  lead: these('vor der Nachricht'),
  noFiles: 'Seither wurde keine Datei im Ordner geändert.',
  outside: (runs) =>
    `${runs === 1 ? 'Ein Befehl' : `${number(runs)} Befehle`} dieser Runden ${runs === 1 ? 'hat' : 'haben'} außerhalb des Ordners geschrieben. Das bleibt und lässt sich mit countersign undo zurücknehmen.`,
  ends: 'Was diese Runden laufen ließen, endet; was in ihnen für die Sitzung erlaubt wurde, wird wieder gefragt.',
  limits:
    'Commits bleiben. Unberührt bleiben: was Git ignoriert, Dateien über 20 MB, Einstellungen von Agenten.',
  do: { files: 'Beides zurücksetzen', conversation: 'Gespräch zurücksetzen' },
}
