import { expandWhole } from './expand-word'
import { plainWord, type Word } from './graph'
import { readAssignment, readCommandParts, readRedirects, readWords, type Redirections } from './read-command'
import { runCommand } from './run-command'
import type { ShellNode } from './shell-tree'
import type { Ids, Walk } from './walk'
import { enterBackticks } from './walk-lists'
import { readingOf, walkAll } from './walk-node'
import { wordTokens } from './word-tokens'

const isWordLike = (node: ShellNode): boolean =>
  /^(word|string|raw_string|ansi_c_string|concatenation|simple_expansion|expansion|command_substitution|number)$/.test(
    node.type,
  )

/** One simple command, once for each way its program may stand. `outer`: redirections that the grammar keeps around it. */
export async function walkCommand(node: ShellNode, walk: Walk, outer?: Redirections): Promise<Ids> {
  const reading = readingOf(walk)
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
      })),
    )
  return ids
}

/** Text that could not be parsed: what stands in it as words is read as a command all the same, to keep a floor. */
export async function walkError(node: ShellNode, walk: Walk): Promise<Ids> {
  walk.builder.cannotRead('part of it could not be parsed', walk.frame.parent)
  const ids = [
    ...(await walkAll(
      node.children.filter((child) => !isWordLike(child)),
      walk,
    )),
  ]
  const words = node.children.filter((child) => child.type === 'command_name' || isWordLike(child))
  const read = []
  for (const word of words) read.push(...(await readWords(word, readingOf(walk))))
  if (read.length > 0) ids.push(...(await runCommand(read, [], walk, { redirects: [], at: node.start })))
  return ids
}

/** `a=(x y)`: the elements, as far as each is known. Elements set one by one are not followed. */
async function walkArray(node: ShellNode, walk: Walk): Promise<void> {
  const name = node.children.find((child) => child.field === 'name')
  const value = node.children.find((child) => child.field === 'value')
  if (name?.type !== 'variable_name' || value?.type !== 'array') return
  const words: Word[] = []
  for (const child of value.children)
    if (child.type !== '(' && child.type !== ')') words.push(...(await readWords(child, readingOf(walk))))
  const elements = words.map(({ text, known, glob }) => ({ text, known, ...(glob && { glob }) }))
  const key = walk.frame.script.slice(name.start, name.end)
  const appends = node.children.some((child) => child.type === '+=')
  const before = appends ? (walk.scope.get(key)?.elements ?? []) : []
  const all = [...before, ...elements]
  walk.scope.set(key, {
    options: [all[0] ?? { text: '', known: true }],
    from: words.flatMap((word) => word.from),
    elements: all,
  })
}

/** A statement that sets a variable. */
export async function walkAssignment(node: ShellNode, walk: Walk): Promise<Ids> {
  const found = await readAssignment(node, readingOf(walk))
  if (!found) {
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
  const [value] = fresh
  if (!value || !telling.test(found.name)) return []
  // A variable that changes what later commands do is listed as if it had been exported.
  const words = ['export', `${found.name}=${value.text}`].map(plainWord)
  return runCommand(words, [{ name: found.name, value }], walk, { redirects: [], at: node.start })
}

/** Variables that make programs load or start something. */
const telling =
  /^(PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PROMPT_COMMAND|PAGER|EDITOR|VISUAL|GIT_\w+|SSH_ASKPASS|LESSOPEN|NODE_OPTIONS|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|RUBYOPT|HISTFILE)$/

/** `export`, `declare`, `local`, `unset`: a command of its own, and what it sets. */
export async function declare(node: ShellNode, walk: Walk): Promise<Ids> {
  const reading = readingOf(walk)
  const words: Word[] = []
  const assignments: { name: string; value: Word }[] = []
  for (const child of node.children) {
    const text = walk.frame.script.slice(child.start, child.end)
    if (child.type === 'variable_assignment') {
      const name = text.slice(0, text.indexOf('='))
      if (!telling.test(name)) await walkAssignment(child, walk)
      const [value] = (await readAssignment(child, reading))?.words ?? []
      if (value) assignments.push({ name, value })
      words.push(plainWord(text))
    } else {
      const [word] = expandWhole(await wordTokens(child, reading), walk.scope)
      words.push(word ?? plainWord(text))
    }
  }
  return runCommand(words, assignments, walk, { redirects: [], at: node.start })
}
