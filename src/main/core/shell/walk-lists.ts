import { plainWord, type Stdin, type Word } from './graph'
import { kindIn, type Frame } from './graph-builder'
import { readRedirects, type Redirections } from './read-command'
import { runCommand } from './run-command'
import { eitherFolder, type Scope } from './scope'
import type { ShellNode } from './shell-tree'
import type { Ids, Walk } from './walk'
import { walkCommand } from './walk-command'
import { enterBackticks } from './backticks'
import { readingOf } from './word-reading'

/** Redirections that stand around a node, as they are where they are made. */
type Outer = (walk: Walk) => Promise<Redirections>

/** A chain `a && b || c` as its parts, each with the operator before it. */
function chainOf(node: ShellNode): { operator: string; node: ShellNode }[] {
  const [left, operator, right] = node.children
  if (node.type !== 'list' || !left || !right) return [{ operator: '', node }]
  return [...chainOf(left), { operator: operator?.type ?? ';', node: right }]
}

/** A part after which nothing of the script, or of its loop, runs. */
const leaves = /^(exit|return|die|break|continue)\b/

/**
 * `a && b || c`: within the chain what stands before `&&` has run; after it, every part but the first may not have, so
 * that the state behind each is possible. `cd x && make` is taken to stand in x. `outer` belongs to the last part.
 */
export async function walkList(node: ShellNode, walk: Walk, outer?: Outer): Promise<Ids> {
  const ids: number[] = []
  /** The shell after each part: behind any of them the chain may end. */
  const ends: Scope[] = []
  let doubted: Scope['doubted']
  const parts = chainOf(node)
  /** Where each part so far began: the shell is there still where it failed. */
  let places: readonly string[] | undefined
  for (const { operator, node: part } of parts) {
    const scope = operator === '||' ? walk.scope.fork() : walk.scope
    // What follows `cd x &&` runs in x or not at all, what follows `cd x ||` where the shell was.
    if (operator === '||' && places)
      scope.cwd = walk.scope.doubted ? places : eitherFolder(walk.scope.cwd, places)
    const begun = scope.cwd
    const logged = scope.log.length
    places = places ? eitherFolder(places, begun) : begun
    const isCertain = walk.scope.doubted === undefined && doubted === undefined
    doubted = eitherDoubt(doubted, walk.scope.doubted)
    walk.scope.doubted = undefined
    const isLast = part === parts.at(-1)?.node
    const frame: Frame = { ...walk.frame, tested: !isLast || walk.frame.tested === true }
    ids.push(...(await walkWith(part, { ...walk, scope, frame }, isLast ? outer : undefined)))
    // Behind `! cd x &&` it is where it was.
    if (part.type === 'negated_command') {
      scope.cwd = eitherFolder(scope.cwd, begun)
      scope.doubted = undefined
    }
    if (operator === '||' && leaves.test(walk.frame.script.slice(part.start, part.end))) {
      doubted = undefined
      scope.cwd = walk.scope.cwd
    }
    // Where it goes nowhere, a `cd` before it counts as everywhere else.
    if (operator === '||' && isCertain && !scope.hasMoved(logged)) scope.cwd = walk.scope.cwd
    if (operator === '||') {
      doubted = eitherDoubt(doubted, scope.doubted)
      walk.scope.merge(scope)
    }
    ends.push(walk.scope.fork())
  }
  for (const end of ends.slice(0, -1)) walk.scope.mergeMaybe(end)
  walk.scope.doubted = eitherDoubt(doubted, walk.scope.doubted)
  return ids
}

const eitherDoubt = (one: Scope['doubted'], other: Scope['doubted']): Scope['doubted'] =>
  one && other ? eitherFolder(one, other) : (one ?? other)

/** The shell that reads a line, as it is called. */
const shellOf = ({ builder, frame }: Walk): string => builder.commands[frame.parent ?? -1]?.program ?? ''

/** Stages in scopes of their own, each reading what the one before prints. `outer` belongs to the last stage. */
export async function walkPipeline(node: ShellNode, walk: Walk, outer?: Outer): Promise<Ids> {
  let { stdin } = walk.frame
  let ids: Ids = []
  for (const child of node.children) {
    if (/^\|&?$/.test(child.type)) {
      if (ids.length > 0) stdin = { kind: 'pipe', from: ids }
      continue
    }
    const stage: Walk = { ...walk, scope: walk.scope.fork(), frame: { ...walk.frame, stdin } }
    const isLast = child === node.children.at(-1)
    ids = await walkWith(child, stage, isLast ? outer : undefined)
    if (isLast && (walk.scope.lastpipe || /^(zsh|ksh\d*)$/.test(shellOf(walk)))) {
      stage.scope.settleDoubt()
      walk.scope.merge(stage.scope)
    }
  }
  return ids
}

/** A node with the redirections that the grammar keeps around it: `a | b > f` is read as `(a | b) > f`. */
async function walkWith(node: ShellNode, walk: Walk, later: Outer | undefined): Promise<Ids> {
  if (!later) return walk.steps.node(node, walk)
  switch (node.type) {
    case 'pipeline':
      return walkPipeline(node, walk, later)
    case 'list':
      return walkList(node, walk, later)
    case 'negated_command': {
      const [command] = node.children.filter((child) => child.type !== '!')
      return command ? walkWith(command, walk, later) : []
    }
    default: {
      const outer = await later(walk)
      const inner: Walk = { ...walk, frame: { ...walk.frame, stdin: outer.stdin ?? walk.frame.stdin } }
      if (node.type === 'command') return walkCommand(node, inner, outer)
      const ids = await walk.steps.node(node, inner)
      // A compound's redirections are listed once, as a command without words.
      if (outer.redirects.every((each) => each.mode === 'duplicate')) return ids
      return [...ids, ...(await runCommand([], [], inner, { ...outer, at: node.start }))]
    }
  }
}

/** The grammar drops a lone `-` in front of a here-document (`make -f - <<X`): text that no node covers. */
function lostWords({ children }: ShellNode, { frame, builder }: Walk): readonly Word[] {
  const [body, next] = children
  if (body?.type !== 'command' || !next) return []
  const lost = frame.script.slice(body.end, next.start).replaceAll('\\\n', ' ').trim()
  if (lost !== '' && lost !== '-')
    builder.cannotRead('part of it could not be parsed', frame.parent, kindIn(frame))
  return lost === '' ? [] : lost.split(/\s+/).map(plainWord)
}

/** A statement with its redirections; a heredoc may even hold the rest of the line. */
export async function walkRedirected(node: ShellNode, walk: Walk): Promise<Ids> {
  const body = node.children.find((child) => child.field === 'body')
  // What stands before the last part of a list has run when its redirections are read.
  const outer: Outer = async (at) => {
    const read = await readRedirects(node.children, readingOf(at))
    await enterBackticks(node.children, at)
    return { ...read, rest: [...lostWords(node, at), ...read.rest] }
  }
  const ids = body ? await walkWith(body, walk, outer) : await walkCommand(node, walk, await outer(walk))
  return walkHeredocRest(node, ids, walk)
}

async function walkHeredocRest(node: ShellNode, ids: Ids, walk: Walk): Promise<Ids> {
  let all = ids
  for (const heredoc of node.children.filter((child) => child.type === 'heredoc_redirect'))
    for (const child of heredoc.children) {
      const stdin: Stdin = { kind: 'pipe', from: ids }
      if (child.type === 'pipeline')
        all = await walk.steps.node(child, { ...walk, frame: { ...walk.frame, stdin } })
      else if (child.field === 'right') all = [...all, ...(await walk.steps.node(child, walk))]
    }
  return all
}
