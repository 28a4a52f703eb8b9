import { z } from 'zod'
import { isId } from '../lib/window-route'
import type { View } from './app-state'

const key = 'countersign.session'

/** What this tab last looked at, when that was a session; undefined for anything else, or when it cannot be read. */
export function loadView(storage: Storage): View | undefined {
  try {
    const id = z.string().min(1).safeParse(storage.getItem(key))
    return id.success && isId(id.data) ? { kind: 'session', sessionId: id.data } : undefined
  } catch {
    return undefined // storage is switched off: the window starts where it always does
  }
}

/** Keeps what is looked at for this tab, over a reload. Failure only loses that. */
export function saveView(storage: Storage, view: View): void {
  try {
    if (view.kind === 'session') storage.setItem(key, view.sessionId)
    else storage.removeItem(key)
  } catch {
    // Storage is full or switched off: a reload then begins where it always did.
  }
}
