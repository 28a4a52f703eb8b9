import { placeOf, surroundings } from '../graph-builder'
import { plainWord, type SimpleCommand, type Stdin, type Word } from '../graph'
import type { Walk } from '../walk'
import { cmdletName } from './aliases'
import { powerShellCommands, type PowerShellWord } from './powershell-words'

/** Keywords before which a block or condition stands; what is in their blocks runs. */
const keywords =
  /^(if|elseif|else|foreach|for|while|do|until|switch|try|catch|finally|function|filter|return|process|begin|end|param|throw)$/i

const asWord = ({ text, known }: PowerShellWord): Word => ({
  ...plainWord(text),
  known,
  head: known ? text : '',
})

async function walkInner(
  texts: readonly string[],
  walk: Walk,
  parent: number | undefined,
): Promise<number[]> {
  const ids: number[] = []
  if (walk.frame.depth > 12) {
    walk.builder.cannotRead('it is nested too deeply', parent)
    return ids
  }
  for (const text of texts) {
    const frame = { ...walk.frame, script: text, depth: walk.frame.depth + 1, via: 'substitution' as const }
    ids.push(...(await readPowerShell(text, { ...walk, frame })))
  }
  return ids
}

/** A statement such as `$x = Get-Content a` or `$x.Method()`: its right side may be a command. */
function withoutAssignment(words: readonly PowerShellWord[]): readonly PowerShellWord[] {
  const [first, second] = words
  return first && /^\$[\w:]+$/.test(first.text) && /^[-+*/]?=$/.test(second?.text ?? '')
    ? words.slice(2)
    : words
}

/** A word that is a variable which an earlier statement gave a plain value. */
function lookUpVariable(word: PowerShellWord, { scope }: Walk): PowerShellWord {
  const [option] = scope.get(`ps:${word.text.toLowerCase()}`)?.options ?? []
  return option?.known === true ? { ...word, text: option.text, known: true } : word
}

/**
 * Reads PowerShell text into commands of the graph, named by cmdlet in lower case. Blocks and $(…) are read in turn.
 * Expressions that are no command become one named `expression`, with their text as its word.
 */
export async function readPowerShell(text: string, walk: Walk): Promise<readonly number[]> {
  const { builder, frame, scope } = walk
  const ids: number[] = []
  let previous: readonly number[] = []
  if (text.length > 64 * 1024) builder.cannotRead('it is too long to be read whole', frame.parent)
  for (const { words: written, piped, offset } of powerShellCommands(text.slice(0, 64 * 1024))) {
    const words = withoutAssignment(written).map((word) => lookUpVariable(word, walk))
    const [target, , literal, ...others] = written
    if (target && literal && words.length < written.length && others.length === 0)
      scope.set(`ps:${target.text.toLowerCase()}`, {
        options: [{ text: literal.text, known: literal.known }],
        from: [],
      })
    const nested = words.flatMap((word) => [...(word.block === undefined ? [] : [word.block]), ...word.inner])
    const inner = await walkInner(nested, walk, frame.parent)
    const called = words[0]?.text === '&' || words[0]?.text === '.' ? words.slice(1) : words
    const [first, ...args] = called
    if (!first || first.block !== undefined || keywords.test(first.text)) {
      ids.push(...inner)
      continue
    }
    const isExpression = called === words && (/^[$[("'\d@-]/.test(first.text) || first.inner.length > 0)
    const stdin: Stdin = piped ? { kind: 'pipe', from: previous } : { kind: 'inherit' }
    const spoken = isExpression
      ? [plainWord('expression'), ...called.map(asWord)]
      : [
          { ...asWord(first), from: inner },
          ...args.map((word) => ({ ...asWord(word), from: word.inner.length > 0 ? inner : [] })),
        ]
    const command: SimpleCommand | undefined = builder.add({
      ...surroundings(frame, scope),
      parent: frame.parent,
      via: frame.via,
      shell: 'powershell',
      program: isExpression ? 'expression' : first.known ? cmdletName(first.text) : '',
      words: spoken,
      assignments: [],
      redirects: [],
      stdin,
      place: placeOf(frame, offset),
    })
    if (!command) break
    previous = [command.id, ...inner, ...(await walk.steps.nested(command, walk))]
    ids.push(...previous)
  }
  return ids
}
