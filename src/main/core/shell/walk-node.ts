import { asZsh, readsAsZsh, setsTables } from './as-zsh'
import { kindIn, type Frame, type GraphBuilder } from './graph-builder'
import { asPlainShell, quotesInBraces, readsPlainly } from './other-shells'
import { readRedirects } from './read-command'
import { besideBroken, respelled, whenBroken, withoutReturns } from './respelled'
import { runNested, runCommand } from './run-command'
import type { ShellNode, ShellTree } from './shell-tree'
import type { Ids, Steps, Walk } from './walk'
import { walkBranches, walkLoop } from './walk-branches'
import { declare, walkAssignment, walkCommand, walkError } from './walk-command'
import { listAssigned, walkEvaluated, walkTest } from './walk-evaluated'
import { walkList, walkPipeline, walkRedirected } from './walk-lists'
import { readingOf } from './word-reading'
import { expressionText } from './word-tokens'

/** Walks nodes one after the other; what they leave behind in the scope holds for the next. Returns all commands. */
export async function walkAll(nodes: readonly ShellNode[], walk: Walk): Promise<Ids> {
  const ids: number[] = []
  for (const [at, node] of nodes.entries()) {
    const background = nodes[at + 1]?.type === '&'
    const frame = background ? { ...walk.frame, background } : walk.frame
    // What runs in the background is a shell of its own.
    const scope = background ? walk.scope.fork() : walk.scope
    ids.push(...(await walkNode(node, { ...walk, frame, scope })))
    await listAssigned(walk, node.start)
    walk.scope.settleDoubt()
  }
  return ids
}

