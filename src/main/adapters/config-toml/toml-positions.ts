import { parse } from 'smol-toml'

/** Where a key or a list element stands. Lines and columns count from 1; list elements have their index as last part. */
export interface TomlPosition {
  readonly path: readonly string[]
  readonly offset: number
  readonly line: number
  readonly column: number
}

/**
 * The place of a path in a valid TOML document, or of the closest thing around it that is written down (the table that
 * lacks a key, the list that holds an element). Undefined when not even its first part is written.
 */
export function findTomlPosition(source: string, path: readonly PropertyKey[]): TomlPosition | undefined {
  const positions = new Scanner(source).scan()
  for (let length = path.length; length > 0; length -= 1) {
    const wanted = path.slice(0, length).map(String)
    const found = positions.find(
      (each) => each.path.length === length && each.path.every((part, index) => part === wanted[index]),
    )
    if (found) return { ...found, ...lineAndColumn(source, found.offset) }
  }
  return undefined
}

/** Where the lines begin that begin an element of one of these lists of tables (`[[name]]`), in the order of the file. Elsewhere written ones are left out. */
export function tableStarts(
  source: string,
  names: readonly string[],
): readonly (Spot & { readonly start: number })[] {
  return new Scanner(source)
    .scan()
    .filter(
      ({ path: [name, nth], path }) =>
        path.length === 2 && names.includes(name ?? '') && /^\d+$/.test(nth ?? ''),
    )
    .map((spot) => ({ ...spot, start: source.lastIndexOf('\n', spot.offset - 1) + 1 }))
    .filter(({ start }) => /^[ \t]*\[\[/.test(source.slice(start, start + 100)))
}

type Spot = Pick<TomlPosition, 'path' | 'offset'>

function lineAndColumn(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Walks a document that the parser has accepted; the parser itself keeps no positions. */
class Scanner {
  private at = 0
  private readonly spots: Spot[] = []
  /** How many tables each array of tables has so far. */
  private readonly elements = new Map<string, number>()
  private readonly source: string
  constructor(source: string) {
    this.source = source
  }

  scan(): readonly Spot[] {
    let table: readonly string[] = []
    this.skipVoid()
    while (this.at < this.source.length) {
      const header = this.skip(/\[+/y)
      if (header === '') this.pair(table)
      else {
        table = this.header(header === '[[')
        this.skip(/[ \t]*\]+/y)
      }
      this.skipVoid()
    }
    return this.spots
  }

  /** The path of a table. One of an array of tables has its index behind the name, and so has what is below the last of them. */
  private header(isElement: boolean): readonly string[] {
    let path: readonly string[] = []
    const written = this.key([])
    const first = this.spots.length - written.length
    for (const [at, part] of written.entries()) {
      path = [...path, part]
      const name = path.join('\0')
      const spot = this.spots[first + at]
      if (spot) this.spots[first + at] = { ...spot, path }
      const isNew = isElement && at === written.length - 1
      const count = (this.elements.get(name) ?? 0) + (isNew ? 1 : 0)
      if (count === 0) continue
      this.elements.set(name, count)
      path = [...path, String(count - 1)]
      if (isNew && spot) this.spots.push({ ...spot, path })
    }
    return path
  }

  private pair(table: readonly string[]): void {
    const path = this.key(table)
    this.skip(/[ \t]*=[ \t]*/y)
    this.value(path)
  }

  /** A dotted key; each of its parts is noted. Returns the whole path. */
  private key(table: readonly string[]): readonly string[] {
    let path = table
    do {
      this.skip(/[ \t]*/y)
      const offset = this.at
      const quoted = this.skip(/"(?:[^"\\]|\\.)*"|'[^']*'/y)
      const part = quoted === '' ? this.skip(/[^\s.=\]]*/y) : unquote(quoted)
      path = [...path, part]
      this.spots.push({ path, offset })
    } while (this.skip(/[ \t]*\./y) !== '')
    return path
  }

  private value(path: readonly string[]): void {
    if (this.skip(/\[/y) !== '') {
      this.items(']', (index) => {
        this.spots.push({ path: [...path, String(index)], offset: this.at })
        this.value([...path, String(index)])
      })
      return
    }
    if (this.skip(/\{/y) !== '') {
      this.items('}', () => this.pair(path))
      return
    }
    const text = /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\]|\\.)*"|'[^']*'/y
    // Numbers, dates and booleans end where the line, the list or the table goes on.
    if (this.skip(text) === '' && this.skip(/[^\s,\]}#][^\n,\]}#]*/y) === '') this.at += 1
  }

  private items(close: string, read: (index: number) => void): void {
    this.skipVoid()
    for (let index = 0; this.at < this.source.length && this.source[this.at] !== close; index += 1) {
      read(index)
      this.skipVoid()
      this.skip(/,/y)
      this.skipVoid()
    }
    this.at += 1
  }

  /** Goes past blanks, line ends and comments. */
  private skipVoid(): void {
    this.skip(/(?:\s|#[^\n]*)*/y)
  }

  /** Goes past what the sticky pattern matches here and returns it; '' when it does not match. */
  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)?.[0] ?? ''
    this.at += found.length
    return found
  }
}

function unquote(text: string): string {
  const value = parse(`key = ${text}`)['key']
  return typeof value === 'string' ? value : text
}
