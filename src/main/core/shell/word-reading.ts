import { knownOutput } from './known-output'
import { below, givenToBackticks, walkText } from './backticks'
import { kindIn, type GraphBuilder } from './graph-builder'
import type { SimpleCommand } from './graph'
import { upwards } from './paths'
import { unknownValue } from './scope'
import type { Walk } from './walk'
import type { WordReading } from './word-tokens'

/** Reads the words of a node in a walk; substitutions are entered as commands of their own. */
export function readingOf(walk: Walk): WordReading {
  const { frame, scope, builder, steps } = walk
  return {
    script: frame.script,
    scope,
    entered: builder.entered,
    enter: (script, node) => walkText(script, { ...walk, scope: scope.fork() }, node.start),
    lost: () => builder.cannotRead('part of it could not be parsed', frame.parent, kindIn(frame)),
    evaluate: (texts, at) => steps.evaluated(texts, walk, at),
    substitute: async (node, quoted = false) => {
      builder.entered.add(node)
      const inner: Walk = {
        builder,
        steps,
        scope: scope.fork(),
        frame: {
          ...frame,
          via: 'substitution',
          depth: frame.depth + 1,
          // What is written to `>(…)` is not known where that stands.
          ...(frame.script.startsWith('>(', node.start) && { stdin: { kind: 'pipe' as const, from: [] } }),
        },
      }
      const source = frame.script.slice(node.start, node.end)
      const given = givenToBackticks(source, quoted)
      if (given !== undefined) for (const each of below(node)) builder.entered.add(each)
      const from =
        given === undefined
          ? await steps.all(node.children, inner)
          : await walkText(given, { ...inner, frame: { ...inner.frame, depth: frame.depth } }, node.start + 1)
      // Within quotes in braces in quotes it takes more to tell which of both it is.
      const other = givenToBackticks(source, !quoted)
      if (other !== given)
        await walkText(
          other ?? source.slice(1, -1),
          { ...inner, scope: scope.fork(), frame: { ...inner.frame, depth: frame.depth } },
          node.start + 1,
        )
      const only = from.length === 1 ? builder.commands[from[0] ?? -1] : undefined
      const top = only && (await topOfRepository(only, builder))
      if (top !== undefined) return { options: [{ text: top, known: true }], from }
      const printed = only && node.type === 'command_substitution' ? printedBy(only.id, builder) : undefined
      return printed === undefined
        ? unknownValue(source, from)
        : { options: [{ text: printed, known: true }], from }
    },
  }
}

/** Commands after which another folder may be the top of a repository, or none. */
const moves = /^(git|mv|cp|rm|mkdir|ln|tar|unzip|rsync)$/

/** What `git rev-parse --show-toplevel` prints: the nearest folder with a repository, where the line itself has changed none. */
async function topOfRepository(
  { id, program, words, cwd, assignments, exported = [] }: SimpleCommand,
  { commands, isMissing }: GraphBuilder,
): Promise<string | undefined> {
  const asks =
    program === 'git' &&
    words
      .slice(1)
      .map(({ text }) => text)
      .join(' ') === 'rev-parse --show-toplevel'
  const [folder, ...others] = cwd
  const isPlain =
    words.every(({ known }) => known) && assignments.length + exported.length + others.length === 0
  if (
    !asks ||
    !isPlain ||
    folder === undefined ||
    commands.some((each) => each.id < id && moves.test(each.program))
  )
    return undefined
  for (const each of upwards(folder).slice(0, 16))
    if (!(await isMissing(`${each === '/' ? '' : each}/.git`))) return each
  return undefined
}

function printedBy(id: number, builder: GraphBuilder): string | undefined {
  const command = builder.commands[id]
  return command && knownOutput(command, builder.commands)?.replaceAll('\0', '').replace(/\n+$/, '')
}
