/** Looking for a text in transcripts. */
export const find = {
  label: 'Search this transcript',
  place: (at: number, count: number, more: boolean) =>
    count === 0 ? 'Nothing found' : `${String(at)} of ${more ? 'the last ' : ''}${String(count)}`,
  earlier: 'Earlier match (Enter)',
  later: 'Later match (Shift+Enter)',
  close: 'Close the search',
  inRecords: 'In transcripts',
  searching: 'Searching…',
  stop: 'Stop searching',
  nothing: 'In no transcript',
  further: 'Search further',
} as const
