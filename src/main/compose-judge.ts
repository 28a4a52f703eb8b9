import { setImmediate as nextRound } from 'node:timers/promises'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { composeBase, type BaseOptions } from './compose-base'
import { loadProgramRecords } from './adapters/config-toml/program-records'
import { builtInDemo } from './adapters/demo/built-in-demo'
import { createFactsReader } from './adapters/facts-fs/facts-reader'
import { createModelCatalogue, type CatalogueInput } from './adapters/model-openai/catalogue'
import { createModelProviders } from './adapters/model-openai/providers'
import { settlePolicy, withRealRoots } from './adapters/sandbox-linux/protection/settle-policy'
import { systemClock, systemIds } from './adapters/system/clock'
import { openTelemetry } from './adapters/telemetry/open-telemetry'
import { textDiff } from './adapters/text-diff/text-diff'
import { followedAssessment } from './core/assessment/assessment-settings'
import { createAssessor } from './core/assessment/assessor'
import { assessTyped, type AssessTyped } from './core/assessment/assess-typed'
import { createRequestAssessor } from './core/assessment/request-assessor'
import { composeRehearsals } from './core/rehearsal/compose-rehearsals'
import { sessionDefaults } from './core/settings/session-defaults'
import { observeModels } from './core/telemetry/observe-models'
import { noTelemetry } from './core/telemetry/telemetry'

/** What says of a command what it would do, and what everything that asks about commands is built on. */
export type Judge = Awaited<ReturnType<typeof composeJudge>>

/** The base, the models and what judges commands: enough for `countersign assess` and `rehearse`. Throws as the base does. */
export async function composeJudge(options: BaseOptions) {
  const { env, version } = options
  const base = await composeBase(options, () => models.choices()[0])
  const { home, config, keys, redact, closed, settings, reportsOutside, limits, trees, sandbox, workspace } =
    base
  const clock = systemClock
  const telemetry = await openTelemetry(config.otel, { version, env, redact })
  const modelParts: CatalogueInput = {
    get config() {
      return settings.config()
    },
    ...{ settings, env, keys, clock },
    builtIn: { demo: builtInDemo(clock) },
  }
  const catalogue = createModelCatalogue(modelParts)
  const providers = createModelProviders(modelParts)
  const models = telemetry === noTelemetry ? providers : observeModels(providers, telemetry, clock)
  const reader = createFactsReader(limits)
  const rehearsing = {
    ...{ sandbox, workspace, parser: base.parser, clock, limits, reader, textDiff, redact },
    mode: () => settings.config().rehearse,
    bounds: () => settings.config().rehearsal,
    settle: (policy: SandboxPolicy, folder: string) => settlePolicy(policy, folder, closed),
  }
  const viewSettings = followedAssessment(() => settings.config())
  const assessments = createRequestAssessor({
    assessor: createAssessor({ models, clock, ids: systemIds, settings: viewSettings, nextRound }),
    look: {
      ...{ reader, trees, workspace, home: workspace.home() },
      own: await loadProgramRecords(home, trees),
      ...(env.USER === undefined ? {} : { user: env.USER }),
      ...(env.TMPDIR === undefined ? {} : { tmpdir: env.TMPDIR }),
    },
    clock,
    platform: process.platform,
    reportsOutside,
  })
  const configured = sessionDefaults(config, undefined, models.choices()[0])
  const defaults = { ...configured, sandboxPolicy: withRealRoots(configured.sandboxPolicy) }
  // The demo's model only has views of its own scenes.
  const provider = defaults.provider === 'demo' ? undefined : defaults.provider
  const judge = { ...defaults, assessments, ids: systemIds, provider }
  const assessed: AssessTyped = (question, signal) => assessTyped(question, judge, signal)
  return {
    ...base,
    ...{ clock, telemetry, catalogue, models, rehearsing, assessments, defaults },
    effectRules: async () => {
      const { effectRulesOf } = await import('./compose-effect-rules')
      return effectRulesOf({ ...base, clock })
    },
    assessTyped: assessed,
    rehearseTyped: composeRehearsals({
      ...{ ...rehearsing, defaults },
      assess: (argv, cwd, signal) => assessed({ argv, cwd, model: false }, signal),
    }),
    close: async (): Promise<void> => {
      await base.close()
      await telemetry.close()
    },
  }
}
