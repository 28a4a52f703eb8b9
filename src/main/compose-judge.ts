import { setImmediate as nextRound } from 'node:timers/promises'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { composeBase, type BaseOptions } from './compose-base'
import { createEffectRuleEdits } from './adapters/config-toml/effect-rule-edits'
import { createEffectRuleStore } from './adapters/config-toml/effect-rules'
import { loadProgramRecords } from './adapters/config-toml/program-records'
import { builtInDemo } from './adapters/demo/built-in-demo'
import { readGitInfo } from './adapters/facts-fs/git-info'
import { createRuleUsage } from './adapters/home-files/rule-usage'
import { createGoneFiles } from './adapters/facts-fs/gone-files'
import { createFactsReader } from './adapters/facts-fs/facts-reader'
import { createModelCatalogue, type CatalogueInput } from './adapters/model-openai/catalogue'
import { createModelProviders } from './adapters/model-openai/providers'
import { enginePlaces } from './adapters/sandbox-linux/protection/engine-places'
import { realPath } from './adapters/sandbox-linux/protection/protected-entry'
import { settlePolicy, withRealRoots } from './adapters/sandbox-linux/protection/settle-policy'
import { createRequestIndex } from './adapters/store-jsonl/request-index'
import { systemClock, systemIds } from './adapters/system/clock'
import { openTelemetry } from './adapters/telemetry/open-telemetry'
import { textDiff } from './adapters/text-diff/text-diff'
import { followedAssessment } from './core/assessment/assessment-settings'
import { createAssessor } from './core/assessment/assessor'
import { assessTyped, type AssessTyped } from './core/assessment/assess-typed'
import { createRequestAssessor } from './core/assessment/request-assessor'
import { countedRule } from './core/effect-rules/counted-rule'
import { plainCommands } from './core/effect-rules/command-pattern'
import type { EffectRuleParts, EffectRuleStore } from './core/ports/effect-rule-store'
import { composeRehearsals } from './core/rehearsal/compose-rehearsals'
import { sessionDefaults } from './core/settings/session-defaults'
import { isWithin } from './core/shell/paths'
import { observeModels } from './core/telemetry/observe-models'
import { noTelemetry } from './core/telemetry/telemetry'

/** What says of a command what it would do, and what everything that asks about commands is built on. */
export type Judge = Awaited<ReturnType<typeof composeJudge>>

/** The places that rules of effects are read with, real: a person's home, and what the engine in `own` is made of and keeps. */
export const placesOfRules = (own: string, home: string) => ({
  home: realPath(home) ?? home,
  engine: [realPath(own) ?? own, ...enginePlaces(import.meta.dirname)],
})

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
  const usage = createRuleUsage(home, {
    now: () => clock.now(),
    id: () => systemIds.next(),
    branchOf: async (folder) => (await readGitInfo(folder, limits))?.branch,
  })
  const rulePlaces = placesOfRules(home, workspace.home())
  const compileParts = () => ({ parser: base.parser, ...rulePlaces })
  const rules = createEffectRuleStore(home, compileParts)
  const plain = (command: readonly string[]) => plainCommands(command, base.parser)
  const effectRules: EffectRuleStore & EffectRuleParts = {
    ...{ ...rules, ...rulePlaces, gone: createGoneFiles(limits) },
    plain,
    isIn: (folder, named) => isWithin(folder, realPath(named) ?? '/\0'),
    mayUse: async (rule, folder) =>
      (await usage.standing([[countedRule(rule), folder]]))[0]?.kind === 'in-force',
    use: async (rule, folder) => (await usage.use(countedRule(rule), folder)).kind === 'in-force',
  }
  const configured = sessionDefaults(config, undefined, models.choices()[0])
  const defaults = { ...configured, sandboxPolicy: withRealRoots(configured.sandboxPolicy) }
  // The demo's model only has views of its own scenes.
  const provider = defaults.provider === 'demo' ? undefined : defaults.provider
  const judge = { ...defaults, assessments, ids: systemIds, provider }
  const assessed: AssessTyped = (question, signal) => assessTyped(question, judge, signal)
  return {
    ...base,
    ...{ clock, telemetry, catalogue, models, rehearsing, assessments, defaults, effectRules, usage },
    ruleEdits: { file: rules.file, ...createEffectRuleEdits(rules.file, compileParts) },
    recorded: createRequestIndex(home, plain),
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
