import { isWord } from './read-as-bash'
import type { ShellNode } from './shell-tree'

const last = (node: ShellNode): ShellNode | undefined => node.children.at(-1)
const partsOf = (node: ShellNode): readonly ShellNode[] =>
  node.type === 'concatenation' || node.type === 'command_name' ? node.children.flatMap(partsOf) : [node]

/** `$` and what stands behind it, which the grammar takes for a dollar sign and a word, as the variable that it is. */
function withVariables(parts: readonly ShellNode[], script: string): readonly ShellNode[] {
  const done: ShellNode[] = []
  for (const part of parts) {
    const mark = done.at(-1)
    const text = script.slice(part.start, part.end)
    const name = /^(?:[A-Za-z_]\w*|\d)/.exec(text)?.[0]
    if (mark?.type !== '$' || mark.end - mark.start !== 1 || name === undefined) {
      done.push(part)
      continue
    }
    const end = part.start + name.length
    const variable = { type: 'variable_name', field: undefined, start: part.start, end, children: [] }
    done[done.length - 1] = { ...mark, type: 'simple_expansion', end, children: [mark, variable] }
    if (end < part.end) done.push({ ...part, start: end })
  }
  return done
}

function joined(words: readonly ShellNode[], script: string): ShellNode | undefined {
  const [first, end] = [words[0], words.at(-1)?.end]
  if (!first || end === undefined || words.length < 2) return first
  const children = withVariables(words.flatMap(partsOf), script)
  return { type: 'concatenation', field: first.field, start: first.start, end, children }
}

/** One word of several between which nothing stands; undefined: they are none. */
function together(run: readonly ShellNode[], script: string): ShellNode | undefined {
  const [first, ...rest] = run
  const end = run.at(-1)?.end
  if (!first || end === undefined) return undefined
  if (first.type === 'command_name') {
    const name = joined(run, script)
    return name && { ...first, end, children: [name] }
  }
  if (first.type !== 'variable_assignment') return joined(run, script)
  const value = last(first)
  const whole = value && isWord(value) ? joined([value, ...rest], script) : undefined
  return whole && { ...first, end, children: [...first.children.slice(0, -1), whole] }
}

/** The children in runs of words between which nothing stands; any other is by itself. */
function inRuns(children: readonly ShellNode[]): readonly (readonly ShellNode[])[] {
  const runs: ShellNode[][] = []
  for (const child of children) {
    const before = runs.at(-1)?.at(-1)
    const goesOn =
      before?.end === child.start && isWord(before) && isWord(child) && child.type !== 'variable_assignment'
    if (goesOn) runs.at(-1)?.push(child)
    else runs.push([child])
  }
  return runs
}

/** What a command's first word behind its assignments is; undefined where that is another one. */
function asName(node: ShellNode | undefined, script: string): ShellNode | undefined {
  if (!node || !isWord(node) || /^\w+\+?=/.test(script.slice(node.start, node.end))) return undefined
  return { ...node, type: 'command_name', field: 'name', children: [{ ...node, field: undefined }] }
}

/** A command whose words stand as they are written; the same node where they do. */
function mendWords(node: ShellNode, script: string): ShellNode {
  const runs = inRuns(node.children)
  if (runs.length === node.children.length) return node
  const done: ShellNode[] = []
  let unnamed = false
  for (const run of runs) {
    const one = run.length > 1 ? together(run, script) : run[0]
    if (!one) return node
    const name = unnamed ? asName(one, script) : undefined
    if (unnamed && !name && isWord(one)) return node
    if (name) unnamed = false
    else unnamed ||= one.type === 'variable_assignment' && run.some(({ type }) => type === 'command_name')
    done.push(name ?? one)
  }
  if (!unnamed) return { ...node, children: done }
  const [only] = done
  if (done.length === 1 && only) return { ...only, field: node.field }
  return done.every(({ type }) => type === 'variable_assignment')
    ? { ...node, type: 'variable_assignments', children: done }
    : node
}

/** What may begin with a command. */
const begun = new Set(['list', 'pipeline', 'redirected_statement'])
const bareNewline = (gap: string): boolean => gap.replaceAll('\\\n', '').includes('\n')

