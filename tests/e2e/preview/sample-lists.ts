import { sessions } from './sample-sessions'

/** Sessions as the engine lists them, by their titles alone. */
export function listed({ search = '', archived = false }: { search?: string; archived?: boolean }): unknown {
  const fits = sessions.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
  const items = fits.map((one) => ({ ...one, rolloutPath: '/r.jsonl', preview: '', archived: false }))
  return { items: archived ? [] : items }
}

/** Places that hold whatever is looked for. */
export function foundInRecords(text: string): unknown {
  if (text.startsWith('nowhere')) return { sessions: [] }
  const of = sessions.slice(0, 3).map(({ id, title, updatedAt }, at) => ({
    sessionId: id,
    title,
    updatedAt,
    found: [
      { seq: 2, excerpt: `…what was said of ${text} before, in a sentence that is longer than the rail…` },
    ],
    more: at === 0,
  }))
  return { sessions: text === '' ? [] : of, cursor: 'c' }
}
