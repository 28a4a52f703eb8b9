/** The row of the inbox that is looked at. */
export const currentRow = '.rrow[aria-current]'

/** What is looked at in the inbox, and the rows as they stood when it last was. */
export interface InboxPlace {
  readonly id: string
  readonly rows: readonly string[]
}

/**
 * What is looked at among the rows that there are now: the same while it is there, else what has come into its place, else what stood before
 * it. What comes meanwhile never takes the place of what is being read. Undefined without a row.
 */
export function placeAfter(before: InboxPlace | undefined, rows: readonly string[]): string | undefined {
  if (before === undefined) return rows[0]
  if (rows.includes(before.id)) return before.id
  const at = before.rows.indexOf(before.id)
  const isThere = (id: string): boolean => rows.includes(id)
  return before.rows.slice(at + 1).find(isThere) ?? before.rows.slice(0, at).findLast(isThere) ?? rows[0]
}
