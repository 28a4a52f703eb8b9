import { countingIn } from '../../../messages/counting'
import type { Strings } from '../../english/window'

const { number } = countingIn('de-DE')

/** The words of the folder that a session begins in. */
export const folder = {
  recent: 'Zuletzt benutzte Ordner',
  completions: 'Passende Ordner',
  fitting: (count: number) => `${number(count)} Ordner. Auf und Ab wählen, die Eingabetaste übernimmt.`,
  looking: 'Der Ordner wird angesehen …',
  dropped: 'Ein Browser sagt nicht, wo ein Ordner liegt. Den Pfad unten eintippen.',
  project: 'Dieses Projekt',
  nothing: 'Nichts darin ändert, wie eine Sitzung arbeitet.',
  instructions: (names: readonly string[]) =>
    `Der Agent bekommt ${names.join(', ')} als Anweisung zu lesen, mit oder ohne Vertrauen. Das erlaubt ihm nicht mehr.`,
  sets: (rows: readonly string[]) =>
    rows.length === 0
      ? 'Gesetzt wird nichts, was ein Projekt setzen darf.'
      : `Mit Vertrauen gilt ${rows.join(', ')}.`,
  refused: (keys: readonly string[]) =>
    `Kein Projekt darf ${keys.join(', ')} setzen: das bleibt ohne Wirkung.`,
  unusable: (problem: string) => `Nicht brauchbar: ${problem}`,
  unread: (names: readonly string[]) => `Von anderen Programmen und nicht gelesen: ${names.join(', ')}.`,
  trustQuestion: 'Den Dateien dieses Projekts vertrauen?',
  trustText: 'Ohne Vertrauen beginnen seine Sitzungen nur lesend. Befehle laufen so oder so in der Sandbox.',
  trustLimits:
    'Die Datei eines Projekts mit Vertrauen darf das Modell wählen und wie lange es denkt, sonst nichts.',
  more: 'Was seine Dateien dürfen',
  trusted: (name: string) => `Mit Vertrauen: ${name}`,
  untrusted: (name: string) => `Ohne Vertrauen: ${name}`,
  trust: 'Vertrauen',
  distrust: 'Nicht vertrauen',
  where: 'Arbeitet in',
  here: 'Im Ordner selbst',
  worktree: 'In einem eigenen Git-Worktree',
  onBranch: (branch: string) => `Auf ${branch}`,
  worktreeText: (place: string) =>
    `Ein neuer Branch unter countersign/ in ${place}, angelegt ohne Hooks und Filter des Repositorys. Die eigenen Dateien und Branches bleiben, wie sie sind.`,
  base: 'Von',
  missing: (changed: number, ignored: readonly string[], more: number) => {
    const files = changed === 1 ? '1 nicht committete Datei' : `${number(changed)} nicht committete Dateien`
    const names = `was Git ignoriert: ${ignored.join(', ')}${more > 0 ? ` und ${number(more)} weitere` : ''}`
    return `Nicht darin: ${[...(changed > 0 ? [files] : []), ...(ignored.length > 0 ? [names] : [])].join('; ')}.`
  },
  inWorktree: (repository: string) => `Ein Worktree von ${repository}`,
  archiveTitle: 'Diese Sitzung archivieren',
  archiveText: (root: string, branch: string) =>
    `Gearbeitet wurde in einem eigenen Git-Worktree, ${root}. Der Branch ${branch} bleibt in jedem Fall.`,
  checking: 'Der Worktree wird angesehen …',
  removeToo: 'Den Worktree entfernen',
  clean: 'Dort ist alles committet. Der Ordner bleibt, wenn er nicht hier entfernt wird.',
  alsoIgnored: (names: readonly string[]) => `Was Git ignoriert, geht mit: ${names.join(', ')}.`,
  notCommitted: (files: readonly string[], more: number) =>
    `Er bleibt, weil darin etwas nicht committet ist: ${files.join(', ')}${more > 0 ? ` und ${number(more)} weitere` : ''}.`,
  shared: 'Er bleibt, weil eine andere Sitzung dort arbeitet.',
  gone: 'Es gibt keinen Worktree dieser Sitzung mehr. Nichts wird entfernt.',
  notTold: 'Er bleibt, weil sich nicht sagen lässt, was darin ist.',
  archiveDo: 'Archivieren',
} satisfies Strings['folder']
