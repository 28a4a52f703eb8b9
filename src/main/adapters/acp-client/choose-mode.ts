import type { ClientConnection, SessionModeState } from '@agentclientprotocol/sdk'
import { withinQuotes } from '@shared/domain/within-quotes'
import { askingModes } from './known-agents'

/** The modes of an agent's conversation; undefined: it has none. */
export interface OfferedModes {
  readonly session: string
  readonly modes: SessionModeState | undefined
}

const shown = (text: string): string => withinQuotes(text).slice(0, 80)

/**
 * Puts an agent in the first of its modes that asks before it does something. Returns what is to be said of it: nothing where it
 * has such a mode and takes it. The sandbox holds in every mode.
 */
export async function chooseMode(
  { agent }: ClientConnection,
  { session, modes }: OfferedModes,
  { name, ask }: { readonly name: string; readonly ask: readonly string[] },
): Promise<readonly string[]> {
  if (!modes) return []
  const offered = modes.availableModes.slice(0, 100)
  const wanted = [...ask, ...askingModes].find((id) => offered.some((mode) => mode.id === id))
  const current = offered.find(({ id }) => id === modes.currentModeId)?.name ?? modes.currentModeId
  const stays = `${name} works in its own mode “${shown(current)}”, and may not ask before it does something. The sandbox holds all the same.`
  if (wanted === undefined) return [stays]
  if (wanted === modes.currentModeId) return []
  try {
    await agent.request('session/set_mode', { sessionId: session, modeId: wanted })
    return []
  } catch {
    return [stays]
  }
}
