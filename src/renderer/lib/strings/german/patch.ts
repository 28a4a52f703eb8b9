import { countingIn } from '@shared/messages/counting'
import type { Strings } from '../../strings'

const { number, counted } = countingIn('de-DE')
const lines = (n: number): string => counted(n, { one: 'Zeile', other: 'Zeilen' })

/** The words of patches: cards, files and the turn's changes. */
export const patch = {
  card: 'Patch',
  cardRunning: 'Patch, wird angewendet',
  cardWaiting: 'Patch, wartet auf eine Entscheidung',
  files: (n: number) => counted(n, { one: 'Datei', other: 'Dateien' }),
  noFiles: 'Keine Datei',
  applied: 'In der Sandbox angewendet',
  appliedOutside: 'Ohne Sandbox angewendet',
  applying: 'Wird angewendet',
  waiting: 'Wartet',
  rejected: 'Abgelehnt',
  stopped: 'Von der Sandbox gestoppt',
  failed: (code: number) => `Nicht angewendet, Exit-Code ${String(code)}`,
  fates: { add: 'Neu', delete: 'Gelöscht' },
  movedTo: (path: string) => `Verschoben nach ${path}`,
  empty: 'Eine leere Datei.',
  noLines: 'Keine Zeile geändert.',
  added: (n: number) => `${lines(n)} hinzugefügt`,
  removed: (n: number) => `${lines(n)} entfernt`,
  notAll: 'nicht alle gezeigt',
  gap: (n: number) => `${number(n)} Zeichen sind hier nicht gezeigt.`,
  showAll: (n: number) => `Alle ${number(n)} Zeilen zeigen`,
  collapse: 'Änderungen verbergen',
  expand: 'Änderungen zeigen',
  changesThisTurn: 'Änderungen dieser Runde',
  diff: (name: string) => `Änderungen in ${name}`,
} as const satisfies Strings['patch']
