import { z } from 'zod'
import type { ModelChoice } from '@shared/domain/settings'
import { clearLeftBehind } from './clear-left-behind'
import { composeSandbox, type SandboxChoice } from './compose-sandbox'
import { openHome, type HomeOptions, type OpenedHome } from './open-home'
import { parseValue } from './adapters/config-toml/command-line-layer'
import { managedRulesFile } from './adapters/config-toml/managed-files'
import { createManagedRules } from './adapters/config-toml/managed-rules'
import { createSettingsFile } from './adapters/config-toml/settings-file'
import { readGitInfo } from './adapters/facts-fs/git-info'
import { createKeyFile } from './adapters/key-file/key-file'
import { createLentKeys } from './adapters/lent-keys/lent-keys'
import { createTokenStore } from './adapters/mcp-client/sign-in/token-store'
import { unconfinedRunner } from './adapters/process-execa/unconfined-runner'
import { createReadLimits } from './adapters/sandbox-linux/protection/read-limits'
import { settlePolicy } from './adapters/sandbox-linux/protection/settle-policy'
import { unreadableSettings } from './adapters/sandbox-linux/protection/store-variables'
import { createShellTreeReader } from './adapters/shell-parser/shell-tree-reader'
import { createLogFile } from './adapters/system/log-file'
import { createWorkspace } from './adapters/workspace/workspace'
import { runTyped, type RunTyped } from './core/commands/run-typed'
import type { KeySeal } from './core/ports/key-store'
import { keyVariables, knownSecrets } from './core/redaction/known-secrets'
import { createRedactor } from './core/redaction/redact-secrets'
import type { ShellParser } from './core/shell/parse'
import type { ShellTreeReader } from './core/shell/shell-tree'

/** What starts the program says of itself and of the machine. */
export interface BaseOptions extends SandboxChoice, HomeOptions {
  readonly version: string
  /** The home of these options, where it was opened before; absent: it is opened now. */
  readonly opened?: OpenedHome
  /** Where the machine's own rules stand and who owns them; absent: the system's place, and root. */
  readonly managedRules?: { readonly file: string; readonly owner: number }
  /** How stored keys are encrypted; absent: they lie plain in a file for its owner alone. */
  readonly seal?: KeySeal
}

/** Reads scripts once one is to be read: what one typed command starts is mostly known by its first word (`lineMayConnect`). */
function parserWhenAsked(trees: ShellTreeReader): ShellParser {
  let loading: Promise<ShellParser> | undefined
  const load = (): Promise<ShellParser> =>
    (loading ??= import('./core/shell/shell-parser').then((read) => read.createShellParser(trees)))
  return {
    parse: async (script) => (await load()).parse(script),
    read: async (command, home) => (await load()).read(command, home),
  }
}

/** What runs a command somebody typed, and what everything else is built on. */
export type Base = Awaited<ReturnType<typeof composeBase>>

/**
 * The home, its configuration and the sandbox: enough for `countersign sandbox`, so that one command need not wait for an engine. `firstModel`
 * is the first model there is, where models are known. Throws as `openHome` does. Nothing has been started then.
 */
export async function composeBase(
  options: BaseOptions,
  firstModel: () => ModelChoice | undefined = () => undefined,
) {
  const { env } = options
  const { home, place, loaded } = options.opened ?? (await openHome(options))
  const { config, path, warnings } = loaded
  const keys = await createKeyFile(home, options.seal)
  const tokens = createTokenStore(keys)
  const lentKeys = createLentKeys()
  const redact = createRedactor(knownSecrets(config, env), () => [
    ...keys.secrets(),
    ...tokens.secrets(),
    ...lentKeys.secrets(),
  ])
  const log = createLogFile(home, redact)
  const left = clearLeftBehind(home, env, log)
  const closed = unreadableSettings(config.sandbox, env, home)
  const within = { ...closed, limits: config.sandbox?.limits, after: left.cleared }
  const sandbox = composeSandbox(options, within)
  const settings = createSettingsFile(place, loaded, firstModel)
  const reportsOutside = (): boolean => settings.config().assessment_outside_files ?? false
  const limits = createReadLimits(closed, reportsOutside)
  const trees = createShellTreeReader()
  const parser = parserWhenAsked(trees)
  const managedFile = options.managedRules?.file ?? managedRulesFile(process.platform)
  const managedRules = createManagedRules(managedFile, parser, options.managedRules?.owner)
  const workspace = createWorkspace(env, (cwd) => readGitInfo(cwd, limits), {
    unreadable: [...(config.sandbox?.unreadable_variables ?? []), ...keyVariables(config)],
    readable: config.sandbox?.readable_variables ?? [],
    shell: config.shell_environment_policy,
  })
  const typedRunner: RunTyped = (typed, signal, onOutput) =>
    runTyped(
      { ...typed, policy: settlePolicy(typed.policy, typed.cwd, closed) },
      { sandbox, unconfined: unconfinedRunner, workspace, parser },
      signal,
      onOutput,
    )
  return {
    ...{ home, config, path, warnings, keys, lentKeys, tokens, redact, log, left, closed },
    ...{ sandbox, settings, reportsOutside, limits, trees, parser, workspace, managedRules },
    runTyped: typedRunner,
    parseValue: (text: string) => z.json().parse(parseValue(text)),
    /** Takes away what stands ready for a next run. An engine that is built on this does it itself. */
    close: async (): Promise<void> => {
      await sandbox.rest?.()
      await sandbox.close?.()
      await left.cleared
    },
  }
}
