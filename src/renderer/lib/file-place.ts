/** A file as it is named in a text, and the line that is meant. */
export interface FilePlace {
  readonly path: string
  readonly line: number | undefined
}

const place = /^((?:~|\.{1,2})?\/?(?:[\w.@+-]+\/)*[\w.@+-]*\.[A-Za-z]\w{0,9})(?::(\d{1,7})(?:[:-]\d{1,7})?)?$/

/**
 * The file that a piece of code names, as `src/a.ts` or `a.ts:12` do; undefined for what may as well be something else: a name without a
 * folder and a line is often a call.
 */
export function filePlace(text: string): FilePlace | undefined {
  const [, path, line] = place.exec(text) ?? []
  if (path === undefined || (!path.includes('/') && line === undefined) || path.startsWith('~'))
    return undefined
  return { path, line: line === undefined || line === '0' ? undefined : Number(line) }
}
