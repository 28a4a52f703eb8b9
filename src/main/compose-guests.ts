import { createGuestAgents, type GuestAgentsParts } from './adapters/acp-client/guest-agents'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import type { createSettingsFile } from './adapters/config-toml/settings-file'
import type { GuestAgents } from './core/guests/guest-agent'

/** The agents of other makers, as config.toml names them now. */
export const composeGuests = (
  settings: Pick<ReturnType<typeof createSettingsFile>, 'config'>,
  parts: Omit<GuestAgentsParts, 'configured' | 'unconfined'>,
): GuestAgents =>
  createGuestAgents({
    ...parts,
    configured: () => settings.config().agents ?? {},
    unconfined: unconfinedRunner,
  })
