import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('de-DE')

const files = (count: number): string => `${number(count)} ${count === 1 ? 'Datei' : 'Dateien'}`

/** Bringing the work of a sandbox of a fleet to this machine. */
export const bringBack: LaterStrings['bringBack'] = {
  menu: 'Zurückholen …',
  title: (sandbox) => `Aus ${sandbox} zurückholen`,
  looking: 'Sieht nach, was dort geändert wurde …',
  running: 'Der Agent arbeitet dort noch: So steht es jetzt.',
  nothing: 'Dort wurde nichts geändert.',
  way: 'Was daraus wird',
  ways: { files: 'Dateien einsetzen', branch: 'Aus allem einen Branch machen' },
  lead: 'In der Sandbox dieses Rechners, alle gewählten Dateien oder keine. Wo hier anders steht, was eine Änderung wegnimmt, wird nichts eingesetzt.',
  branchLead:
    'Ein neuer Branch im Repository hier. Nichts wird ausgecheckt, kein anderer Branch bewegt sich.',
  files: 'Geänderte Dateien',
  chosen: (taken, all) => `${number(taken)} von ${files(all)} gewählt`,
  all: 'Alle wählen',
  none: 'Keine wählen',
  more: (count) =>
    `${files(count)} mehr ${count === 1 ? 'wird' : 'werden'} nicht gezeigt und ${count === 1 ? 'lässt' : 'lassen'} sich hier nicht wählen: Ein Branch enthält alles.`,
  large: 'Zu groß, um hier gezeigt zu werden',
  leftOut: {
    link: 'Ein Link: wird nie eingesetzt',
    submodule: 'Ein eigenes Repository: wird nie eingesetzt',
    path: 'Ein Pfad aus dem Ordner hinaus: wird nie eingesetzt',
  },
  branchName: 'Name des Branches, unter countersign/',
  put: 'Einsetzen',
  make: 'Branch anlegen',
  working: 'Arbeitet …',
  cancel: 'Abbrechen',
  close: 'Schließen',
  again: 'Noch einmal nachsehen',
  isPut: (count, folder) => `${files(count)} davon ${count === 1 ? 'ist' : 'sind'} in ${folder} eingesetzt.`,
  undo: 'Zurücknehmen',
  isUndone: (count) => `Zurückgenommen: ${files(count)} ${count === 1 ? 'ist' : 'sind'} wie zuvor.`,
  refused: 'Das wurde hier abgelehnt, und nichts wurde eingesetzt:',
  refusedSilently: 'Das wurde hier abgelehnt, und nichts wurde eingesetzt.',
  isMade: (branch) => `Der Branch ${branch} enthält, was dort getan wurde.`,
  isMadeSame: (branch) => `Dort wurde nichts geändert: Der Branch ${branch} ist der Stand vom Anfang.`,
  showLog: 'Was getan wurde, Commit für Commit:',
}
