import { applyBuiltin } from './apply-builtin'
import { actsInShell } from './change-folder'
import { programName } from './shell-script'
import { namesTelling } from './nested/command-texts'
import { readersFor, programsLike } from './nested/readers'
import { asOptions, type How, type NestedCommand } from './nested/nested-command'
import { readCmd } from './windows/read-cmd'
import { readPowerShell } from './windows/read-powershell'
import { plainWord, type Redirect, type SimpleCommand, type Stdin, type Word } from './graph'
import { kindIn, maxDepth, placeOf, surroundings, type Frame } from './graph-builder'
import { knownInput } from './known-output'
import { normalise } from './paths'
import { printsSetUp } from './prints-numbers'
import type { Scope, ShellFunction } from './scope'
import { disturb, noteTrap } from './traps'
import type { Walk } from './walk'

/** A command's redirections and where its text stands. */
export interface Input {
  readonly redirects: readonly Redirect[]
  readonly stdin?: Stdin | undefined
  readonly at: number
  /** It is written there as a command, and not made of another one's words. */
  readonly written?: true
}

type Assignments = SimpleCommand['assignments']

function set(assignments: Assignments, walk: Walk, listed = false): void {
  for (const { name, value } of assignments)
    walk.scope.set(name, { options: [{ text: value.text, known: value.known }], from: value.from }, listed)
}

/** `env -u NAME`, `env -i`, `export -n NAME`: what a program is not given. */
function loseVariables(scope: Scope, loses: How['loses'] = []): void {
  const names = loses === 'all' ? [...scope.variables.keys()].filter((name) => !isKept.test(name)) : loses
  for (const name of [...names, ...scope.hidden]) scope.unset(name)
}

/** What a shell knows by itself, whatever it is given. */
const isKept = /^(HOME|PWD|IFS|0)$/

async function runOne(nested: NestedCommand, command: SimpleCommand, walk: Walk): Promise<readonly number[]> {
  const { builder } = walk
  if (nested.kind === 'unreadable') {
    builder.cannotRead(nested.reason, command.id, nested.ofFile ? 'file' : kindIn(walk.frame))
    return []
  }
  if (nested.kind === 'code') {
    builder.addDocument({ title: nested.title, text: nested.text, language: 'code', runBy: command.id })
    return []
  }
  const { how } = nested
  const isSame = nested.kind === 'script' ? nested.same === true : actsInShell(command)
  const scope = isSame ? walk.scope : walk.scope.fork()
  if (!isSame) {
    set(command.assignments, { ...walk, scope }, true)
    loseVariables(scope, how.loses)
  }
  if (how.cwd) scope.cwd = how.cwd
  const frame: Frame = {
    ...walk.frame,
    depth: walk.frame.depth + 1,
    parent: command.id,
    via: how.via,
    stdin: how.stdin ?? command.stdin,
    elevated: how.elevated ?? command.elevated,
    host: how.host ?? command.host,
    looped: how.looped ?? command.looped,
    ...(nested.kind === 'script' && nested.ofFile ? { ofFile: true } : {}),
  }
  const inner: Walk = { ...walk, scope, frame }
  const given = [...(isSame ? command.assignments : []), ...(how.assignments ?? [])]
  // `time D=x` sets D as `D=x` does.
  const stays = isSame && nested.kind === 'command' && nested.words.length === 0
  const ids = await during(stays ? [] : given, inner, isSame, () =>
    nested.kind === 'command'
      ? runCommand(nested.words, how.assignments ?? [], inner, { redirects: [], at: 0 })
      : runScript(nested, command, inner),
  )
  if (command.program === 'trap' && nested.kind === 'script') {
    noteTrap(command, walk)
    disturb(command, walk.scope, scope)
  }
  return ids
}

/**
 * Sets variables for as long as something runs. In the same shell they then have what stood there before, or what they were given: bash
 * and other shells differ in that.
 */
async function during<T>(given: Assignments, walk: Walk, isSame: boolean, run: () => Promise<T>): Promise<T> {
  const { scope } = walk
  const before = isSame ? given.map(({ name }) => [name, scope.get(name)] as const) : []
  set(given, walk, true)
  const found = await run()
  for (const [name, value] of before) scope.restore(name, value)
  return found
}

/** The positional parameters of a file that is read in the same shell are its own only where it is given some. */
function withPositional({ positional, same }: ScriptCall, scope: Scope): () => void {
  const before = scope.positional
  if (!positional || (same && positional.length === 0)) return () => undefined
  scope.positional = positional
  return () => {
    if (same) scope.positional = before
  }
}

