import { idOfHost } from '../../../src/shared/domain/host-state'
import { sessions } from './sample-sessions'
import { sceneHash } from './scene-hash'

/** Sessions as the engine lists them, by their titles alone. */
export function listed({
  search = '',
  archived = false,
  host,
}: {
  search?: string
  archived?: boolean
  host?: string
}): unknown {
  const fits = sessions.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
  const items = fits.map((one) => ({ ...one, rolloutPath: '/r.jsonl', preview: '', archived: false }))
  return {
    items: archived
      ? host === undefined
        ? items.slice(0, sceneHash === '#all-archived' ? 3 : 0)
        : items.slice(0, 1).map((one) => ({ ...one, id: idOfHost(host, 'kept'), title: `Kept on ${host}` }))
      : host === undefined
        ? items
        : items.slice(0, 1).map((one) => ({ ...one, id: idOfHost(host, one.id) })),
  }
}

/** Places that hold whatever is looked for. */
export function foundInRecords({ text, host }: { text: string; host?: string }): unknown {
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
  const there =
    host === undefined
      ? of
      : of.slice(1, 2).map((one) => ({ ...one, sessionId: idOfHost(host, one.sessionId) }))
  return { sessions: text === '' ? [] : there, cursor: 'c' }
}
