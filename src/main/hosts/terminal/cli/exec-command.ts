import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { execOptions, readOutputSchema, sessionInput, type ExecOptions } from '../exec-options'
import type { AddCommand } from '../../cli/cli-context'
import { exitCodes } from '../run-once'
import { runInTerminal } from './run-in-terminal'

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
export const addExec: AddCommand = (program, cli) => {
  execOptions(
    program
      .command('exec')
      .description(
        'runs one prompt; approvals are asked on the terminal, and denied where there is none (exit code 3)',
      ),
  ).action(async (argument: string | undefined, options: ExecOptions) => {
    const prompt = await promptFrom(argument, cli.stop)
    if (cli.stop.aborted) return cli.end.exit(exitCodes.interrupted)
    if (prompt === undefined)
      return program.error(
        'countersign: There is no prompt; expected one as an argument or on standard input.',
      )
    const { json = false, resume, outputSchema, outputLastMessage: file } = options
    const input = sessionInput(options)
    const schema = outputSchema === undefined ? undefined : readOutputSchema(outputSchema)
    await runInTerminal(
      {
        input: { ...input, cwd: resolve(input.cwd ?? '.') },
        prompt,
        answer: 'ask',
        json,
        ...(resume === undefined ? {} : { resume }),
        ...(schema === undefined ? {} : { overrides: { outputSchema: schema } }),
        ...(file === undefined
          ? {}
          : {
              onLastMessage: (message: string) => {
                writeFileSync(file, message)
              },
            }),
      },
      cli,
    )
  })
}
