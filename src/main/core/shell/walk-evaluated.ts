import { evaluate } from './evaluated-text'
import { expandWhole } from './expand-word'
import { plainWord, type Word } from './graph'
import { runCommand } from './run-command'
import type { ShellNode } from './shell-tree'
import { isSubscripted } from './substitutions'
import { textsOf, type EvaluatedText } from './telling'
import type { Ids, Walk } from './walk'
import { readingOf } from './word-reading'
import { enterSubstitutions, wordTokens } from './word-tokens'

/**
 * Text that the shell evaluates where no command takes it: arithmetic, subscripts, slices, prompts. Where that runs
 * something, or may, it is listed as the `let` that does the same; elsewhere nothing is.
 */
export async function walkEvaluated(texts: readonly EvaluatedText[], walk: Walk, at: number): Promise<void> {
  for (const { text } of texts) walk.scope.reckon(text)
  const { scripts, unread } = evaluate(texts, walk.scope, walk.builder.commands)
  if (scripts.length === 0 && !unread) return
  const words = texts.map(({ text, known, from }): Word => ({
    text,
    known,
    from,
    head: known ? text : '',
    glob: false,
  }))
  await runCommand([plainWord('let'), ...words], [], walk, { redirects: [], at })
}

/** Lists the assignments of a script that run something, or may, each as if the variable had been exported. */
export async function listAssigned(walk: Walk, at: number): Promise<void> {
  for (const { name, value } of walk.scope.assigned.splice(0))
    for (const { text, known, from } of textsOf(value)) {
      const word: Word = { text, known, from, head: known ? text : '', glob: false }
      const words = ['export', `${name}=${text}`].map(plainWord)
      await runCommand(words, [{ name, value: word }], walk, { redirects: [], at })
    }
}

const numeric = /^-(eq|ne|lt|le|gt|ge)$/

/**
 * Enters a test's substitutions and gives their commands. `[[ a -gt b ]]` evaluates both sides as arithmetic, `-v name` the
 * subscript of a name; `[` only the latter.
 */
export async function walkTest(node: ShellNode, walk: Walk): Promise<Ids> {
  const isOwn = node.children[0]?.type === '[['
  const reading = readingOf(walk)
  const from: number[] = []
  const visit = async (each: ShellNode): Promise<void> => {
    const operator = each.children.find((child) => child.field === 'operator')
    if (!/^(test_command|parenthesized_expression|(unary|binary|ternary)_expression)$/.test(each.type)) {
      from.push(...(await enterSubstitutions(each, reading)))
      return
    }
    const text = operator ? walk.frame.script.slice(operator.start, operator.end) : ''
    const isName = each.type === 'unary_expression' && /^-[vR]$/.test(text)
    const evaluates = isName || (each.type === 'binary_expression' && numeric.test(text))
    for (const child of each.children.filter((one) => one !== operator))
      if (!evaluates) await visit(child)
      else {
        const words = expandWhole(await wordTokens(child, reading), walk.scope)
        from.push(...words.flatMap((word) => word.from))
        // In ksh `[` takes text for numbers too.
        if (isOwn || isName || words.every(({ text, known }) => known && isSubscripted(text)))
          await walkEvaluated(words, walk, child.start)
      }
  }
  await visit(node)
  return from
}
