import { Command, CommanderError } from 'commander'
import { FaultError } from '@shared/domain/fault'
import type { ConfigFlags } from '../../core/settings/settings-store'
import type { AddCommand, CliContext, CliEngine } from '../cli/cli-context'
import { addAgents } from './cli/agents-command'
import { addAssess } from './cli/assess-command'
import { addConfig } from './cli/config-command'
import { addConfigFlags, configFlags } from './cli/config-flags'
import type { ProgramEnd } from '../program-end'
import { visible } from '../visible'
import { addDemo } from './cli/demo-command'
import { addDoctor } from './cli/doctor-command'
import { addMcp } from './cli/mcp-command'
import { addExec } from './cli/exec-command'
import { addRehearse } from './cli/rehearse-command'
import { addReview } from './cli/review-command'
import { addSandbox } from './cli/sandbox-command'
import { addUndo } from './cli/undo-command'
import { readVersion } from '../read-version'

/** What the entry file hands over. */
export interface CliWorld {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The folder of the built entry, `out/main`. */
  readonly moduleDir: string
  readonly end: ProgramEnd
  /** The commands of the other hosts, which this one does not know. */
  readonly servers: readonly AddCommand[]
  readonly compose: (options: {
    env: NodeJS.ProcessEnv
    version: string
    flags: ConfigFlags
    /** What stands in place of the built-in instructions; absent: nothing does. */
    instructions?: string
  }) => Promise<CliEngine>
}

/**
 * Runs the command line and resolves with the exit code: 0 done, 1 failed, 2 usage or configuration, 3 something was
 * denied only because nobody could be asked, 130 interrupted. Errors are one line on standard error.
 */
export async function runCli(world: CliWorld): Promise<number> {
  const { env, moduleDir, end } = world
  const version = readVersion(moduleDir)
  let code = 0
  let flags: ConfigFlags = {}

  const cli: CliContext = {
    version,
    env,
    moduleDir,
    end,
    // Whoever read the output has gone (`… | head`): there is nobody to run for.
    stop: AbortSignal.any([end.stop, end.unread]),
    write: (text) => process.stdout.write(text),
    // What is wrong is often said with a name or a text of somebody else's.
    complain: (text) => process.stderr.write(visible(text)),
    withEngine: async (use, instead) => {
      const composed = await world.compose({ env, version, flags, ...instead }).catch((error: unknown) => {
        throw new ConfigurationError(oneLine(error))
      })
      for (const warning of composed.warnings) cli.complain(`countersign: ${visible(warning)}\n`)
      try {
        code = await use(composed)
      } finally {
        await composed.engine.close()
      }
    },
    compose: ({ flags: more, ...choice }) => {
      const config = [...(flags.config ?? []), ...(more.config ?? [])]
      return world.compose({ env, version, ...choice, flags: { ...flags, ...more, config } })
    },
  }
  const program = new Command('countersign')
    .description(
      'Runs AI coding agents in a sandbox and puts every stopped command in front of you as a decision.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: cli.complain })
  // In the order of the help text. A new command of the terminal is a file in `cli/` and its name here.
  const commands = [
    ...[addDemo, addExec, addReview, ...world.servers],
    ...[addSandbox, addRehearse, addUndo, addAssess, addMcp, addAgents, addConfig, addDoctor],
  ]
  for (const add of commands) add(program, cli)
  for (const command of program.commands) addConfigFlags(command)
  program.hook('preAction', (_, command) => {
    flags = configFlags(command)
  })

  try {
    await program.parseAsync([...world.argv])
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    cli.complain(`countersign: ${oneLine(error)}\n`)
    return error instanceof ConfigurationError || isUsage(error) ? 2 : 1
  }
}

/** The configuration or the home is bad: nothing was started. */
class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** What the caller asked for cannot be: nothing was started. */
function isUsage(error: unknown): boolean {
  if (!(error instanceof FaultError)) return false
  const usage: readonly string[] = [
    'bad-request',
    'unknown-session',
    'unknown-provider',
    'unknown-model',
    'missing-key',
  ]
  return usage.includes(error.fault.code)
}

function oneLine(error: unknown): string {
  if (error instanceof FaultError && error.fault.remedy !== undefined)
    return `${error.message.replace(/(?<![.!?])$/, '.')} ${error.fault.remedy}`.replace(/\s*\n\s*/g, ' ')
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')
}
