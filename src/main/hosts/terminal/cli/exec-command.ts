import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { UserInput } from '@shared/domain/user-input'
import type { SessionInput } from '../../../core/engine/engine-service'
import type { AddCommand, CliContext, CliEngine } from '../../cli/cli-context'
import { clientWorld, resumedInput, withRoots } from '../client-run'
import { execOptions, readArguments, readOutputSchema, sessionInput, type ExecOptions } from '../exec-options'
import { exitCodes } from '../run-once'
import { lineText, ThreadLines } from '../thread-lines'
import { openLastMessage } from '../last-message-file'
import { flagsIn } from './add-config-flags'
import { runHere, type TerminalRun } from './run-in-terminal'

/**
 * The prompt of the argument, or all of standard input; undefined for none, and when it is stopped meanwhile. A terminal is
 * only waited for when asked to.
 */
async function promptFrom(argument: string | undefined, stop: AbortSignal): Promise<string | undefined> {
  if (argument !== undefined && argument !== '-') {
    if (argument.trim() !== '') return argument
  } else if (argument === '-' || !process.stdin.isTTY) {
    const stopped = new Promise<string>((resolve) => {
      const none = (): void => {
        resolve('')
      }
      if (stop.aborted) none()
      else stop.addEventListener('abort', none, { once: true })
    })
    const given = await Promise.race([text(process.stdin), stopped])
    if (given.trim() !== '') return given
  }
  return undefined
}

/** `countersign exec`: one prompt, approvals asked on the terminal. */
export const addExec: AddCommand = (command, cli) => {
  execOptions(command).action(async (...given: readonly unknown[]) => {
    const [words, options] = [given.slice(0, 3) as (string | undefined)[], given[3] as ExecOptions]
    const { prompt: argument, resume = options.resume } = readArguments(words)
    const { image = [], outputSchema, outputLastMessage: file } = options
    const prompt = await promptFrom(argument, cli.stop)
    if (cli.stop.aborted) return cli.end.exit(exitCodes.interrupted)
    const follows = options.host !== undefined && resume !== undefined
    if (prompt === undefined && image.length === 0 && !follows)
      return command.error(
        'countersign: There is no prompt; expected one as an argument or on standard input.',
      )
    if (!options.experimentalJson && resume !== undefined && (options.addDir ?? []).length > 0)
      return command.error('countersign: --add-dir is for a new session; expected it without --resume.')
    if (options.agent !== undefined && (resume !== undefined || options.experimentalJson))
      return command.error(
        'countersign: --agent is for a new session of ours; expected it without resume and --experimental-json.',
      )
    const schema = outputSchema === undefined ? undefined : readOutputSchema(outputSchema, options.cd)
    const overrides = schema === undefined ? {} : { outputSchema: schema }
    const { host } = options
    if (host !== undefined) {
      const exec = { options, prompt, resume, overrides }
      if (options.clone !== undefined || options.send !== undefined)
        return (await import('../remote/exec-on-fleet')).execOnFleet(host, cli, exec)
      return (await import('../remote/exec-on-host')).execOnHost(host, cli, exec)
    }
    if (options.clone !== undefined || options.send !== undefined)
      return command.error('countersign: --clone and --send are for a fleet; expected --host with them.')
    const onLastMessage = file === undefined ? undefined : openLastMessage(file, cli.complain, options.cd)
    const run = (composed: CliEngine, input: SessionInput): Promise<number> => {
      const { engine } = composed
      return runHere(
        composed,
        {
          ...{ input, prompt: prompt ?? '', answer: 'ask', overrides },
          json: options.json ?? false,
          ...(resume === undefined ? {} : { resume }),
          ...(image.length === 0
            ? {}
            : { begin: (id) => engine.startTurn(id, withImages(prompt, image), overrides) }),
          ...(options.experimentalJson ? asLines(cli) : {}),
          ...(onLastMessage && { onLastMessage }),
        },
        cli,
      )
    }
    const flags = flagsIn(options)
    if (!options.experimentalJson)
      return cli.withEngine((composed) => run(composed, sessionInput(options)), {
        env: cli.env,
        flags: withRoots(flags, options),
      })
    await cli.withEngine(
      async (composed) =>
        run(
          composed,
          typeof resume === 'string'
            ? await resumedInput(composed.engine, resume, options)
            : { cwd: resolve(options.cd ?? '.') },
        ),
      clientWorld(cli.env, options, flags),
    )
  })
}

/** The prompt with pictures of this machine, which are read when the turn starts. */
function withImages(prompt: string | undefined, files: readonly string[]): UserInput[] {
  const text: UserInput[] = prompt === undefined ? [] : [{ type: 'text', text: prompt }]
  return [...text, ...files.map((file): UserInput => ({ type: 'local_image', path: resolve(file) }))]
}

/** Nothing but lines on standard output, nobody is asked here, and what was denied for it is no failure of the run. */
function asLines(cli: CliContext): Pick<TerminalRun, 'show' | 'unattended' | 'unaskedCode'> {
  const lines = new ThreadLines()
  return {
    unattended: true,
    unaskedCode: exitCodes.completed,
    show: (event) => {
      for (const line of lines.take(event)) cli.write(lineText(line))
    },
  }
}