/** Walks one node of a script and gives the commands whose output is the node's output, in order. */
export async function walkNode(node: ShellNode, walk: Walk): Promise<Ids> {
  if (walk.builder.full || walk.frame.depth > 60) {
    walk.builder.cannotRead('it is too large or too deep to be read', walk.frame.parent, 'limit')
    return []
  }
  walk.builder.entered.add(node)
  // The root of a tree, wherever its text stood.
  if (node.type === 'program' || node.type === 'ERROR') walk.builder.walked.push({ root: node, walk })
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
      const redirects = node.children.filter((child) => child.field === 'redirect')
      // Its redirections hold whenever it is called.
      const whole: ShellNode =
        redirects.length === 0
          ? body
          : { ...body, type: 'redirected_statement', end: node.end, children: [body, ...redirects] }
      walk.scope.functions.set(script.slice(name.start, name.end), [{ body: whole, script, document }])
      walk.builder.defined.push({ body: whole, walk })
      return []
    }
    case 'compound_statement': {
      const from = await walkAll(node.children, walk)
      if (node.children[0]?.type === '((')
        await walkEvaluated(expressionText(node, walk.frame.script, from), walk, node.start)
      return from
    }
    case 'test_command': {
      const from = await walkTest(node, walk)
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

/** Reads a whole script in a frame: as bash does, and as the shell does that it is for where that may be none of bash's kind. */
export async function walkScript(walk: Walk): Promise<Ids> {
  const { builder, frame } = walk
  const scope = walk.scope.fork()
  const ids = await walkAsBash(walk)
  const { script, parent } = frame
  const shell = builder.commands[parent ?? -1]
  const [plain, zsh] = [readsPlainly(shell, script), readsAsZsh(shell, script)]
  if (!plain && !zsh) return ids
  const lost = (): void => builder.cannotRead('part of it could not be parsed', parent, kindIn(frame))
  const tree = zsh || script.includes('${') ? await builder.trees.tree(script) : undefined
  if ((tree && quotesInBraces(tree.root, script)) || (zsh && setsTables(script))) lost()
  const others = [...(plain ? [asPlainShell(script)] : []), ...(zsh ? [asZsh(script)] : [])]
  for (const other of others.filter((each) => each !== script)) {
    const read = await readBy(other, builder)
    if (read.tree?.broken && (plain || !tree?.broken)) lost()
    const beside: Walk = { builder, steps, scope: scope.fork(), frame: { ...frame, script: read.script } }
    if (read.tree) await walkNode(read.tree.root, beside)
  }
  return ids
}

/** A script's tree, by the first spelling that parses where it does not itself. */
async function readBy(
  script: string,
  { trees }: GraphBuilder,
): Promise<{ readonly script: string; readonly tree: ShellTree | undefined }> {
  const tree = await trees.tree(script)
  if (!tree?.broken) return { script, tree }
  for (const other of whenBroken(script)) {
    const again = await trees.tree(other)
    if (again && !again.broken) return { script: other, tree: again }
  }
  return { script, tree }
}

/** Parses a script's text and walks it. What cannot be parsed is said, and a floor kept. */
async function walkAsBash(walk: Walk): Promise<Ids> {
  const { builder } = walk
  const frame = { ...walk.frame, script: respelled(walk.frame.script) }
  const { script } = frame
  if (/[\0-\x08\x0e-\x1f\x7f]/.test(script))
    builder.cannotRead('it holds control characters', frame.parent, kindIn(frame))
  let tree = await builder.trees.tree(script)
  let walked: Walk = { ...walk, frame }
  if (!tree) {
    builder.cannotRead(
      `it is too long or too deeply nested to be read whole (${script.length.toLocaleString('en-US')} characters)`,
      frame.parent,
      'limit',
    )
    const cut = script.slice(0, 16 * 1024)
    const short = cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '), 0) || cut.length)
    tree = await builder.trees.tree(short)
    walked = { ...walk, frame: { ...frame, script: short } }
  }
  if (!tree) return []
  if (tree.broken) {
    const { script: text } = walked.frame
    const again = await readBy(text, builder)
    if (again.tree?.broken === false)
      return walkNode(again.tree.root, { ...walked, frame: { ...walked.frame, script: again.script } })
    builder.cannotRead('part of it could not be parsed', frame.parent, kindIn(frame))
    for (const beside of besideBroken(text)) await walkBeside(beside, walked)
    return walkNode(tree.root, walked)
  }
  const scope = walked.scope.fork()
  const ids = await walkNode(tree.root, walked)
  for (const beside of withoutReturns(walked.frame.script)) await walkBeside(beside, { ...walked, scope })
  return ids
}

/** Reads a script in another spelling, and takes nothing of it for certain. */
async function walkBeside(script: string, walk: Walk): Promise<void> {
  const tree = await walk.builder.trees.tree(script)
  if (tree) await walkNode(tree.root, { ...walk, frame: { ...walk.frame, script }, scope: walk.scope.fork() })
}

/** What runs or writes something, wherever it stands. */
const runs = new Set(['command', 'file_redirect', 'command_substitution', 'process_substitution'])

/**
 * Reads what of all scripts nobody came to, in a place where the grammar has it and no reader looks: it is not known when it runs, nor
 * that it does, and never that it does not.
 */
export async function walkLeft(builder: GraphBuilder): Promise<void> {
  const isLeft = (node: ShellNode): boolean => runs.has(node.type) && !builder.entered.has(node)
  const left = (node: ShellNode): readonly ShellNode[] =>
    isLeft(node) ? [node, ...node.children.flatMap(left)] : node.children.flatMap(left)
  for (const { root, walk } of builder.walked) {
    const frame: Frame = { ...walk.frame, via: 'deferred' }
    const scope = walk.scope.fork()
    for (const node of left(root))
      if (!builder.full && isLeft(node)) {
        builder.cannotRead('part of it could not be parsed', frame.parent, kindIn(frame))
        await walkNode(node, { builder, steps, frame, scope })
      }
  }
}

/** The parts of the reading, put together. */
export const steps: Steps = {
  node: walkNode,
  all: walkAll,
  script: walkScript,
  evaluated: walkEvaluated,
  nested: runNested,
}
