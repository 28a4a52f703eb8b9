import { expandWhole } from './expand-word'
import { plainWord, type Stdin, type Word } from './graph'
import { type Frame, type GraphBuilder, placeOf } from './graph-builder'
import { knownOutput } from './known-output'
import { readAssignment, readCommandParts, readRedirects, readWords, type Redirections } from './read-command'
import { runCommand } from './run-command'
import { unknownValue, type Option, type Scope, type Value } from './scope'
import type { ShellNode } from './shell-tree'
import { enterSubstitutions, wordTokens, type WordReading } from './word-tokens'

/** What walking needs besides the node: where its text stands, the shell's state, and where commands are collected. */
export interface Walk {
  readonly frame: Frame
  readonly scope: Scope
  readonly builder: GraphBuilder
}

type Ids = readonly number[]

const isWordLike = (node: ShellNode): boolean =>
  /^(word|string|raw_string|ansi_c_string|concatenation|simple_expansion|expansion|command_substitution|number)$/.test(
    node.type,
  )

/** Reads the words of a node in a walk; substitutions are entered as commands of their own. */
export function readingOf(walk: Walk): WordReading {
  const { frame, scope, builder } = walk
  return {
    script: frame.script,
    scope,
    substitute: async (node) => {
      const inner: Walk = {
        builder,
        scope: scope.fork(),
        frame: { ...frame, via: 'substitution', depth: frame.depth + 1 },
      }
      const from = await walkAll(node.children, inner)
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

/** Commands in backticks inside a heredoc are missed by the grammar: they are found and read here. */
async function enterBackticks(nodes: readonly ShellNode[], walk: Walk): Promise<void> {
  for (const node of nodes.filter((each) => each.type === 'heredoc_redirect')) {
    const start = node.children.find((child) => child.type === 'heredoc_start')
    const body = node.children.find((child) => child.type === 'heredoc_body')
    if (!start || !body || /["'\\]/.test(walk.frame.script.slice(start.start, start.end))) continue
    const text = walk.frame.script.slice(body.start, body.end)
    for (const [, script = ''] of text.matchAll(/(?<!\\)`((?:\\[\s\S]|[^`\\])*)`/g))
      await walkText(script, { ...walk, scope: walk.scope.fork() }, body.start)
  }
}

/** Parses and walks a text that stands inside another one (backticks of a heredoc). */
async function walkText(script: string, walk: Walk, offset: number): Promise<void> {
  const tree = await walk.builder.trees.tree(script)
  if (!tree || tree.broken) walk.builder.cannotRead('part of it could not be parsed', walk.frame.parent)
  if (tree)
    await walkNode(tree.root, {
      ...walk,
      frame: {
        ...walk.frame,
        script,
        line: placeOf(walk.frame, offset).line,
        via: 'substitution',
        depth: walk.frame.depth + 1,
      },
    })
}

/** Walks nodes one after the other; what they leave behind in the scope holds for the next. Returns all commands. */
export async function walkAll(nodes: readonly ShellNode[], walk: Walk): Promise<Ids> {
  const ids: number[] = []
  for (const [at, node] of nodes.entries()) {
    const background = nodes[at + 1]?.type === '&'
    const frame = background ? { ...walk.frame, background } : walk.frame
    ids.push(...(await walkNode(node, { ...walk, frame })))
  }
  return ids
}

/** A chain `a && b || c` as its parts, each with the operator before it. */
function chainOf(node: ShellNode): { operator: string; node: ShellNode }[] {
  const [left, operator, right] = node.children
  if (node.type !== 'list' || !left || !right) return [{ operator: '', node }]
  return [...chainOf(left), { operator: operator?.type ?? ';', node: right }]
}

/**
 * `a && b || c`: within the chain what stands before `&&` has run; after it, every part but the first may not have, so
 * that both states are possible. `cd x && make` is taken to stand in x.
 */
async function walkList(node: ShellNode, walk: Walk): Promise<Ids> {
  const ids: number[] = []
  let afterFirst: Scope | undefined
  for (const { operator, node: part } of chainOf(node)) {
    const scope = operator === '||' ? walk.scope.fork() : walk.scope
    ids.push(...(await walkNode(part, { ...walk, scope })))
    if (operator === '||') walk.scope.merge(scope)
    afterFirst ??= walk.scope.fork()
  }
  if (afterFirst) walk.scope.merge(afterFirst)
  return ids
}

async function walkPipeline(node: ShellNode, walk: Walk): Promise<Ids> {
  let stdin = walk.frame.stdin
  let ids: Ids = []
  const all: number[] = []
  for (const child of node.children) {
    if (/^\|&?$/.test(child.type)) {
      if (ids.length > 0) stdin = { kind: 'pipe', from: ids }
      continue
    }
    ids = await walkNode(child, { ...walk, scope: walk.scope.fork(), frame: { ...walk.frame, stdin } })
    all.push(...ids)
  }
  // A pipeline's own output is that of its last stage.
  return ids.length > 0 ? ids : all
}

/** Each part after the condition may or may not run: walked in a scope of its own, then merged. */
async function walkBranches(node: ShellNode, walk: Walk): Promise<Ids> {
  const ids: number[] = []
  const body: ShellNode[] = []
  for (const child of node.children) {
    if (child.field === 'condition') ids.push(...(await walkNode(child, walk)))
    else if (/^(elif_clause|else_clause|case_item)$/.test(child.type)) {
      const branch = walk.scope.fork()
      ids.push(...(await walkBranches(child, { ...walk, scope: branch })))
      walk.scope.merge(branch)
    } else if (child.field === 'value') await enterSubstitutions(child, readingOf(walk))
    else body.push(child)
  }
  const branch = walk.scope.fork()
  ids.push(...(await walkAll(body, { ...walk, scope: branch })))
  walk.scope.merge(branch)
  return ids
}

async function walkLoop(node: ShellNode, walk: Walk): Promise<Ids> {
  const inner: Walk = { ...walk, scope: walk.scope.fork(), frame: { ...walk.frame, looped: true } }
  const variable = node.children.find((child) => child.field === 'variable')
  if (node.type === 'for_statement' && variable) {
    const options: Option[] = []
    const from: number[] = []
    for (const child of node.children.filter((each) => each.field === 'value')) {
      for (const word of await readWords(child, readingOf(walk))) {
        options.push({ text: word.text, known: word.known, glob: word.glob })
        from.push(...word.from)
      }
    }
    const name = walk.frame.script.slice(variable.start, variable.end)
    const value: Value = options.length > 0 ? { options, from } : unknownValue(`$${name}`)
    inner.scope.set(name, value)
  }
  const ids: number[] = []
  for (const child of node.children) {
    if (child.field === 'value' || child.field === 'variable') continue
    const found = await walkNode(child, inner)
    ids.push(...found)
    const [only, ...more] = found
    const condition =
      child.field === 'condition' && more.length === 0 ? walk.builder.commands[only ?? -1] : undefined
    if (node.type === 'while_statement' && condition && /^(:|true)$/.test(condition.program))
      walk.builder.endless.push(condition.id)
  }
  walk.scope.merge(inner.scope)
  return ids
}

async function walkAssignment(node: ShellNode, walk: Walk): Promise<Ids> {
  const found = await readAssignment(node, readingOf(walk))
  if (!found) return []
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

/** A command with its redirections, which the grammar keeps outside; a heredoc may even hold the rest of the line. */
async function walkRedirected(node: ShellNode, walk: Walk): Promise<Ids> {
  const body = node.children.find((child) => child.field === 'body')
  const redirections = await readRedirects(node.children, readingOf(walk))
  await enterBackticks(node.children, walk)
  const first = walk.builder.commands.length
  const stdin = redirections.stdin ?? walk.frame.stdin
  const inner: Walk = { ...walk, frame: { ...walk.frame, stdin } }
  let ids: Ids
  if (!body || body.type === 'command') ids = await walkCommand(body ?? node, inner, redirections)
  else {
    ids = await walkNode(body, inner)
    // A compound's redirections are listed once, as a command without words.
    if (redirections.redirects.some((each) => each.mode !== 'duplicate'))
      ids = [...ids, ...(await runCommand([], [], inner, { ...redirections, at: node.start }))]
  }
  return walkHeredocRest(node, ids.length > 0 ? ids : [first], walk)
}

async function walkHeredocRest(node: ShellNode, ids: Ids, walk: Walk): Promise<Ids> {
  let all = ids
  for (const heredoc of node.children.filter((child) => child.type === 'heredoc_redirect'))
    for (const child of heredoc.children) {
      const stdin: Stdin = { kind: 'pipe', from: ids }
      if (child.type === 'pipeline') all = await walkNode(child, { ...walk, frame: { ...walk.frame, stdin } })
      else if (child.field === 'right') all = [...all, ...(await walkNode(child, walk))]
    }
  return all
}

async function walkCommand(node: ShellNode, walk: Walk, outer?: Redirections): Promise<Ids> {
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
async function walkError(node: ShellNode, walk: Walk): Promise<Ids> {
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

async function declare(node: ShellNode, walk: Walk): Promise<Ids> {
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

/** Walks one node of a script and gives the commands whose output is the node's output, in order. */
export async function walkNode(node: ShellNode, walk: Walk): Promise<Ids> {
  if (walk.builder.full || walk.frame.depth > 60) {
    walk.builder.cannotRead('it is too large or too deep to be read', walk.frame.parent)
    return []
  }
  switch (node.type) {
    case 'command':
      return walkCommand(node, walk)
    case 'redirected_statement':
      return walkRedirected(node, walk)
    case 'pipeline':
      return walkPipeline(node, walk)
    case 'list':
      return walkList(node, walk)
    case 'subshell':
      return walkAll(node.children, { ...walk, scope: walk.scope.fork() })
    case 'if_statement':
    case 'case_statement':
    case 'elif_clause':
    case 'else_clause':
    case 'case_item':
      return walkBranches(node, walk)
    case 'for_statement':
    case 'while_statement':
    case 'c_style_for_statement':
      return walkLoop(node, walk)
    case 'variable_assignment':
      return walkAssignment(node, walk)
    case 'declaration_command':
    case 'unset_command':
      return declare(node, walk)
    case 'function_definition': {
      const name = node.children.find((child) => child.field === 'name')
      const body = node.children.find((child) => child.field === 'body')
      const { script, document } = walk.frame
      if (!name || !body) return []
      walk.scope.functions.set(script.slice(name.start, name.end), { body, script, document })
      walk.builder.defined.push({ body, walk })
      return []
    }
    case 'test_command': {
      const from = await enterSubstitutions(node, readingOf(walk))
      const test = { text: 'test', known: true, head: 'test', glob: false, from }
      return runCommand([test], [], walk, { redirects: [], at: node.start })
    }
    case 'file_redirect': {
      // `$(<file)` prints the file.
      const { redirects } = await readRedirects([node], readingOf(walk))
      return runCommand([], [], walk, { redirects, at: node.start })
    }
    case 'command_substitution':
    case 'process_substitution':
      return (await readingOf(walk).substitute(node)).from
    case 'ERROR':
      return walkError(node, walk)
    default:
      return walkAll(node.children, walk)
  }
}

/** Reads a whole script in a frame: parses its text and walks it. What cannot be parsed is said, and a floor kept. */
export async function walkScript(walk: Walk): Promise<Ids> {
  const { builder, frame } = walk
  const { script } = frame
  // eslint-disable-next-line no-control-regex -- finding control characters is the point
  if (/[\0-\x08\x0e-\x1f\x7f]/.test(script)) builder.cannotRead('it holds control characters', frame.parent)
  let tree = await builder.trees.tree(script)
  let walked = walk
  if (!tree) {
    builder.cannotRead(
      `it is too long to be read whole (${script.length.toLocaleString('en-US')} characters)`,
      frame.parent,
    )
    const cut = script.slice(0, 16 * 1024)
    const short = cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '), 0) || cut.length)
    tree = await builder.trees.tree(short)
    walked = { ...walk, frame: { ...frame, script: short } }
  }
  if (!tree) return []
  if (tree.broken) {
    // The grammar takes a brace list at a command's start for a group: `{rm,-rf,x}`. Empty quotes make it a word.
    const { script: text } = walked.frame
    const quoted = text.replace(/(^|[;&|(\n]\s*)\{(?=[^\s{}]*,[^\s{}]*\})/g, '$1""{')
    const again = quoted === text ? undefined : await builder.trees.tree(quoted)
    if (again && !again.broken)
      return walkNode(again.root, { ...walked, frame: { ...walked.frame, script: quoted } })
    builder.cannotRead('part of it could not be parsed', frame.parent)
  }
  return walkNode(tree.root, walked)
}
