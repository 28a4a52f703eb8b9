import { knownOutput } from './known-output'
import { walkText } from './backticks'
import { kindIn, type GraphBuilder } from './graph-builder'
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
    substitute: async (node) => {
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
      const from = await steps.all(node.children, inner)
      const source = frame.script.slice(node.start, node.end)
      const only = from.length === 1 ? builder.commands[from[0] ?? -1] : undefined
      const printed = only && node.type === 'command_substitution' ? printedBy(only.id, builder) : undefined
      return printed === undefined
        ? unknownValue(source, from)
        : { options: [{ text: printed, known: true }], from }
    },
  }
}

function printedBy(id: number, builder: GraphBuilder): string | undefined {
  const command = builder.commands[id]
  return command && knownOutput(command, builder.commands)?.replace(/\n+$/, '')
}
