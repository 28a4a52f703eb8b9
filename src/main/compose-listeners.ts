import type { ConfigFile } from '@shared/domain/settings'
import { createNotifyProgram } from './adapters/notify-program/notify-program'
import type { EngineService } from './core/engine-service'
import { followDecisions } from './core/follow-decisions'
import { notifyOutside } from './core/notify/notify-messages'
import type { Log } from './core/ports'
import { followSessions } from './core/telemetry/follow-sessions'
import { noTelemetry, type Telemetry } from './core/telemetry/telemetry'

/** What listens to an engine for as long as it lives: what is counted, what telemetry and another program are told. */
export function composeListeners(
  engine: EngineService,
  {
    telemetry,
    config,
    log,
  }: { readonly telemetry: Telemetry; readonly config: ConfigFile; readonly log: Log },
): void {
  engine.subscribe(followDecisions(engine.home.decisions, log))
  if (telemetry !== noTelemetry) engine.subscribe(followSessions(telemetry, config.profile))
  if (config.notify) notifyOutside(engine, createNotifyProgram(config.notify, log))
}
