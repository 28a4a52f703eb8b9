import { createAcpAgents, type AcpAgentsParts } from './adapters/acp-client/acp-agents'
import { usualTelemetryHosts } from '@shared/domain/telemetry-hosts'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import type { createSettingsFile } from './adapters/config-toml/settings-file'
import type { AcpAgents } from './core/acp-agents/acp-agent'

/** The agents of other makers, as config.toml names them now. */
export const composeAcpAgents = (
  settings: Pick<ReturnType<typeof createSettingsFile>, 'config'>,
  parts: Omit<AcpAgentsParts, 'configured' | 'telemetryHosts' | 'unconfined'>,
): AcpAgents =>
  createAcpAgents({
    ...parts,
    configured: () => settings.config().agents ?? {},
    telemetryHosts: () => settings.config().agent_telemetry_hosts ?? usualTelemetryHosts,
    unconfined: unconfinedRunner,
  })