type ScriptCall = Extract<NestedCommand, { kind: 'script' }>

/** Reads text that a command hands to a shell; `inner` is where it is read. */
async function runScript(
  nested: ScriptCall,
  command: SimpleCommand,
  inner: Walk,
): Promise<readonly number[]> {
  const { builder, scope, frame } = inner
  const { how, text } = nested
  const from = [...new Set([...(how.executes ?? []), ...text.from])]
  if (from.length > 0) builder.executes.set(command.id, { from, seen: text.known })
  if (!text.known)
    builder.cannotRead('it runs text that is only known at run time', command.id, kindOf(from, inner))
  const leave = withPositional(nested, scope)
  // A shell that starts says in `PWD` where it is, whatever it was given.
  if (nested.same !== true) scope.cwd = [...scope.cwd]
  if (nested.zero)
    scope.set('0', { options: nested.zero, from: nested.zero.flatMap(({ from = [] }) => from) })
  // `bash -lc TEXT` is the command itself; a script file is something that it runs.
  const isRoot = command.parent === undefined && command.id === 0 && text.text === builder.documents[0]?.text
  const document = isRoot
    ? 0
    : text.text === ''
      ? undefined
      : builder.addDocument({
          title: nested.title,
          text: text.text,
          language: 'shell',
          runBy: command.id,
          ...(nested.ofFile && { ofFile: true }),
        })
  const below: Walk = {
    ...inner,
    frame: { ...frame, script: text.text, document: document ?? frame.document, line: 1 },
  }
  switch (nested.shell) {
    case 'posix': {
      const ids = await inner.steps.script(below)
      leave()
      return ids
    }
    case 'powershell':
      return readPowerShell(text.text, below)
    case 'cmd':
      return readCmd(text.text, below)
  }
}

/** Each function that the name may stand for is called in the shell as it is now. */
async function callFunction(command: SimpleCommand, walk: Walk): Promise<readonly number[]> {
  const found = walk.scope.functions.get(command.words[0]?.text ?? '') ?? []
  const calls = found.map((called) => ({ called, scope: walk.scope.fork() }))
  const ids: number[] = []
  for (const { called, scope } of calls) ids.push(...(await callIn(scope, called, command, walk)))
  return ids
}

async function callIn(
  scope: Scope,
  { body, script, document }: ShellFunction,
  { words: [name, ...args], assignments }: SimpleCommand,
  walk: Walk,
): Promise<readonly number[]> {
  const { builder } = walk
  builder.called.add(body)
  // Another function of the same name, which the first one makes, is another one.
  const running = `${name?.text ?? ''} ${String(document)} ${String(body.start)}`
  if (builder.active.has(running)) {
    builder.recursive.add(name?.text ?? '')
    return []
  }
  builder.active.add(running)
  scope.locals = new Set()
  scope.positional = asOptions(args)
  set(assignments, { ...walk, scope }, true)
  const returns: Scope[] = []
  const depth = walk.frame.depth + 1
  const frame: Frame = { ...walk.frame, returns, via: 'function', script, document, depth }
  const ids = await walk.steps.node(body, { ...walk, scope, frame })
  builder.active.delete(running)
  for (const left of returns) scope.merge(left)
  walk.scope.mergeCall(scope)
  return ids
}

/** `command f`, `env f`: a program starts programs, and no functions. */
const passesFunctions = ({ frame, builder }: Walk): boolean =>
  frame.via === 'wrapper' && !/^(time|coproc)$/.test(builder.commands[frame.parent ?? -1]?.program ?? '')

/** See SimpleCommand. What a name stands for behind `command` is not told apart. */
const isRenamed = (name: string, assignments: Assignments, scope: Walk['scope']): boolean =>
  scope.functions.has(name) ||
  scope.aliases.has(name) ||
  scope.get('PATH') !== undefined ||
  assignments.some((each) => each.name === 'PATH')

/** Text that known tools print to set a shell up is theirs, and not the command's. */
const kindOf = (from: readonly number[], { builder, frame }: Walk): 'part' | 'file' =>
  from.length > 0 && from.every((id) => printsSetUp(id, builder.commands)) ? 'file' : kindIn(frame)

