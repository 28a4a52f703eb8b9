/**
 * The session that a link of ours names: `countersign://session/<id>` and nothing else, no query, no further part. A link only opens;
 * anybody may write one. Undefined for everything else, what every object has by that name among it.
 */
export function sessionOfLink(text: string): string | undefined {
  if (text.length > 200) return undefined
  const id = /^countersign:\/\/session\/([0-9A-Za-z][0-9A-Za-z-]{0,99})\/?$/.exec(text)?.[1]
  return id === undefined || id in {} ? undefined : id
}

/** The session that the first link among a program's arguments names. Electron gives a second start's in any order. */
export function sessionInArguments(argv: readonly string[]): string | undefined {
  return argv.map(sessionOfLink).find((id) => id !== undefined)
}
