import { expandWhole } from './expand-word'
import { plainWord, type Word } from './graph'
import { kindIn } from './graph-builder'
import { readAssignment, readCommandParts, readRedirects, readWords, type Redirections } from './read-command'
import { runCommand } from './run-command'
import { unknownValue, type Scope } from './scope'
import { fewOf, type Option } from './value'
import type { ShellNode } from './shell-tree'
import type { Ids, Walk } from './walk'
import { walkEvaluated } from './walk-evaluated'
import { enterBackticks } from './backticks'
import { readingOf } from './word-reading'
import { wordTokens } from './word-tokens'

const isWordLike = (node: ShellNode): boolean =>
  /^(word|string|raw_string|ansi_c_string|concatenation|simple_expansion|expansion|command_substitution|number)$/.test(
    node.type,
  )

/** One simple command, once for each way its program may stand. `outer`: redirections that the grammar keeps around it. */
export async function walkCommand(node: ShellNode, walk: Walk, outer?: Redirections): Promise<Ids> {
  const reading = readingOf(walk)
  walk.builder.entered.add(node)
  const parts = await readCommandParts(node, reading)
  const own = node.type === 'command' ? await readRedirects(node.children, reading) : undefined
  await enterBackticks(node.type === 'command' ? node.children : [], walk)
  const redirects = [...(own?.redirects ?? []), ...(outer?.redirects ?? [])]
  const stdin = own?.stdin ?? outer?.stdin
  const args = [...parts.args, ...(own?.rest ?? []), ...(outer?.rest ?? [])]
  const ids: number[] = []
  for (const name of parts.names.length > 0 ? parts.names : [[]])
    ids.push(
      ...(await runCommand([...name, ...args], parts.assignments, walk, {
        redirects,
        stdin,
        at: node.start,
        written: true,
      })),
    )
  // `time ( … )`: the grammar has what is timed beside the word.
  for (const child of node.children)
    if (isStatement.test(child.type)) ids.push(...(await walk.steps.node(child, walk)))
  return ids
}

const isStatement = /^(subshell|compound_statement|(if|case|while|for|c_style_for)_statement|test_command)$/

/** Text that could not be parsed: what stands in it as words is read as a command all the same, to keep a floor. */
export async function walkError(node: ShellNode, walk: Walk): Promise<Ids> {
  walk.builder.cannotRead('part of it could not be parsed', walk.frame.parent, kindIn(walk.frame))
  const ids = [
    ...(await walk.steps.all(
      node.children.filter((child) => !isWordLike(child)),
      walk,
    )),
  ]
  const words = node.children.filter((child) => child.type === 'command_name' || isWordLike(child))
  const read = []
  for (const word of words) read.push(...(await readWords(word, readingOf(walk))))
  if (read.length > 0)
    ids.push(...(await runCommand(read, [], walk, { redirects: [], at: node.start, written: true })))
  return ids
}

/** `a=(x y)`: the elements, as far as each is known. Elements set one by one are not followed. */
async function walkArray(node: ShellNode, walk: Walk): Promise<void> {
  const name = node.children.find((child) => child.field === 'name')
  const value = node.children.find((child) => child.field === 'value')
  if (name?.type !== 'variable_name' || value?.type !== 'array') return
  const words: Word[] = []
  for (const child of value.children) {
    if (child.type === '(' || child.type === ')') continue
    const read = await readWords(child, readingOf(walk))
    words.push(...read)
    // `a=([x]=1)`: the place of an element is a number.
    const places = read.filter(({ text }) => /^\[[^\]]+\]\+?=/.test(text))
    if (places.length > 0 && !walk.scope.maps.has(walk.frame.script.slice(name.start, name.end)))
      await walkEvaluated(places, walk, child.start)
  }
  const elements = words.map(({ text, known, glob }) => ({ text, known, ...(glob && { glob }) }))
  const key = walk.frame.script.slice(name.start, name.end)
  const appends = node.children.some((child) => child.type === '+=')
  const before = appends ? walk.scope.get(key) : undefined
  const all = [...(before?.elements ?? before?.options ?? []), ...elements]
  const isMixed = before?.mixed === true || words.some(({ alternative }) => alternative)
  const [first = { text: '', known: true }] = all
  walk.scope.set(key, {
    options: before?.options ?? (isMixed ? fewOf(all) : [first]),
    from: words.flatMap((word) => word.from),
    elements: all,
    ...(isMixed && { mixed: true }),
  })
}

