import { createGuestAgents, type GuestAgentsParts } from './adapters/acp-client/guest-agents'
import { usualTelemetryHosts } from '@shared/domain/telemetry-hosts'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import type { createSettingsFile } from './adapters/config-toml/settings-file'
import type { GuestAgents } from './core/guests/guest-agent'

/** The agents of other makers, as config.toml names them now. */
export const composeGuests = (
  settings: Pick<ReturnType<typeof createSettingsFile>, 'config'>,
  parts: Omit<GuestAgentsParts, 'configured' | 'telemetryHosts' | 'unconfined'>,
): GuestAgents =>
  createGuestAgents({
    ...parts,
    configured: () => settings.config().agents ?? {},
    telemetryHosts: () => settings.config().agent_telemetry_hosts ?? usualTelemetryHosts,
    unconfined: unconfinedRunner,
  })
