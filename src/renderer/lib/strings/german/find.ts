import type { Strings } from '../../strings'

/** Looking for a text in transcripts. */
export const find = {
  label: 'In diesem Verlauf suchen',
  place: (at: number, count: number, more: boolean) =>
    count === 0 ? 'Nichts gefunden' : `${String(at)} von ${more ? 'den letzten ' : ''}${String(count)}`,
  earlier: 'Früherer Treffer (Eingabetaste)',
  later: 'Späterer Treffer (Umschalt+Eingabetaste)',
  close: 'Suche schließen',
  inRecords: 'In Verläufen',
  searching: 'Sucht …',
  stop: 'Suche anhalten',
  nothing: 'In keinem Verlauf',
  further: 'Weitersuchen',
} as const satisfies Strings['find']
