import { readWords } from './read-command'
import { eitherFolder, unknownValue, type Scope } from './scope'
import type { Option, Value } from './value'
import type { ShellNode } from './shell-tree'
import type { Ids, Walk } from './walk'
import { walkEvaluated } from './walk-evaluated'
import { readingOf } from './word-reading'
import { enterSubstitutions, expressionText } from './word-tokens'

/** Each part after the condition may or may not run: walked in a scope of its own, then merged. */
export async function walkBranches(node: ShellNode, walk: Walk): Promise<Ids> {
  const ids: number[] = []
  const body: ShellNode[] = []
  const before = walk.scope.fork()
  let negated = false
  for (const child of node.children) {
    if (child.field === 'condition') {
      negated ||= child.type === 'negated_command'
      ids.push(...(await walk.steps.node(child, { ...walk, frame: { ...walk.frame, tested: true } })))
    } else if (child.type === 'elif_clause' || child.type === 'else_clause')
      ids.push(...(await walkOther(child, walk, before.cwd)))
    else if (child.type === 'case_item') {
      const branch = walk.scope.fork()
      ids.push(...(await walkBranches(child, { ...walk, scope: branch })))
      walk.scope.merge(branch)
    } else if (child.field === 'value') await enterSubstitutions(child, readingOf(walk))
    else body.push(child)
  }
  const branch = walk.scope.fork()
  if (negated) branch.cwd = eitherFolder(branch.cwd, walk.scope.doubted ?? branch.cwd)
  ids.push(...(await walk.steps.all(body, { ...walk, scope: branch })))
  const isAlone = node.type === 'if_statement' && !node.children.some(({ type }) => type === 'else_clause')
  if (isAlone) walk.scope.mergeMaybe(branch)
  else walk.scope.merge(branch)
  return ids
}

/** What runs where a condition does not hold: a `cd` in it may have failed. */
async function walkOther(node: ShellNode, walk: Walk, before: readonly string[]): Promise<Ids> {
  const { scope } = walk
  const branch = scope.fork()
  const start = eitherFolder(scope.cwd, before)
  branch.cwd = start
  const logged = scope.log.length
  const ids = await walkBranches(node, { ...walk, scope: branch })
  // Where it goes nowhere, the `cd` counts as everywhere else.
  if (!scope.hasMoved(logged)) branch.cwd = scope.cwd
  scope.merge(branch)
  return ids
}

/** A loop: what its later runs find is found out first, so that its body is read with all that is possible. */
export async function walkLoop(node: ShellNode, walk: Walk): Promise<Ids> {
  const { scope, frame } = walk
  if (frame.trial !== true) {
    await findLater(node, walk)
    return walkOnce(node, walk)
  }
  const before = scope.fork()
  const logged = scope.log.length
  const ids = await walkOnce(node, walk)
  scope.loseWhatChanges(before, scope, scope.log.slice(logged))
  return ids
}

/** Puts into the scope what a loop leaves behind for its own next run, and for the one after it. */
async function findLater(node: ShellNode, walk: Walk): Promise<void> {
  const { scope, builder } = walk
  const tryOut = async (): Promise<Scope | undefined> => {
    const trial: Walk = { ...walk, scope: scope.fork(), frame: { ...walk.frame, trial: true } }
    if (await builder.tryOut(() => walkOnce(node, trial))) return trial.scope
    builder.cannotRead('it is too large or too deep to be read', walk.frame.parent, 'limit')
    return undefined
  }
  const pending = scope.assigned.length
  const later = await tryOut()
  if (later && scope.mergeLater(later)) {
    const logged = scope.log.length
    const last = await tryOut()
    if (last) scope.loseWhatChanges(scope, last, scope.log.slice(logged))
  }
  scope.assigned.splice(pending)
}

/** A loop's body, walked once: its variable has every value that the loop goes through. */
async function walkOnce(node: ShellNode, walk: Walk): Promise<Ids> {
  const rounds: Scope[] = []
  const inner: Walk = { ...walk, scope: walk.scope.fork(), frame: { ...walk.frame, looped: true, rounds } }
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
    // `for x; do` goes through the parameters.
    if (!node.children.some((child) => child.type === 'in')) {
      options.push(...(walk.scope.positional ?? []))
      from.push(...options.flatMap((option) => option.from ?? []))
    }
    const name = walk.frame.script.slice(variable.start, variable.end)
    const value: Value = options.length > 0 ? { options, from } : unknownValue(`$${name}`)
    inner.scope.set(name, value)
  }
  const ids: number[] = []
  for (const child of node.children) {
    if (child.field === 'value' || child.field === 'variable') continue
    const tested = child.field === 'condition' || walk.frame.tested === true
    const found = await walk.steps.node(child, { ...inner, frame: { ...inner.frame, tested } })
    ids.push(...found)
    if (node.type === 'c_style_for_statement' && /^(initializer|condition|update)$/.test(child.field ?? ''))
      await walkEvaluated(expressionText(child, walk.frame.script, found), inner, child.start)
    const [only, ...more] = found
    const condition =
      child.field === 'condition' && more.length === 0 ? walk.builder.commands[only ?? -1] : undefined
    if (node.type === 'while_statement' && condition && /^(:|true)$/.test(condition.program))
      walk.builder.endless.push(condition.id)
  }
  for (const left of rounds) inner.scope.merge(left)
  if (node.type === 'for_statement') walk.scope.merge(inner.scope)
  else walk.scope.mergeMaybe(inner.scope)
  return ids
}
