import type { RecordTable } from '../programs/record-table'
import type {
  CommandGraph,
  SimpleCommand,
  SourceDocument,
  SourcePlace,
  Stdin,
  Surroundings,
  Unreadable,
  Via,
} from './graph'
import type { Scope } from './scope'
import type { ShellNode, ShellTreeReader } from './shell-tree'

/** A text asked of the file system. `not-read` says why in a few words. */
export type SourceText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-read'; readonly reason: string }

/** Reads a regular file's text within the reader's limits; never opens pipes or devices, never throws. */
export type ReadSource = (path: string) => Promise<SourceText>

/** Whether nothing is at a path, as far as that is known. Never throws. */
export type IsMissing = (path: string) => Promise<boolean>

/** The parts of the world that reading a command line needs. */
export interface GraphReading {
  readonly trees: ShellTreeReader
  readonly readSource: ReadSource
  /** Absent: a folder that a command changes to is taken to be there. */
  readonly isMissing?: IsMissing
  /** A person's own records of programs. */
  readonly own?: RecordTable | undefined
}

/** Where a script is read: what surrounds it, and how far down it lies. */
export interface Frame extends Omit<Surroundings, 'cwd'> {
  readonly script: string
  readonly document: number
  readonly line: number
  readonly depth: number
  readonly parent: number | undefined
  readonly via: Via
  readonly stdin: Stdin
  /** True for the text of a file that the command names, and for all that it runs. */
  readonly ofFile?: true
  /** True while a loop is read only for what its later runs find: what is collected is forgotten. */
  readonly trial?: true
  /** True where it is looked at whether a command fails: then that ends no script. */
  readonly tested?: boolean
  /** The shell as it was wherever a round of the loop, or the function, may have ended before its end. */
  readonly rounds?: Scope[]
  readonly returns?: Scope[]
}

/** A `trap`, and the shell as it was there. `logged`: how many variables had been set by then. */
export interface Trap {
  readonly command: SimpleCommand
  readonly frame: Frame
  readonly scope: Scope
  readonly logged: number
}

/** Wrappers and scripts inside one another beyond this depth are not looked into (docs/spec/commands.md: depth 8). */
export const maxDepth = 8
const maxCommands = 600
const maxDocuments = 24
/** So many commands are read for what later runs of loops find. */
const maxTrials = 2000

/** What reading a command line collects. One builder serves one command line. */
export class GraphBuilder {
  readonly commands: SimpleCommand[] = []
  readonly documents: SourceDocument[] = []
  readonly unreadable: Unreadable[] = []
  readonly recursive = new Set<string>()
  readonly endless: number[] = []
  readonly active = new Set<string>()
  /** The nodes of all trees that were read, and the trees: what nobody came to is read at the end. */
  readonly entered = new Set<ShellNode>()
  readonly walked: { readonly root: ShellNode; readonly walk: { frame: Frame; scope: Scope } }[] = []
  /** Bodies of functions that were called, and the functions that were defined: what nobody called is read at the end. */
  readonly called = new Set<ShellNode>()
  readonly defined: { readonly body: ShellNode; readonly walk: { frame: Frame; scope: Scope } }[] = []
  /** Texts that run when something happens, with the shell as it was where they were given. */
  readonly traps: Trap[] = []
  /** Which commands' output each command executes, and whether all of that text was known and read. */
  readonly executes = new Map<number, { readonly from: readonly number[]; readonly seen: boolean }>()
  #trials = 0
  readonly trees: ShellTreeReader
  readonly readSource: ReadSource
  readonly isMissing: IsMissing
  readonly own: RecordTable | undefined

  constructor({ trees, readSource, isMissing, own }: GraphReading) {
    this.trees = trees
    this.readSource = readSource
    this.isMissing = isMissing ?? (() => Promise.resolve(false))
    this.own = own
  }

  /** True once no more commands are taken on; said once as unreadable. */
  get full(): boolean {
    return this.commands.length >= maxCommands
  }

  add(command: Omit<SimpleCommand, 'id'>): SimpleCommand | undefined {
    if (this.full) {
      this.cannotRead(`it holds more than ${maxCommands} commands`, undefined, 'limit')
      return undefined
    }
    const added = { ...command, id: this.commands.length }
    this.commands.push(added)
    return added
  }

  /**
   * Reads something and forgets what it collected. False: too much was read in this way already, and nothing was.
   */
  async tryOut(read: () => Promise<unknown>): Promise<boolean> {
    if (this.#trials > maxTrials) return false
    const { commands, documents, unreadable, endless, walked, defined, traps, recursive, executes } = this
    const lists = [commands, documents, unreadable, endless, walked, defined, traps]
    const lengths = lists.map((list) => list.length)
    const [names, ran] = [new Set(recursive), new Map(executes)]
    await read()
    this.#trials += 1 + commands.length - (lengths[0] ?? 0)
    for (const [at, list] of lists.entries()) list.splice(lengths[at] ?? 0)
    for (const name of recursive) if (!names.has(name)) recursive.delete(name)
    for (const command of executes.keys()) if (!ran.has(command)) executes.delete(command)
    return true
  }

  addDocument(document: SourceDocument): number | undefined {
    if (this.documents.length >= maxDocuments) {
      this.cannotRead(`it leads to more than ${maxDocuments} scripts`, document.runBy, 'limit')
      return undefined
    }
    this.documents.push(document)
    return this.documents.length - 1
  }

  cannotRead(reason: string, command: number | undefined, kind: 'part' | 'limit' | 'file' = 'part'): void {
    if (this.unreadable.some((each) => each.reason === reason && each.command === command)) return
    const limit = kind === 'limit' && ({ limit: true } as const)
    const ofFile = kind === 'file' && ({ ofFile: true } as const)
    // The command's own text first: a person is asked about that.
    if (this.unreadable.length < 50 || !ofFile) this.unreadable.push({ reason, command, ...limit, ...ofFile })
  }

  build(): CommandGraph {
    const { commands, documents, unreadable, recursive, endless, executes } = this
    return { commands, documents, unreadable, recursive: [...recursive], endless, executes }
  }
}

/** The line an offset stands on, counted from the frame's first line. */
export function placeOf(frame: Frame, offset: number): SourcePlace {
  let line = frame.line
  for (let at = frame.script.indexOf('\n'); at >= 0 && at < offset; at = frame.script.indexOf('\n', at + 1))
    line += 1
  return { document: frame.document, line }
}

/** What kind of thing cannot be read in a frame. */
export const kindIn = (frame: Frame): 'part' | 'file' => (frame.ofFile === true ? 'file' : 'part')

/** The part of a frame and a scope that each command in it takes over. */
export function surroundings(frame: Frame, scope: Scope): Surroundings {
  const { elevated, host, looped, background } = frame
  return { cwd: scope.cwd, elevated, host, looped, background }
}
