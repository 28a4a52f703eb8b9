import { secretLines } from '@shared/domain/secret-lines'
import { hunkLines } from '../unified-diff'
import type { ChangedFile } from './changed-file'

/**
 * The files of a diff with git's headers, in its order. Names are as in the repository, out of their quotation marks. What stands
 * before the first header belongs to no file; a diff that was cut in its middle gives what is whole of it.
 */
export function gitDiffFiles(text: string): readonly ChangedFile[] {
  const files: string[][] = []
  for (const row of text.split('\n')) {
    // A line of content begins with its sign: only a header begins with this word.
    if (row.startsWith('diff --git ')) files.push([])
    files.at(-1)?.push(row)
  }
  return files.map(readFile)
}

/** The files of a turn's diff by absolute path: it names them from the session's folder. */
export function turnFiles(unifiedDiff: string, folder: string): readonly ChangedFile[] {
  const below = (path: string): string => `${folder === '/' ? '' : folder}/${path}`
  return gitDiffFiles(unifiedDiff).map((file): ChangedFile => ({
    ...file,
    path: below(file.path),
    ...(file.from !== undefined && { from: below(file.from) }),
  }))
}

function readFile(rows: readonly string[]): ChangedFile {
  const begin = rows.findIndex((row) => row.startsWith('@@ '))
  const headers = begin === -1 ? rows : rows.slice(0, begin)
  const value = (mark: string): string | undefined =>
    headers.find((row) => row.startsWith(mark))?.slice(mark.length)
  const [before, after] = [sideName(value('--- ')), sideName(value('+++ '))]
  const named = namesOf(headers[0] ?? '')
  const from = unquoted(value('rename from ') ?? '')
  const to = unquoted(value('rename to ') ?? '')
  const mode = modesOf(value)
  const created = value('new file mode ') !== undefined || before === null
  const deleted = value('deleted file mode ') !== undefined || after === null
  const binary = headers.some((row) => row === 'GIT binary patch' || /^Binary files .* differ$/.test(row))
  const lines = begin === -1 ? [] : hunkLines(rows.slice(begin).join('\n'))
  const onlyMode = mode !== undefined && lines.length === 0 && !binary
  const kind = created ? 'created' : deleted ? 'deleted' : to !== '' ? 'moved' : onlyMode ? 'mode' : 'changed'
  const isLink = [mode?.before, mode?.after, value('index ')?.split(' ')[1]].some((each) => each === '120000')
  return {
    path: to || after || before || named,
    kind,
    content: binary ? 'binary' : lines.length === 0 ? 'none' : isLink ? 'link' : 'text',
    ...(kind === 'moved' && { from }),
    ...(mode !== undefined && { mode }),
    ...(headers.includes(secretLines) && { leftOut: true }),
    lines,
  }
}

/** The name of one side; null where the file is not on it, undefined where the diff does not say. */
function sideName(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  // Git ends a name with blanks in it by a tab.
  const name = unquoted(text.replace(/\t$/, ''))
  return name === '/dev/null' ? null : name.replace(/^[ab]\//, '')
}

/** The name in a first header that names the same file twice; there is no other where nothing but a mode or bytes changed. */
function namesOf(header: string): string {
  const both = header.slice('diff --git '.length)
  const quoted = /^"(?:[^"\\]|\\.)*" ("(?:[^"\\]|\\.)*")$/.exec(both)?.[1]
  const half = quoted ?? both.slice((both.length + 1) / 2)
  return unquoted(half).replace(/^b\//, '')
}

function modesOf(value: (mark: string) => string | undefined): ChangedFile['mode'] {
  const before = value('old mode ') ?? value('deleted file mode ')
  const after = value('new mode ') ?? value('new file mode ')
  if (before === undefined && after === undefined) return undefined
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** A name out of the quotation marks that git puts round what is not plain; its octal escapes are bytes of UTF-8. */
function unquoted(name: string): string {
  if (!/^".*"$/s.test(name)) return name
  const bytes: number[] = []
  const encoder = new TextEncoder()
  for (const [whole, octal, letter] of name.slice(1, -1).matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...encoder.encode(letter === undefined ? whole : (escapes[letter] ?? letter)))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}
