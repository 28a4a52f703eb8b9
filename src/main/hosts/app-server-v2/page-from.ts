import { RequestError } from '../app-server/request-error'

/** Which page is asked for. */
export interface PageAsked {
  readonly cursor: string | undefined
  readonly limit: number
  readonly sortDirection?: 'asc' | 'desc' | undefined
}

const longestPage = 1000

/**
 * One page of a list that only ever grows at its end. A cursor is a place between two items: what is after it when counted up,
 * what is before it when counted down. Throws RequestError for a cursor that is none of ours.
 */
export function pageFrom<T>(
  all: readonly T[],
  { cursor, limit, sortDirection = 'asc' }: PageAsked,
): {
  readonly items: readonly T[]
  readonly nextCursor: string | null
  readonly backwardsCursor: string | null
} {
  const down = sortDirection === 'desc'
  const at = cursor === undefined ? (down ? all.length : 0) : Number(cursor)
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new RequestError(
      `there is no page ${JSON.stringify(cursor.slice(0, 100))}; expected a nextCursor as it was given`,
    )
  const count = Math.min(limit, longestPage)
  if (down) {
    const end = Math.min(at, all.length)
    const from = Math.max(end - count, 0)
    const items = all.slice(from, end).toReversed()
    return { items, nextCursor: from > 0 ? String(from) : null, backwardsCursor: first(items, end) }
  }
  const to = Math.min(at + count, all.length)
  const items = all.slice(at, to)
  return { items, nextCursor: to < all.length ? String(to) : null, backwardsCursor: first(items, at) }
}

/** The place from which the same page is read the other way round. */
const first = (items: readonly unknown[], at: number): string | null =>
  items.length === 0 ? null : String(at)
