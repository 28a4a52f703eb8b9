import { quoteCommand } from '@shared/domain/quote-shell'
import { shellScriptOf } from './shell-script'
import { plainWord, type CommandGraph } from './graph'
import { GraphBuilder, type Frame, type GraphReading } from './graph-builder'
import { knownValue, Scope } from './scope'
import type { Value } from './value'
import { runCommand } from './run-command'
import { readAgain } from './traps'
import { steps, walkLeft, walkNode } from './walk-node'

/** What is known of the process that would run the command. Paths are absolute. */
export interface ShellContext {
  readonly cwd: string
  readonly home: string
  readonly user: string | undefined
  readonly tmpdir: string | undefined
}

/** Longer command lines are cut before anything looks at them, and count as unreadable. */
const maxArgument = 1024 * 1024

function variables({ cwd, home, user, tmpdir }: ShellContext): Map<string, Value> {
  const known: [string, string | undefined][] = [
    ['HOME', home],
    ['PWD', cwd],
    ['IFS', ' \t\n'],
    ['USER', user],
    ['LOGNAME', user],
    ['TMPDIR', tmpdir],
    ['0', 'bash'],
  ]
  return new Map(known.flatMap(([name, text]) => (text === undefined ? [] : [[name, knownValue(text)]])))
}

/** A command line as a person reads it: `bash -lc` folded away, words quoted where they need it. */
export function commandText(argv: readonly string[]): string {
  return argv.length === 3 ? (shellScriptOf(argv) ?? quoteCommand(argv)) : quoteCommand(argv)
}

/**
 * Reads a command line into the graph of everything it would run, as far as can be seen: shells, wrappers, substitutions,
 * scripts. Runs nothing. Never throws for what the command holds; what cannot be read is in `unreadable`.
 */
export async function readGraph(
  argv: readonly string[],
  context: ShellContext,
  reading: GraphReading,
): Promise<CommandGraph> {
  const builder = new GraphBuilder(reading)
  builder.addDocument({ title: 'Command', text: commandText(argv), language: 'shell', runBy: undefined })
  if (argv.some((word) => word.includes('\0'))) builder.cannotRead('it holds a NUL character', undefined)
  if (argv.some((word) => word.includes('\ufffd'))) builder.cannotRead('it is not valid text', undefined)
  if (argv.reduce((sum, word) => sum + word.length, 0) > maxArgument)
    builder.cannotRead('it is longer than 1 MB', undefined, 'limit')
  const scope = new Scope({
    variables: variables(context),
    functions: new Map(),
    cwd: [context.cwd],
    stack: [],
    positional: undefined,
  })
  const frame: Frame = {
    script: commandText(argv).slice(0, maxArgument),
    document: 0,
    line: 1,
    depth: 0,
    parent: undefined,
    via: 'line',
    stdin: { kind: 'inherit' },
    elevated: false,
    host: undefined,
    looped: false,
    background: false,
  }
  try {
    const walk = { builder, frame, scope, steps }
    await runCommand(
      argv.map((word) => plainWord(word.slice(0, maxArgument))),
      [],
      walk,
      { redirects: [], at: 0 },
    )
    for (const trap of builder.traps.splice(0)) await readAgain(trap, walk)
    // A function that nobody calls may still be called in a way that is not seen (a trap, an alias, an export).
    for (const { body, walk: at } of builder.defined)
      if (!builder.called.has(body))
        await walkNode(body, { ...walk, scope: at.scope.fork(), frame: { ...at.frame, via: 'deferred' } })
    await walkLeft(builder)
  } catch (error) {
    // However a script is nested, its reading ends here: the stack is not for it to fill.
    if (!(error instanceof RangeError)) throw error
    builder.cannotRead('it is too deeply nested', undefined, 'limit')
  }
  return builder.build()
}
