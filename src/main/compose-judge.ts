import { setImmediate as nextRound } from 'node:timers/promises'
import { changeSetProvider } from '@shared/domain/change-set-turn'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { composeBase, type BaseOptions } from './compose-base'
import { changeSetModel } from './adapters/change-set/change-set-model'
import { createKeyFile } from './adapters/key-file/key-file'
import { loadProgramRecords } from './adapters/config-toml/load-program-records'
import { builtInDemo } from './adapters/demo/built-in-demo'
import { createFactsReader } from './adapters/facts-fs/facts-reader'
import { createModelCatalogue, type CatalogueInput } from './adapters/model-openai/catalogue'
import { keysToLend } from './adapters/model-openai/keys-to-lend'
import { createModelProviders } from './adapters/model-openai/providers'
import { settlePolicy, withRealRoots } from './adapters/sandbox-linux/protection/settle-policy'
import { systemClock, systemIds } from './adapters/system/clock'
import { openTelemetry } from './adapters/telemetry/open-telemetry'
import { textDiff } from './adapters/text-diff/text-diff'
import { followedAssessment } from './core/assessment/assessment-settings'
import { createAssessor } from './core/assessment/assessor'
import { assessTyped, type AssessTyped } from './core/assessment/assess-typed'
import { createRequestAssessor } from './core/assessment/request-assessor'
import type { Lent } from './core/host-link/host-client'
import { composeRehearsals } from './core/rehearsal/compose-rehearsals'
import { sessionDefaults } from './core/settings/session-defaults'
import { observeModels } from './core/telemetry/observe-models'
import type { SessionDefaults } from './core/settings/settings-store'
import { noTelemetry } from './core/telemetry/telemetry'
import type { CliJudge } from './hosts/cli/cli-context'

/** What says of a command what it would do, and what everything that asks about commands is built on. */
export type Judge = Awaited<ReturnType<typeof composeJudge>>

/** The keys of these providers that a host is lent, as a home has them for programs without a keyring. */
export const keysOfHome = async (
  wanted: readonly string[],
  { home, env, config }: { readonly home: string } & Pick<CatalogueInput, 'env' | 'config'>,
): Promise<Lent> => keysToLend(wanted, { env, config, keys: await createKeyFile(home) })

type TypedJudges = Pick<CliJudge, 'assessTyped' | 'rehearseTyped'>

/** The base, the models and what judges commands: enough for `countersign assess` and `rehearse`. Throws as the base does. */
export async function composeJudge(options: BaseOptions) {
  const { env, version } = options
  const base = await composeBase(options, () => models.choices()[0])
  const {
    home,
    config,
    keys,
    lentKeys,
    redact,
    closed,
    settings,
    reportsOutside,
    limits,
    trees,
    sandbox,
    workspace,
  } = base
  const clock = systemClock
  const telemetry = await openTelemetry(config.otel, { version, env, redact })
  const modelParts: CatalogueInput = {
    get config() {
      return settings.config()
    },
    ...{ settings, env, keys, clock, lent: lentKeys },
    builtIn: { demo: builtInDemo(clock), [changeSetProvider]: { stream: changeSetModel, choices: [] } },
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
      ...{ reader, trees, workspace, home: workspace.home(), engineHome: home },
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
  const typed = (now: SessionDefaults): TypedJudges => {
    // The demo's model only has views of its own scenes.
    const provider = now.provider === 'demo' ? undefined : now.provider
    const judge = { ...now, assessments, ids: systemIds, provider }
    const assess: AssessTyped = async (question, signal) =>
      assessTyped({ ...question, cwd: await workspace.resolveFolder(question.cwd) }, judge, signal)
    return {
      assessTyped: assess,
      rehearseTyped: composeRehearsals({
        ...{ ...rehearsing, defaults: now },
        assess: (argv, cwd, signal) => assess({ argv, cwd, model: false }, signal),
      }),
    }
  }
  return {
    ...base,
    ...{ clock, telemetry, catalogue, models, rehearsing, assessments, defaults },
    effectRules: async () => {
      const { effectRulesOf } = await import('./compose-effect-rules')
      return effectRulesOf({ ...base, clock })
    },
    ...typed(defaults),
    /** The same by the configuration as it is now, for who lives long. Throws FaultError where it cannot be used. */
    typedNow: async () => {
      const now = await settings.defaults()
      return typed({ ...now, sandboxPolicy: withRealRoots(now.sandboxPolicy) })
    },
    close: async (): Promise<void> => {
      await base.close()
      await telemetry.close()
    },
  }
}
