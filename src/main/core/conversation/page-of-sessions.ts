import { FaultError } from '@shared/domain/fault'
import type { SessionListItem } from '@shared/domain/session'
import type { ListQuery, SessionPage } from '../engine-service'

const defaultLimit = 50
const maxLimit = 200

/** A session's place in the order: by its last change, and by its id where two changed at the same time. */
const placeOf = (item: SessionListItem): string => `${item.updatedAt} ${item.id}`

/**
 * One page of all sessions, the one changed last first. The cursor is a place in the order, so that it stays good when
 * sessions come and go. Throws FaultError `bad-request` for a limit that is out of bounds.
 */
export function pageOfSessions(all: readonly SessionListItem[], query: ListQuery): SessionPage {
  const { cursor, limit = defaultLimit, archived = false, search = '', childrenOf } = query
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new FaultError({
      code: 'bad-request',
      message: `limit is ${String(limit)}; expected a whole number from 1 to ${String(maxLimit)}.`,
    })
  const wanted = search.trim().toLowerCase()
  const fits = (item: SessionListItem): boolean =>
    item.archived === archived &&
    item.child?.parentId === childrenOf &&
    (cursor === undefined || placeOf(item) < cursor) &&
    (wanted === '' ||
      [item.title, item.preview, item.cwd].some((text) => text.toLowerCase().includes(wanted)))
  const found = all.filter(fits).sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, ...(last && found.length > limit ? { nextCursor: placeOf(last) } : {}) }
}
