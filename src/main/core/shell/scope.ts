import type { Assignment } from './graph'
import type { ShellNode } from './shell-tree'
import { isTelling } from './telling'
import { distinct, fewOf, maxOptions, type Option, type Value } from './value'

/** A function of the script: its body, and the text that the body's offsets refer to. */
export interface ShellFunction {
  readonly body: ShellNode
  readonly script: string
  readonly document: number
}

const isSame = (one: ShellFunction, other: ShellFunction): boolean =>
  one.document === other.document && one.body.start === other.body.start && one.script === other.script

/** What a shell finds exported by whoever started it: programs see whatever it sets there. */
const exportedByAll = new Set(
  'PATH HOME SHELL USER TMPDIR EDITOR VISUAL PAGER BROWSER MANPATH LANG'.split(' '),
)

/** The value of plain known text. */
export function knownValue(text: string): Value {
  return { options: [{ text, known: true }], from: [] }
}

/** A value of which nothing is known but how it is written. */
export function unknownValue(source: string, from: readonly number[] = []): Value {
  return { options: [{ text: source, known: false }], from }
}

/** What arithmetic sets: `x=1`, `x+=1`, `x++`, `--x`. */
const setInNumbers = /([A-Za-z_]\w*)\s*(?:(?:<<|>>|[-+*/%&|^])?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g

/** The elements of two values of which either is possible. */
export function mixedElements(one: Value, other: Value): Pick<Value, 'elements' | 'mixed'> {
  if (!one.elements && !other.elements) return {}
  const all = [one, other].flatMap((each) => each.elements ?? each.options)
  const elements = distinct(all)
  return { elements: elements.length > maxOptions ? [{ text: '$…', known: false }] : elements, mixed: true }
}

function either(one: Value, other: Value): Value {
  const below = one.below ?? other.below
  return {
    options: fewOf([...one.options, ...other.options]),
    from: [...new Set([...one.from, ...other.from])],
    ...mixedElements(one, other),
    ...(below ? { below } : {}),
  }
}

/** Whether everything that the one may be the other may be. */
function holds(value: Value | undefined, other: Value): boolean {
  const within = (all: readonly Option[] = [], some: readonly Option[] = []) =>
    some.every((each) => all.some(({ text }) => text === each.text))
  return value !== undefined && within(value.options, other.options) && within(value.elements, other.elements)
}

/** Whether a shell that may be in the one is in one of the others; in none that is known, it is in any. */
const isAmong = (one: readonly string[], other: readonly string[]): boolean =>
  other.length === 0 || (one.length > 0 && one.every((folder) => other.includes(folder)))

/** More folders than these are as good as any. */
const few = (folders: readonly string[]): readonly string[] => (folders.length > 8 ? [] : folders)

/** The folders of two states of which either is possible; none where one of them is not known. */
export const eitherFolder = (one: readonly string[], other: readonly string[]): readonly string[] =>
  one.length === 0 || other.length === 0 ? [] : few([...new Set([...one, ...other])])

/** An assignment that is to be listed as a command of its own: what is assigned runs, or may. */
export interface Assigned {
  readonly name: string
  readonly value: Value
}

/** The shell's state at one point of a script, as far as it can be followed. Forked for subshells and branches. */
export class Scope {
  /** Those that a name may stand for. */
  readonly functions: Map<string, readonly ShellFunction[]>
  /** The variables that the function that runs has for itself; undefined where none runs. One set for all forks. */
  locals: Set<string> | undefined
  readonly variables: Map<string, Value>
  /** What `unset` took away here, which whoever takes this in may still have. */
  readonly #unset = new Set<string>()
  #cwd: readonly string[]
  /** Where the shell still is should its last `cd` have failed, which it may have; undefined when it is taken to have worked. */
  doubted: readonly string[] | undefined
  /** What `pushd` has laid down, the last first; undefined when that is not known. */
  stack: readonly (readonly string[])[] | undefined
  positional: readonly Option[] | undefined
  /** `set -e` is in force: a command that fails ends the script. */
  errexit: boolean
  /** Variables whose text counts as arithmetic whenever it is set, and those whose subscripts are words and no arithmetic. */
  readonly numbers: Set<string>
  readonly maps: Set<string>
  /** Names that `alias` gave to the beginning of a command. */
  readonly aliases: Map<string, string>
  /** Names that stand for other variables (`declare -n`). */
  readonly references: Map<string, string>
  /** Variables that programs are given; with `set -a` all that are set. */
  readonly exported: Set<string>
  exportsAll: boolean
  /** Variables that programs are not given any more (`export -n`). */
  readonly hidden: Set<string>
  /** Variables that keep their value, or say that they do: what is set later may not count. */
  readonly fixed: Set<string>
  /** Variables that a trap sets at times that are not known. */
  readonly restless: Set<string>
  /** A trap changes folders at times that are not known: from then on nobody knows where the shell is. */
  lost: boolean
  /** `shopt -s lastpipe`: the last part of a pipe is the shell itself. */
  lastpipe: boolean
  /** What was assigned since somebody last looked, and is to be listed; one list for all forks. */
  readonly assigned: Assigned[]
  /** Every variable that was set, in order; one list for all forks. */
  readonly log: Assigned[]

  constructor(from: {
    variables: ReadonlyMap<string, Value>
    functions: ReadonlyMap<string, readonly ShellFunction[]>
    locals?: Set<string> | undefined
    cwd: readonly string[]
    stack: readonly (readonly string[])[] | undefined
    positional: readonly Option[] | undefined
    errexit?: boolean
    numbers?: ReadonlySet<string>
    maps?: ReadonlySet<string>
    references?: ReadonlyMap<string, string>
    aliases?: ReadonlyMap<string, string>
    exported?: ReadonlySet<string>
    exportsAll?: boolean
    hidden?: ReadonlySet<string>
    fixed?: ReadonlySet<string>
    restless?: ReadonlySet<string>
    lost?: boolean
    lastpipe?: boolean
    assigned?: Assigned[]
    log?: Assigned[]
  }) {
    this.variables = new Map(from.variables)
    this.functions = new Map(from.functions)
    this.locals = from.locals
    this.#cwd = from.cwd
    this.stack = from.stack
    this.positional = from.positional
    this.errexit = from.errexit ?? false
    this.numbers = new Set(from.numbers ?? ['RANDOM', 'SRANDOM', 'OPTIND', 'HISTCMD', 'SECONDS'])
    this.maps = new Set(from.maps)
    this.references = new Map(from.references)
    this.aliases = new Map(from.aliases)
    this.exported = new Set(from.exported)
    this.exportsAll = from.exportsAll ?? false
    this.hidden = new Set(from.hidden)
    this.fixed = new Set(from.fixed)
    this.restless = new Set(from.restless)
    this.lost = from.lost ?? false
    this.lastpipe = from.lastpipe ?? false
    this.assigned = from.assigned ?? []
    this.log = from.log ?? []
  }

  get cwd(): readonly string[] {
    return this.#cwd
  }

  /** A shell says in `PWD` where it is, whatever stood there before. */
  set cwd(found: readonly string[]) {
    const folders = this.lost ? [] : found
    this.#cwd = folders
    const options = folders.map((text): Option => ({ text, known: true }))
    const value = options.length > 0 ? { options, from: [] } : unknownValue('$PWD')
    this.variables.set('PWD', value)
    this.log.push({ name: 'PWD', value })
  }

  /** Whether it, or a shell in it, has gone anywhere since so many variables had been set. */
  hasMoved(logged: number): boolean {
    return this.log.slice(logged).some(({ name }) => name === 'PWD')
  }

  fork(): Scope {
    return new Scope(this)
  }

  get(name: string): Value | undefined {
    return this.variables.get(this.references.get(name) ?? name)
  }

  /** Sets a variable, of an array that is given a single value its first element. `listed`: the command that sets it is in the graph, with its assignments. */
  set(name: string, given: Value, listed = false): void {
    const target = this.references.get(name) ?? name
    const own = this.variables.get(target)
    const value = own?.elements && !given.elements ? { ...given, ...mixedElements(given, own) } : given
    this.log.push({ name: target, value })
    const kept = this.fixed.has(target) && own ? either(own, value) : value
    this.variables.set(target, this.restless.has(target) ? either(kept, unknownValue(`$${target}`)) : kept)
    // By these tables the shell finds programs as it does by PATH.
    if (/^BASH_(CMDS|ALIASES)$/.test(target)) {
      this.set('PATH', unknownValue('$…'), true)
      // It is there for whatever is started afterwards, as what is exported is.
      this.exported.add(target)
    }
    if (this.exportsAll || exportedByAll.has(target)) this.exported.add(target)
    if (!listed && isTelling(target, value, this.numbers.has(target)))
      this.assigned.push({ name: target, value })
  }

  /** What programs are given, each variable in every way that it may stand. */
  environment(): readonly Assignment[] {
    return [...this.exported].flatMap((name) =>
      (this.get(name)?.options ?? []).map(({ text, known }) => ({
        name,
        value: { text, known, head: known ? text : '', glob: false, from: this.get(name)?.from ?? [] },
      })),
    )
  }

  /** What a variable holds once what it was given for one command is over. */
  restore(name: string, before: Value | undefined): void {
    const now = this.get(name)
    if (before === now) return
    const old = before ?? unknownValue(`$${name}`)
    this.variables.set(this.references.get(name) ?? name, now ? either(old, now) : old)
  }

  unset(name: string): void {
    if (this.fixed.has(name)) return
    const array = /^([A-Za-z_]\w*)\[/.exec(name)?.[1] ?? ''
    const own = this.get(array)
    if (own?.elements) {
      // Which of the elements is the first is not known any more.
      const options = fewOf([...unknownValue(`$${array}`).options, ...own.options, ...own.elements])
      this.set(array, { ...own, options, mixed: true })
    }
    this.#unset.add(name)
    this.exported.delete(name)
    this.variables.delete(name)
    this.references.delete(name)
  }

  /** What `declare` says of a variable by its options, before it sets it. */
  describe(name: string, options: readonly string[]): void {
    const says = (letter: string): boolean =>
      options.some((option) => /^-[a-zA-Z]+$/.test(option) && option.includes(letter))
    if (says('i')) this.numbers.add(name)
    // What it is given is reckoned, or put in other letters.
    if (['i', 'l', 'u', 'c'].some(says))
      for (const each of [name, this.references.get(name)]) if (each !== undefined) this.restless.add(each)
    if (says('A')) this.maps.add(name)
    if (says('n')) this.references.delete(name)
  }

  /** `declare -n name=other`: from now on the one stands for the other. */
  refer(
    name: string,
    other: { readonly text: string; readonly known: boolean } | undefined,
    options: readonly string[],
  ): void {
    // An array stands for nothing else.
    if (this.variables.get(name)?.elements) return
    if (other?.known === true && /^[A-Za-z_]\w*$/.test(other.text) && other.text !== name)
      if (options.some((option) => /^-[a-zA-Z]*n/.test(option))) this.references.set(name, other.text)
  }

  /** The doubted `cd` may have failed and the script gone on: either folder is possible from now on. */
  settleDoubt(): void {
    if (this.doubted) this.cwd = eitherFolder(this.cwd, this.doubted)
    this.doubted = undefined
  }

  /** Takes in another state, later or earlier, that may be the shell's as well: what stands in one of them alone may not be. */
  mergeMaybe(other: Scope): void {
    const names = new Set([...this.variables.keys(), ...other.variables.keys()])
    const alone = [...names].filter((name) => this.variables.has(name) !== other.variables.has(name))
    this.merge(other)
    for (const name of alone) {
      const value = this.variables.get(name)
      if (value) this.variables.set(name, either(value, unknownValue(`$${name}`)))
    }
  }

  /** Arithmetic sets variables to numbers that nobody here reckons. */
  reckon(text: string): void {
    for (const [, before, after = before ?? ''] of text.matchAll(setInNumbers))
      this.set(after, unknownValue(`$${after}`), true)
  }

  /** Takes in what a function left behind: what it had for itself is what it was before. */
  mergeCall(inner: Scope): void {
    for (const name of inner.locals ?? []) {
      const own = this.variables.get(name)
      if (own) inner.variables.set(name, own)
      else inner.variables.delete(name)
    }
    inner.positional = this.positional
    this.merge(inner)
  }

  /** Takes in what a loop left behind for its own next run. True where that has something that was not possible before. */
  mergeLater(later: Scope): boolean {
    const before = this.fork()
    this.mergeMaybe(later)
    const isSame = [...this.variables].every(([name, value]) => holds(before.variables.get(name), value))
    return !isSame || !isAmong(this.cwd, before.cwd)
  }

  /** Where something has other values after a loop than before it, all that the loop sets may have any: it may run once more. */
  loseWhatChanges(before: Scope, after: Scope, set: readonly Assigned[]): void {
    if (!isAmong(after.cwd, before.cwd)) this.cwd = []
    const names = [...new Set(set.map(({ name }) => name))].filter((name) => name !== 'PWD')
    const isHeld = (name: string): boolean => {
      const value = after.variables.get(name)
      return value === undefined || holds(before.variables.get(name), value)
    }
    if (names.every(isHeld)) return
    for (const name of names) {
      const own = this.variables.get(name)
      if (own) this.variables.set(name, either(own, unknownValue(`$${name}`)))
    }
  }

  /** Takes in what a branch that may or may not have run left behind: every value of either is possible now. */
  merge(branch: Scope): void {
    for (const [name, value] of branch.variables) {
      const own = this.variables.get(name)
      if (own !== value) this.variables.set(name, own ? either(own, value) : value)
    }
    for (const name of branch.#unset) {
      const own = branch.variables.has(name) ? undefined : this.variables.get(name)
      if (own) this.variables.set(name, either(own, unknownValue(`$${name}`)))
    }
    for (const name of branch.numbers) this.numbers.add(name)
    for (const name of branch.exported) this.exported.add(name)
    for (const name of branch.hidden) this.hidden.add(name)
    for (const name of branch.fixed) this.fixed.add(name)
    for (const name of branch.restless) this.restless.add(name)
    this.lost ||= branch.lost
    for (const [name, found] of branch.functions) {
      const own = this.functions.get(name) ?? []
      const others = found.filter((each) => !own.some((one) => isSame(one, each)))
      if (others.length > 0) this.functions.set(name, [...own, ...others])
    }
    if (JSON.stringify(branch.stack) !== JSON.stringify(this.stack)) this.stack = undefined
    if (JSON.stringify(branch.positional) !== JSON.stringify(this.positional)) this.positional = undefined
    for (const [name, target] of branch.references)
      // What is set by this name may be set in the one or in the other.
      if (this.references.get(name) !== target)
        for (const each of [name, target]) this.set(each, unknownValue(`$${each}`))
    this.errexit &&= branch.errexit
    this.exportsAll ||= branch.exportsAll
    this.lastpipe ||= branch.lastpipe
    this.cwd = eitherFolder(this.cwd, branch.cwd)
  }
}