/** What an alias stands for, as the command that it makes of this one. */
async function callAlias(
  { id, words: [first, ...args], assignments, stdin }: SimpleCommand,
  walk: Walk,
): Promise<number[]> {
  const { builder, frame, scope } = walk
  const meant = scope.aliases.get(first?.text ?? '')
  const key = `alias ${first?.text ?? ''}`
  if (meant === undefined || builder.active.has(key)) return []
  builder.active.add(key)
  const words = [...meant.trim().split(/\s+/).map(plainWord), ...args]
  const inner: Frame = { ...frame, parent: id, via: 'function', stdin, depth: frame.depth + 1 }
  const ids = await runCommand(words, assignments, { ...walk, frame: inner }, { redirects: [], at: 0 })
  builder.active.delete(key)
  return [...ids]
}

/**
 * Takes one simple command into the graph, applies what it does to the shell's state, and runs through what it would run in
 * turn: functions, wrappers, shells, scripts. Returns the commands whose output is its output.
 */
export async function runCommand(
  words: readonly Word[],
  assignments: Assignments,
  walk: Walk,
  input: Input,
): Promise<readonly number[]> {
  const { builder, frame, scope } = walk
  const real = words.filter((word, at) => at > 0 || word.text !== '')
  if (real.length === 0 && input.redirects.length === 0) {
    set(assignments, walk)
    return []
  }
  const [first] = real
  const isPath = first?.known === true && first.text.includes('/')
  const program = first?.known === true ? programName(isPath ? normalise(first.text) : first.text) : ''
  const command = builder.add({
    ...surroundings(frame, scope),
    parent: frame.parent,
    via: frame.via,
    shell: 'posix',
    program,
    ...(isRenamed(first?.text ?? '', assignments, scope) && { renamed: true }),
    words: real,
    assignments,
    ...(scope.exported.size > 0 && { exported: scope.environment() }),
    redirects: input.redirects,
    stdin: input.stdin ?? frame.stdin,
    place: { ...placeOf(frame, input.at), ...(input.written && { at: input.at }) },
  })
  if (!command) return []
  return [command.id, ...(await runNested(command, walk))]
}

/** Takes what a command of the graph would run in turn, and applies what it does to the shell's state. */
export async function runNested(command: SimpleCommand, walk: Walk): Promise<readonly number[]> {
  const { builder, frame, scope } = walk
  const [first, ...args] = command.words
  if (!first) return []
  if (!first.known) {
    builder.cannotRead('which program runs is only known at run time', command.id, kindOf(first.from, walk))
    if (first.from.length > 0) builder.executes.set(command.id, { from: first.from, seen: false })
    // `r${x}m`: a variable that nothing sets is nothing.
    const left = first.text.replace(/\$(?:\{[^}]*\}|[A-Za-z_]\w*|[@*])/g, '')
    if (left === first.text || !namesTelling(left) || frame.depth >= maxDepth) return []
    return runCommand(
      [plainWord(left), ...args],
      command.assignments,
      { ...walk, frame: { ...frame, parent: command.id, depth: frame.depth + 1, stdin: command.stdin } },
      { redirects: command.redirects, at: 0 },
    )
  }
  if (frame.depth >= maxDepth + 2) {
    builder.cannotRead('it is nested too deeply', command.id, 'limit')
    return []
  }
  // `[` by itself is no pattern.
  if (first.glob && first.text !== '[') {
    builder.cannotRead('which program runs is only known at run time', command.id, kindIn(frame))
    const parent = { ...frame, parent: command.id, depth: frame.depth + 1 }
    const ids: number[] = []
    for (const name of programsLike(first.text))
      ids.push(
        ...(await runCommand(
          [plainWord(name), ...args],
          command.assignments,
          { ...walk, frame: { ...parent, stdin: command.stdin } },
          { redirects: command.redirects, at: 0 },
        )),
      )
    return ids
  }
  if (scope.functions.has(first.text) && !passesFunctions(walk)) return callFunction(command, walk)
  const ids: number[] = await callAlias(command, walk)
  const input = knownInput(command, builder.commands)
  const elsewhere = new Set<Word>()
  for (const reader of readersFor(command, builder.own)) {
    const found = await reader({
      command,
      args,
      scope,
      redirects: command.redirects,
      input,
      all: builder.commands,
      elsewhere,
      read: builder.readSource,
    })
    for (const each of found)
      if ('how' in each && each.how.host !== undefined)
        for (const word of each.words ?? []) elsewhere.add(word)
    for (const each of found) ids.push(...(await runOne(each, command, walk)))
  }
  await applyBuiltin(command, walk)
  return ids
}