/** Assignments alone in their line, which the grammar gives to the command of the next: two statements, and the comments between them. */
function splitAtLine(node: ShellNode, script: string): readonly ShellNode[] {
  const [head, ...tail] = node.children
  if (begun.has(node.type) && head) {
    const parts = splitAtLine(head, script)
    const rest = parts.at(-1)
    return rest && parts.length > 1
      ? [...parts.slice(0, -1), { ...node, start: rest.start, children: [rest, ...tail] }]
      : [node]
  }
  if (node.type !== 'command') return [node]
  const at = node.children.findIndex(({ type }) => type !== 'variable_assignment')
  const next = node.children.findIndex(({ type }, index) => index >= at && type !== 'comment')
  const [before, behind] = [node.children[at - 1], node.children[next]]
  if (at < 1 || !before || !behind || !bareNewline(script.slice(before.end, behind.start))) return [node]
  const assigned = node.children.slice(0, at)
  const first = { ...node, type: 'variable_assignments', end: before.end, children: assigned }
  return [
    at === 1 ? { ...before, field: node.field } : first,
    ...node.children.slice(at, next),
    { ...node, start: behind.start, children: node.children.slice(next) },
  ]
}

/** With a last word `-`, which the grammar leaves out before a redirection; undefined: there is no command that it could belong to. */
function withDash(node: ShellNode, at: number): ShellNode | undefined {
  const dash = { type: 'word', field: 'argument', start: at, end: at + 1, children: [] }
  if (node.type === 'command') return { ...node, end: at + 1, children: [...node.children, dash] }
  const before = node.type === 'list' || node.type === 'pipeline' ? last(node) : undefined
  const mended = before && withDash(before, at)
  return mended && { ...node, end: at + 1, children: [...node.children.slice(0, -1), mended] }
}

function mendDash(node: ShellNode, script: string): ShellNode {
  const [body, redirect] = node.children
  const gap = body && redirect ? script.slice(body.end, redirect.start) : ''
  if (!body || !/^[ \t]+-[ \t]*$/.test(gap)) return node
  const mended = withDash(body, body.end + gap.indexOf('-'))
  return mended ? { ...node, children: [mended, ...node.children.slice(1)] } : node
}

/** A string, or a word that begins with one, with the dollar sign before it; undefined: it is none. */
function translated(mark: ShellNode, node: ShellNode): ShellNode | undefined {
  const { start } = mark
  if (node.type === 'string') return { ...node, type: 'translated_string', start, children: [mark, node] }
  const [head, ...rest] = node.children
  const first = node.type === 'concatenation' && head && translated(mark, head)
  return first ? { ...node, start, children: [first, ...rest] } : undefined
}

/** `$"…"`, which the grammar takes for a dollar sign and a string in some places, as the one string that it is. */
function withTranslated({ type, children }: ShellNode): readonly ShellNode[] {
  if (type === 'translated_string' || !children.some((child) => child.type === '$')) return children
  const done: ShellNode[] = []
  for (const child of children) {
    const mark = done.at(-1)
    const one = mark?.type === '$' && mark.end === child.start ? translated(mark, child) : undefined
    if (one) done[done.length - 1] = one
    else done.push(child)
  }
  return done
}

/** Where a word may be written without a blank to the next, or statements follow each other. */
const wordy = new Set(['command', 'file_redirect', 'array', 'for_statement', 'declaration_command'])
const statements = new Set([
  ...['program', 'compound_statement', 'do_group', 'subshell', 'if_statement', 'elif_clause', 'else_clause'],
  ...['case_item', 'command_substitution', 'process_substitution'],
])

/**
 * The tree as bash reads it, where the grammar is known to have it otherwise: `$a/$b/c` and `` a`b`/c `` are one word, assignments that have their line
 * are no command's, a lone `-` is a word, `$"…"` is a string. What else differs, `isReadAsBash` says of what this gives.
 */
export function mendTree(node: ShellNode, script: string): ShellNode {
  const children = withTranslated(node).map((child) => mendTree(child, script))
  const same =
    children.length === node.children.length &&
    children.every((child, index) => child === node.children[index])
  const mended = same ? node : { ...node, children }
  if (wordy.has(node.type)) return mendWords(mended, script)
  if (node.type === 'redirected_statement') return mendDash(mended, script)
  if (!statements.has(node.type)) return mended
  const split = children.flatMap((child) => splitAtLine(child, script))
  return split.length === children.length ? mended : { ...mended, children: split }
}
