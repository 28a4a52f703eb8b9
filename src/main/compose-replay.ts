import { homedir } from 'node:os'
import { createHistories } from './adapters/agent-histories/find-histories'
import { createPermissions } from './adapters/agent-permissions/find-permissions'
import { editRulesFile } from './adapters/config-toml/edit-rules-file'
import { createEffectRuleEdits } from './adapters/config-toml/effect-rule-edits'
import { createRulesFile } from './adapters/config-toml/effect-rules'
import { loadSettings } from './adapters/config-toml/load-settings'
import { managedFiles } from './adapters/config-toml/managed-files'
import { loadProgramRecords } from './adapters/config-toml/load-program-records'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { withRealRoots } from './adapters/sandbox-linux/protection/settle-policy'
import { createShellTreeReader } from './adapters/shell-parser/shell-tree-reader'
import { systemClock } from './adapters/system/clock'
import { placesOfRules } from './compose-effect-rules'
import { createReplay, type Replay } from './core/replay/replay'
import { createRuleImport } from './core/rule-import/import-rules'
import { sessionDefaults } from './core/settings/session-defaults'
import type { ConfigFlags } from './core/settings/settings-store'
import { createShellParser } from './core/shell/shell-parser'

/** What a look back is made from: the home of this program, its configuration by flags, and the environment. */
export interface ReplayOptions {
  readonly env: NodeJS.ProcessEnv
  readonly flags?: ConfigFlags
}

/**
 * A look back over the histories of agents, without an engine: the configuration is read and nothing is made, not even the home. Throws an
 * error of one line for a configuration that cannot be used.
 */
export async function composeReplay({ env, flags = {} }: ReplayOptions) {
  const own = resolveHome(env, process.platform)
  const managed = managedFiles(own, env, process.platform)
  const { config, warnings } = await loadSettings({ home: own, env, managed, flags })
  const trees = createShellTreeReader()
  const parser = createShellParser(trees)
  const records = await loadProgramRecords(own, trees)
  const home = env.HOME ?? homedir()
  const compile = () => ({ parser, ...placesOfRules(own, home) })
  const rules = createRulesFile(own, compile)
  const replay: Replay = createReplay({
    ...{ find: createHistories({ home, env, own }), rules },
    judge: () => {
      const { approvalPolicy, sandboxPolicy } = sessionDefaults(config, undefined, undefined)
      return {
        ...{ parser, trees, own: records, home, approvalPolicy },
        sandboxPolicy: withRealRoots(sandboxPolicy),
      }
    },
    propose: () => ({ ...compile(), now: systemClock.now() }),
  })
  return {
    replay,
    importRules: createRuleImport({
      ...{ find: createPermissions({ home, env }), rules },
      edits: createEffectRuleEdits(rules.file, editRulesFile(rules.file, compile)),
      ...{ compile, now: () => systemClock.now() },
    }),
    warnings,
    left: { stayed: () => Promise.resolve([]) },
    close: () => Promise.resolve(),
  }
}
