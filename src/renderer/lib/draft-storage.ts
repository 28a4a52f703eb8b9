import { z } from 'zod'

const key = 'countersign.drafts'
const Drafts = z.record(z.string(), z.string())

/** Unsent texts by session id, as this tab last held them; empty when there are none or they cannot be read. */
export function loadDrafts(storage: Storage): Readonly<Record<string, string>> {
  try {
    return Drafts.parse(JSON.parse(storage.getItem(key) ?? '{}'))
  } catch {
    return {} // storage is switched off, or holds something else: the window starts without drafts
  }
}

/** Keeps the texts for this tab, over a reload or a new link; empty ones are let go. Failure only loses that. */
export function saveDrafts(storage: Storage, drafts: Readonly<Record<string, string>>): void {
  const kept = Object.entries(drafts).filter(([, text]) => text !== '')
  try {
    storage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage is full or switched off: the drafts stay in memory, as they would without it.
  }
}
