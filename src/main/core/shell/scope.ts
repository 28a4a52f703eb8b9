import type { Below } from './graph'
import type { ShellNode } from './shell-tree'

/** One value that a variable may have. Where it is not `known`, `text` is how it was written. */
export interface Option {
  readonly text: string
  readonly known: boolean
  /** True when it is a pattern that the shell expanded before it was assigned (`for f in *.o`). */
  readonly glob?: boolean
}

/**
 * What is known of a variable: its possible values, never empty, and the commands their text came from. `fields` are the
 * words that it makes between quotes, where they are more than one (`"$@"`); `elements` those of an array.
 */
export interface Value {
  readonly options: readonly Option[]
  readonly fields?: readonly Option[] | undefined
  readonly elements?: readonly Option[]
  readonly from: readonly number[]
  readonly below?: Below
}

/** A function of the script: its body, and the text that the body's offsets refer to. */
export interface ShellFunction {
  readonly body: ShellNode
  readonly script: string
  readonly document: number
}

/** More values than this are as good as unknown. */
const maxOptions = 16

/** The value of plain known text. */
export function knownValue(text: string): Value {
  return { options: [{ text, known: true }], from: [] }
}

/** A value of which nothing is known but how it is written. */
export function unknownValue(source: string, from: readonly number[] = []): Value {
  return { options: [{ text: source, known: false }], from }
}

function either(one: Value, other: Value): Value {
  const all = [...one.options, ...other.options]
  const below = one.below ?? other.below
  const options = all.filter((each, at) => all.findIndex((first) => first.text === each.text) === at)
  return {
    options:
      options.length > maxOptions ? [...options.slice(0, maxOptions), { text: '$…', known: false }] : options,
    from: [...new Set([...one.from, ...other.from])],
    ...(below ? { below } : {}),
  }
}

/** The shell's state at one point of a script, as far as it can be followed. Forked for subshells and branches. */
export class Scope {
  readonly functions: Map<string, ShellFunction>
  readonly variables: Map<string, Value>
  cwd: readonly string[]
  /** Where the shell still is should its last `cd` have failed, which it may have; undefined when it is taken to have worked. */
  doubted: readonly string[] | undefined
  positional: readonly Option[] | undefined
  /** `set -e` is in force: a command that fails ends the script. */
  errexit: boolean

  constructor(from: {
    variables: ReadonlyMap<string, Value>
    functions: ReadonlyMap<string, ShellFunction>
    cwd: readonly string[]
    positional: readonly Option[] | undefined
    errexit?: boolean
  }) {
    this.variables = new Map(from.variables)
    this.functions = new Map(from.functions)
    this.cwd = from.cwd
    this.positional = from.positional
    this.errexit = from.errexit ?? false
  }

  fork(): Scope {
    return new Scope(this)
  }

  get(name: string): Value | undefined {
    return this.variables.get(name)
  }

  set(name: string, value: Value): void {
    this.variables.set(name, value)
  }

  unset(name: string): void {
    this.variables.delete(name)
  }

  /** The doubted `cd` may have failed and the script gone on: either folder is possible from now on. */
  settleDoubt(): void {
    if (this.doubted && this.cwd.length > 0)
      this.cwd = [...new Set([...this.cwd, ...this.doubted])].slice(0, 8)
    this.doubted = undefined
  }

  /** Takes in what a branch that may or may not have run left behind: every value of either is possible now. */
  merge(branch: Scope): void {
    for (const [name, value] of branch.variables) {
      const own = this.variables.get(name)
      if (own !== value) this.variables.set(name, own ? either(own, value) : value)
    }
    for (const [name, each] of branch.functions) if (!this.functions.has(name)) this.functions.set(name, each)
    if (branch.cwd.length === 0 || this.cwd.length === 0) this.cwd = []
    else this.cwd = [...new Set([...this.cwd, ...branch.cwd])].slice(0, 8)
  }
}
