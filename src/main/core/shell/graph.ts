/** Where the value of an unknown word must lie: something below one of these absolute folders. */
export interface Below {
  readonly roots: readonly string[]
  /** True when a name, type or time filter keeps it from being everything below. */
  readonly filtered: boolean
}

/**
 * One word as the program would get it. `text` is after expansion; a part that is not known stands as it was written,
 * and `known` is false then. `head` is what comes before the first unknown part. `glob`: an unquoted pattern is in it.
 * `from`: the commands whose output is in it.
 */
export interface Word {
  readonly text: string
  readonly known: boolean
  readonly head: string
  readonly glob: boolean
  readonly from: readonly number[]
  readonly below?: Below
  /** One of several ways in which the written word may stand, or written more than once where it stands once. */
  readonly alternative?: true
}

/** Where a redirection leads. `duplicate` is `2>&1` and its kin, which opens nothing. */
export interface Redirect {
  readonly mode: 'read' | 'write' | 'append' | 'duplicate'
  readonly target: Word
}

/** What a command reads on its standard input. `text` is known text (a heredoc, a here-string). */
export type Stdin =
  | { readonly kind: 'inherit' }
  | { readonly kind: 'pipe'; readonly from: readonly number[] }
  | { readonly kind: 'text'; readonly word: Word }
  | { readonly kind: 'file'; readonly target: Word }

/** How a command comes to run: written in the line, or run by another command. */
export type Via =
  | 'line'
  | 'wrapper'
  | 'script'
  | 'input'
  | 'substitution'
  | 'function'
  | 'each'
  | 'remote'
  | 'container'
  | 'deferred'
  | 'escape'

/**
 * Where a command's text stands: document 0 is the command itself, the others are what was looked through. `at` is where it begins in
 * its script, in UTF-16 units, for one that is written there as such.
 */
export interface SourcePlace {
  readonly document: number
  readonly line: number
  readonly at?: number
}

/** What surrounds a command. `cwd` holds every folder it may run in; empty when that is not known. */
export interface Surroundings {
  readonly cwd: readonly string[]
  readonly elevated: boolean
  readonly host: string | undefined
  readonly looped: boolean
  readonly background: boolean
}

/** A variable that a command is given, and one way in which its value may stand. */
export interface Assignment {
  readonly name: string
  readonly value: Word
}

/**
 * One simple command of the graph. `program` is the last path segment of its first word, '' when not known. `renamed`: the line has a function or an alias of
 * that name, or has set PATH, so that another program may run than the name says.
 */
export interface SimpleCommand extends Surroundings {
  readonly id: number
  readonly parent: number | undefined
  readonly via: Via
  readonly shell: 'posix' | 'powershell' | 'cmd'
  readonly program: string
  readonly renamed?: true
  readonly words: readonly Word[]
  readonly assignments: readonly Assignment[]
  /** Variables that were exported before it, as they stand when it starts. */
  readonly exported?: readonly Assignment[]
  readonly redirects: readonly Redirect[]
  readonly stdin: Stdin
  readonly place: SourcePlace
}

/** Why part of a command could not be seen through, and which command that is. */
export interface Unreadable {
  readonly reason: string
  /** True where a limit of the reader ended the reading: the rest of the command is not analysed at all. */
  readonly limit?: true
  /** True where what could not be read stands in a file, and not in the command itself. */
  readonly ofFile?: true
  readonly command: number | undefined
}

/** A text that would run: the command itself, a script it names, a package script, a recipe, decoded input. */
export interface SourceDocument {
  readonly title: string
  readonly text: string
  readonly language: 'shell' | 'code'
  /** True for the text of a file, a script of a package or a recipe; absent for what stands in a command's own words. */
  readonly ofFile?: true
  /** The command that makes it run, undefined for the command itself. */
  readonly runBy: number | undefined
}

/** Everything that one command line would run, as far as it can be seen. */
export interface CommandGraph {
  readonly commands: readonly SimpleCommand[]
  readonly documents: readonly SourceDocument[]
  readonly unreadable: readonly Unreadable[]
  /** Names of functions that call themselves. */
  readonly recursive: readonly string[]
  /** The conditions of loops that never end by themselves. */
  readonly endless: readonly number[]
  /** Which commands' output a command executes, and whether all of that text was known, so that it was read. */
  readonly executes: ReadonlyMap<number, { readonly from: readonly number[]; readonly seen: boolean }>
}

/** The variables that a command finds in its environment, as far as the line sets them: its own, and those exported before it. */
export const environmentOf = ({ assignments, exported = [] }: SimpleCommand): readonly Assignment[] =>
  exported.length === 0
    ? assignments
    : [...exported.filter(({ name }) => assignments.every((each) => each.name !== name)), ...assignments]

/** Another text, of a word's own making, in its place: what it begins with is known only where all of it is. */
export const withText = (word: Word, text: string): Word => ({ ...word, text, head: word.known ? text : '' })

/** A word of plain, known text. */
export function plainWord(text: string): Word {
  return { text, known: true, head: text, glob: false, from: [] }
}

/** A word of which nothing is known but how it is written. */
export function unknownWord(text: string, from: readonly number[] = [], below?: Below): Word {
  return { text, known: false, head: '', glob: false, from, ...(below ? { below } : {}) }
}
