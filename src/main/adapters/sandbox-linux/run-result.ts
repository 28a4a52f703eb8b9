import type { RunResult } from '../../core/ports'

/** A run that began. */
export type Ran = Exclude<RunResult, { kind: 'failed' }>

/**
 * bubblewrap's own failures look like the command's: exit 1 and a line on standard error. They are told apart by the
 * helper, which comes to life after bubblewrap's work; without one, by that line alone. A `terminal` has one stream for
 * both, and ends its lines in its own way.
 */
export function notStarted(result: RunResult, begun: boolean, terminal: boolean): RunResult {
  if (result.kind !== 'exited' || result.exitCode !== 1 || begun) return result
  const { stdout, stderr } = result.output
  if (stdout !== '' && !terminal) return result
  const said = /^bwrap: ([^\n]*?)\r?\n$/.exec(terminal ? stdout : stderr)?.[1]
  if (said === undefined) return result
  const program = /^execvp (.+): No such file or directory$/.exec(said)?.[1]
  return program === undefined
    ? { kind: 'failed', reason: `the sandbox could not be set up: ${said}` }
    : { ...result, exitCode: 127 }
}

/**
 * Says in the output what was undone after a run, and why it had no network, so that the agent and the person both read
 * it. Nothing to say changes nothing.
 */
export function withNotes(result: Ran, undone: readonly string[], problem: string | undefined): Ran {
  const notes = [
    ...(problem === undefined ? [] : [`[countersign] ${problem}\n`]),
    ...(undone.length === 0
      ? []
      : [
          `[countersign] undone or held back, since it could reach past this command: ${undone.join(', ')}\n`,
        ]),
  ].join('')
  if (notes === '') return result
  const { output } = result
  return {
    ...result,
    output: { ...output, stderr: `${output.stderr}${notes}`, aggregated: `${output.aggregated}${notes}` },
  }
}