/** `a[i]=x`: an element more, wherever it stands. `isFirst`: it may be the first. */
function addElements(
  name: string,
  words: readonly Word[],
  { scope, isFirst }: { readonly scope: Scope; readonly isFirst: boolean },
): void {
  const added = words.map(({ text, known, from }): Option => ({ text, known, from }))
  const before = scope.get(name)
  const elements = [...(before?.elements ?? before?.options ?? []), ...added]
  // Where there was none, the variable by itself is still not set.
  const itself = before?.options ?? unknownValue(`$${name}`).options
  scope.set(name, {
    options: fewOf([...itself, ...(isFirst ? added : [])]),
    elements,
    ...(before && { mixed: true as const }),
    from: before?.from ?? [],
  })
}

/** A statement that sets a variable. */
export async function walkAssignment(node: ShellNode, walk: Walk): Promise<Ids> {
  const reading = readingOf(walk)
  const found = await readAssignment(node, reading)
  if (!found) {
    const name = node.children.find((child) => child.field === 'name')
    const index = name?.children.find((child) => child.field === 'index')
    const array = name?.children.find((child) => child.field === 'name')
    const inIndex = index ? expandWhole(await wordTokens(index, reading), walk.scope) : []
    if (index && !walk.scope.maps.has(array ? walk.frame.script.slice(array.start, array.end) : ''))
      await walkEvaluated(inIndex, walk, index.start)
    const value = node.children.find((child) => child.field === 'value')
    if (index && array && value)
      addElements(
        walk.frame.script.slice(array.start, array.end),
        expandWhole(await wordTokens(value, reading), walk.scope),
        { scope: walk.scope, isFirst: !inIndex.every(({ text, known }) => known && /^[1-9]\d*$/.test(text)) },
      )
    await walkArray(node, walk)
    return []
  }
  const [old, fresh] = [walk.scope.get(found.name), found.words]
  const options = fresh.map(({ text, known }) => ({ text, known }))
  const joined =
    found.appends && old
      ? old.options.flatMap((before) =>
          options.map((after) => ({ text: before.text + after.text, known: before.known && after.known })),
        )
      : options
  walk.scope.set(found.name, { options: joined, from: fresh.flatMap((word) => word.from) })
  return []
}

/** Whether what is declared is the function's own. */
const isLocal = ([program, ...options]: readonly Word[]): boolean =>
  /^(local|declare|typeset)$/.test(program?.text ?? '') &&
  !options.some(({ text }) => /^-[a-zA-Z]*g/.test(text))

/** `export`, `declare`, `local`, `unset`: a command of its own, and what it sets. */
export async function declare(node: ShellNode, walk: Walk): Promise<Ids> {
  const reading = readingOf(walk)
  const words: Word[] = []
  const assignments: { name: string; value: Word }[] = []
  const pending = walk.scope.assigned.length
  for (const child of node.children) {
    const text = walk.frame.script.slice(child.start, child.end)
    if (child.type === 'variable_assignment') {
      const options = words.slice(1).map((word) => word.text)
      const name = text.slice(0, text.indexOf('=')).replace(/\+$/, '')
      if (isLocal(words)) walk.scope.locals?.add(name)
      walk.scope.describe(name, options)
      const before = walk.scope.get(name)
      await walkAssignment(child, walk)
      // Outside of functions it is refused.
      if (words[0]?.text === 'local' && !walk.scope.locals) walk.scope.restore(name, before)
      const [value] = (await readAssignment(child, reading))?.words ?? []
      if (value) assignments.push({ name, value })
      walk.scope.refer(name, value, options)
      words.push(plainWord(text))
    } else {
      if (isLocal(words) && /^[A-Za-z_]\w*$/.test(text)) walk.scope.locals?.add(text)
      const [word] = expandWhole(await wordTokens(child, reading), walk.scope)
      words.push(word ?? plainWord(text))
    }
  }
  // What it sets is listed with it.
  walk.scope.assigned.splice(pending)
  // A name that stands for one that is not known sets whatever it is.
  const isLost = words
    .slice(1)
    .some(({ text }) => /^[A-Za-z_]/.test(text) && !walk.scope.references.has(text.replace(/=.*/s, '')))
  if (
    /^(local|declare|typeset)$/.test(words[0]?.text ?? '') &&
    words.some(({ text }) => /^-[a-zA-Z]*n/.test(text)) &&
    isLost
  )
    walk.builder.cannotRead('part of it could not be parsed', walk.frame.parent, kindIn(walk.frame))
  return runCommand(words, assignments, walk, { redirects: [], at: node.start, written: true })
}
