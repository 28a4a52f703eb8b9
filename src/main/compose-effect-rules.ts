import { basename, dirname, join } from 'node:path'
import type { EffectRule } from '@shared/domain/effect-rule'
import type { Base } from './compose-base'
import { editRulesFile } from './adapters/config-toml/edit-rules-file'
import { createEffectRuleEdits } from './adapters/config-toml/effect-rule-edits'
import { createRulesFile } from './adapters/config-toml/effect-rules'
import { createOldRules } from './adapters/config-toml/old-rules'
import { createSavedRules } from './adapters/config-toml/saved-rules'
import { readGitInfo } from './adapters/facts-fs/git-info'
import { createGoneFiles } from './adapters/facts-fs/gone-files'
import { createRuleUsage } from './adapters/home-files/rule-usage'
import { enginePlaces } from './adapters/sandbox-linux/protection/engine-places'
import { realPath } from './adapters/sandbox-linux/protection/protected-entry'
import { createRequestIndex } from './adapters/store-jsonl/request-index'
import { systemIds } from './adapters/system/clock'
import { managedReader } from './core/policy/managed-rules'
import { standingWord } from './core/approvals/yes-ends'
import { countedRule } from './core/effect-rules/counted-rule'
import { compileRule } from './core/effect-rules/compile-rule'
import { plainCommands } from './core/effect-rules/command-pattern'
import type { EffectRuleParts, EffectRuleStore } from './core/ports/effect-rule-store'
import type { Clock } from './core/ports/system'
import { isWithin } from './core/shell/paths'

/** The places that rules of effects are read with, real: a person's home, and what the engine in `own` is made of and keeps. */
export const placesOfRules = (own: string, home: string) => ({
  home: realPath(home) ?? home,
  engine: [realPath(own) ?? own, ...enginePlaces(import.meta.dirname)],
})

/** So many names of a path may not be there yet; of one with more it counts as it is written. */
const mostMissing = 40

/** Where a path really is, or would come to be. */
function realPlace(path: string): string {
  const rest: string[] = []
  for (let at = path; rest.length < mostMissing; at = dirname(at)) {
    const real = realPath(at)
    if (real !== undefined) return join(real, ...rest)
    rest.unshift(basename(at))
  }
  return path
}

/**
 * Everything about the rules of one home: their file, their uses, and what they are tried on. `besides` are rules that answer too and
 * stand in no file; they are read like those of the file, and count no longer than that is in order.
 */
export function effectRulesOf(
  {
    home,
    limits,
    parser,
    workspace,
    clock,
    log,
    managedRules,
  }: Pick<Base, 'home' | 'limits' | 'log' | 'parser' | 'workspace' | 'managedRules'> & {
    readonly clock: Clock
  },
  besides: () => readonly EffectRule[] = () => [],
) {
  const usage = createRuleUsage(home, {
    now: () => clock.now(),
    id: () => systemIds.next(),
    branchOf: async (folder) => (await readGitInfo(folder, limits))?.branch,
  })
  const rulePlaces = placesOfRules(home, workspace.home())
  const compileParts = () => ({ parser, ...rulePlaces })
  const rules = createRulesFile(home, compileParts)
  const edit = editRulesFile(rules.file, compileParts)
  const old = createOldRules(home, edit, (problem, error) => {
    log.error(problem, error)
  })
  const plain = (command: readonly string[]) => plainCommands(command, parser)
  const isIn = (folder: string, named: string): boolean => isWithin(folder, realPath(named) ?? '/\0')
  const effectRules: EffectRuleStore & EffectRuleParts = {
    ...{ ...rules, ...rulePlaces, gone: createGoneFiles(limits) },
    plain,
    isIn,
    // What cannot be counted is not used, and asked about.
    standing: (all, folder) =>
      usage.standing(all.map((rule) => [countedRule(rule), folder] as const)).then(
        (found) => found.map(standingWord),
        () => all.map(() => 'unknown' as const),
      ),
    use: (rule, folder) =>
      usage.use(countedRule(rule), folder).then(
        ({ kind }) => kind === 'in-force',
        () => false,
      ),
  }
  const answering: EffectRuleParts = {
    ...effectRules,
    load: async () => {
      const loaded = await rules.load()
      if (loaded.problem !== undefined) return loaded
      const read = await Promise.all(besides().map((rule) => compileRule(rule, compileParts())))
      const more = read.flatMap((each) => ('compiled' in each ? [each.compiled] : []))
      return { rules: [...loaded.rules, ...more] }
    },
  }
  return {
    ...{ effectRules, answering, usage, managedRules, old },
    saved: createSavedRules({ file: rules.file, load: () => rules.saved(), edit, old }),
    managed: managedReader(managedRules, parser, realPlace),
    ruleEdits: { file: rules.file, ...createEffectRuleEdits(rules.file, edit) },
    recorded: createRequestIndex(home, plain),
  }
}
