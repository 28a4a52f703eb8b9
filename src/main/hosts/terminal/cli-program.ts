import { Command, CommanderError } from 'commander'
import type { ConfigFlags } from '../../core/settings/settings-store'
import type {
  CliContext,
  CliEngine,
  CliHosts,
  CliJudge,
  CliOpened,
  CliReplay,
  CliRunner,
  CliStart,
  Face,
} from '../cli/cli-context'
import { addConfigFlags, configFlags } from './cli/add-config-flags'
import type { EngineSocket } from '../cli/engine-socket'
import type { ProgramEnd } from '../program-end'
import { visible } from '../visible'
import { readVersion } from '../read-version'
import { faces } from './faces'

/** What the entry file hands over. */
export interface CliWorld {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The folder of the built entry, `out/main`. */
  readonly moduleDir: string
  readonly end: ProgramEnd
  /** The commands of the other hosts, which this one does not know. */
  readonly servers: readonly Face[]
  /** `instructions` stand in place of the built-in ones; absent: nothing does. */
  readonly compose: (options: Start & { instructions?: string }) => Promise<CliEngine>
  /** Opens the home and no more; what it gives composes the engine. */
  readonly open: (options: Start) => Promise<CliOpened>
  readonly composeRunner: (options: Start) => Promise<CliRunner>
  readonly composeJudge: (options: Start) => Promise<CliJudge>
  readonly composeReplay: (options: Start) => Promise<CliReplay>
  readonly composeHosts: (options: Start) => Promise<CliHosts>
  readonly composeAttach: (options: Start & { readonly moduleDir: string }) => Promise<EngineSocket>
}

interface Start {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  readonly flags: ConfigFlags
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

  const begun = <Made>(making: Promise<Made>): Promise<Made> =>
    making.catch(async (error: unknown) => {
      throw new ConfigurationError((await import('./error-line')).errorLine(error))
    })
  const warn = ({ warnings }: Pick<CliStart, 'warnings'>): void => {
    for (const warning of warnings) cli.complain(`countersign: ${visible(warning)}\n`)
  }
  const within = async <Made extends CliStart>(
    making: Promise<Made>,
    use: (made: Made) => Promise<number>,
    close: (made: Made) => Promise<void>,
  ): Promise<void> => {
    const made = await begun(making)
    warn(made)
    await using(made, use, close)
  }
  const using = async <Made extends Pick<CliStart, 'left'>>(
    made: Made,
    use: (made: Made) => Promise<number>,
    close: (made: Made) => Promise<void>,
  ): Promise<void> => {
    try {
      code = await use(made)
    } finally {
      await close(made)
      for (const path of await made.left.stayed())
        cli.complain(
          `countersign: an earlier run was killed while it applied changes; this was changed since and stays, what was there lies beside it: ${visible(path)}\n`,
        )
    }
  }
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
    withEngine: (use, instead) =>
      within(world.compose({ env, version, flags, ...instead }), use, ({ engine }) => engine.close()),
    withOpened: async (begin) => {
      const opened = await begun(world.open({ env, version, flags }))
      warn(opened)
      await begin(async (use, pause) =>
        using(await begun(opened.compose(pause)), use, ({ engine }) => engine.close()),
      )
    },
    withRunner: (use) => within(world.composeRunner({ env, version, flags }), use, (made) => made.close()),
    withJudge: (use) => within(world.composeJudge({ env, version, flags }), use, (made) => made.close()),
    withReplay: (use) => within(world.composeReplay({ env, version, flags }), use, (made) => made.close()),
    withHosts: (use) => within(world.composeHosts({ env, version, flags }), use, (made) => made.close()),
    engineSocket: () => world.composeAttach({ env, version, flags, moduleDir }),
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
  const rows = faces(world.servers).map((face) => ({ ...face, name: face.usage.replace(/ .*/, '') }))
  const named = world.argv.slice(2).find((word) => rows.some(({ name }) => name === word))
  for (const { name, usage, says, load } of rows) {
    const command = program.command(name === named ? name : usage).description(says)
    // The others are there for the help of the whole program alone.
    if (name === named) (await load())(command, cli)
  }
  for (const command of program.commands) addConfigFlags(command)
  program.hook('preAction', (_, command) => {
    flags = configFlags(command)
  })

  try {
    await program.parseAsync([...world.argv])
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const { errorLine, isUsage } = await import('./error-line')
    cli.complain(`countersign: ${errorLine(error)}\n`)
    return error instanceof ConfigurationError || isUsage(error) ? 2 : 1
  }
}

/** The configuration or the home is bad: nothing was started. */
class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
