import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { execOptions, readOutputSchema, sessionInput, type ExecOptions } from '../exec-options'
import type { AddCommand } from './cli-context'
import { runInTerminal } from './run-in-terminal'

/** The prompt of the argument, or all of standard input; undefined for none. A terminal is only waited for when asked to. */
async function promptFrom(argument: string | undefined): Promise<string | undefined> {
  if (argument !== undefined && argument !== '-') {
    if (argument.trim() !== '') return argument
  } else if (argument === '-' || !process.stdin.isTTY) {
    const given = await text(process.stdin)
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
    const prompt = await promptFrom(argument)
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
