const prefix = 'countersign.draft.'

/** Unsent texts by session id, as they were last kept; empty when there are none or they cannot be read. */
export function loadDrafts(storage: Storage): Readonly<Record<string, string>> {
  try {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const own = names.filter((name) => name.startsWith(prefix))
    return Object.fromEntries(own.map((name) => [name.slice(prefix.length), storage.getItem(name) ?? '']))
  } catch {
    return {} // storage is switched off: the window starts without drafts
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
  for (const [sessionId, text] of Object.entries(texts)) {
    if (text === (before[sessionId] ?? '')) continue
    try {
      if (text === '') storage.removeItem(prefix + sessionId)
      else storage.setItem(prefix + sessionId, text)
    } catch {
      // Storage is full or switched off: the draft stays in memory, as it would without it.
    }
  }
}
