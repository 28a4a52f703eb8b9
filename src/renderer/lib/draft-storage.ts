const prefix = 'countersign.draft.'
const givenPrefix = 'countersign.given.'

/** A message that was given to a turn and not taken yet, as it is kept over a restart: without pictures. */
export interface KeptMessage {
  readonly clientId: string
  readonly text: string
}

/** Unsent texts by session id, as they were last kept; empty when there are none or they cannot be read. */
export function loadDrafts(storage: Storage): Readonly<Record<string, string>> {
  return loadUnder(storage, prefix)
}

/** What was given to turns and not taken, by session id; what cannot be read is left out. */
export function loadGiven(storage: Storage): Readonly<Record<string, readonly KeptMessage[]>> {
  return Object.fromEntries(
    Object.entries(loadUnder(storage, givenPrefix)).map(([sessionId, text]) => [sessionId, readGiven(text)]),
  )
}

/** Keeps what is given and not taken, as `saveDrafts` keeps texts. */
export function saveGiven(
  storage: Storage,
  given: Readonly<Record<string, readonly KeptMessage[]>>,
  before: Readonly<Record<string, readonly KeptMessage[]>>,
): void {
  saveUnder(storage, givenPrefix, writtenGiven(given), writtenGiven(before))
}

const writtenGiven = (given: Readonly<Record<string, readonly KeptMessage[]>>) =>
  Object.fromEntries(
    Object.entries(given).map(([sessionId, messages]) => [
      sessionId,
      messages.length === 0 ? '' : JSON.stringify(messages.map(({ clientId, text }) => ({ clientId, text }))),
    ]),
  )

function readGiven(kept: string): readonly KeptMessage[] {
  try {
    const read: unknown = JSON.parse(kept)
    if (!Array.isArray(read)) return []
    return read.filter(
      (each: Partial<KeptMessage> | null): each is KeptMessage =>
        typeof each?.clientId === 'string' && typeof each.text === 'string',
    )
  } catch {
    return [] // somebody else's, or cut
  }
}

function loadUnder(storage: Storage, start: string): Readonly<Record<string, string>> {
  try {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const own = names.filter((name) => name.startsWith(start))
    return Object.fromEntries(own.map((name) => [name.slice(start.length), storage.getItem(name) ?? '']))
  } catch {
    return {} // storage is switched off: the window starts without them
  }
}

/**
 * Keeps those texts that are not as before, over a restart; an empty one is let go. Each session has a place of its own, so that one
 * window does not take away what another keeps. Failure only loses that.
 */
export function saveDrafts(
  storage: Storage,
  texts: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): void {
  saveUnder(storage, prefix, texts, before)
}

function saveUnder(
  storage: Storage,
  start: string,
  texts: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): void {
  for (const [sessionId, text] of Object.entries(texts)) {
    if (text === (before[sessionId] ?? '')) continue
    try {
      if (text === '') storage.removeItem(start + sessionId)
      else storage.setItem(start + sessionId, text)
    } catch {
      // Storage is full or switched off: the draft stays in memory, as it would without it.
    }
  }
}
