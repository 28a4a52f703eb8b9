import { languageOf } from '../../programs/built-in'
import { plainWord, type SimpleCommand, unknownWord, type Word } from '../../shell/graph'
import { inlineCodeOf } from '../../shell/nested/interpreters'
import { targetOf, type Access } from './file-action'
import type { Found } from './program-forms'

/**
 * Calls of the languages' own libraries that touch files. `name` is the call without what it is given; `only`, what the code has to hold
 * beside it, as where an import gave the name. `on`: which of what it is given are the files: each text; the first; the first two, of
 * which the second is made; the thing that it is called on (`Path('x').unlink()`), if need be only where that is named right there.
 * `empties`: nothing is left of what was in the file, whatever else is given, or where what is given is empty. Without it a file that is
 * not named is no finding.
 */
interface CodeCall {
  readonly name: RegExp
  readonly access: Access
  readonly on: 'each' | 'first' | 'pair' | 'receiver' | 'named-receiver'
  readonly recursive?: true
  readonly empties?: 'always' | 'by-text'
  readonly only?: RegExp
  /** The programs that have it; without, all. */
  readonly of?: RegExp
}

const importsNode = /["'](?:node:)?fs(?:\/promises)?["']/
const importsPython = /\bfrom\s+(?:os|shutil)\s+import\b/

const calls: readonly CodeCall[] = [
  {
    name: /\b(?:rmtree|remove_tree|rmSync|rmdirSync|rm_rf|rm_r|rimraf(?:Sync)?|remove_dir_all|emptyDirSync|removeSync|fsp?\.rm\b|promises\.rm\b|fse\.remove|Deno\.remove(?:Sync)?|remove_entry_secure|deltree)/g,
    access: 'delete',
    on: 'each',
    recursive: true,
  },
  {
    name: /\bos\.(?:remove|unlink|rmdir|removedirs)\b|\b(?:unlinkSync|fsp?\.unlink|promises\.unlink|file\.remove|file_delete)\b|\b(?:File|Dir)\.(?:delete|unlink|rmdir)\b|\bFileUtils\.(?:rm_f|rm|remove)\b|(?<![.\w"'`])unlink\b|(?<![.\w"'`])rmdir(?=\s*\(?\s*["'])/g,
    access: 'delete',
    on: 'each',
  },
  {
    name: /(?<![.\w$])(?:rm|rmdir)(?=\s*\()/g,
    access: 'delete',
    on: 'each',
    recursive: true,
    only: importsNode,
  },
  { name: /(?<![.\w])(?:remove|removedirs)(?=\s*\()/g, access: 'delete', on: 'each', only: importsPython },
  { name: /\.(?:unlink|rmdir)(?=\(\s*(?:missing_ok[^)]*)?\))/g, access: 'delete', on: 'receiver' },
  {
    name: /\.(?:delete|unlink|rmdir|rmtree)(?=\(|\s*(?:[;"'\n]|$))/g,
    access: 'delete',
    on: 'named-receiver',
  },
  {
    name: /\b(?:os\.truncate|truncateSync|fsp?\.truncate|promises\.truncate|File\.truncate|Deno\.truncate(?:Sync)?)\b|(?<![.\w"'`])truncate(?=\s*\(?\s*["'$])/g,
    access: 'write',
    on: 'first',
    empties: 'always',
  },
  { name: /\bos\.open\b(?=[^\n;]*O_TRUNC)/g, access: 'write', on: 'first', empties: 'always' },
  { name: /(?<!["']\s*\))\.truncate(?=\(\s*0?\s*\))/g, access: 'write', on: 'receiver', empties: 'always' },
  {
    name: /\b(?:writeFile(?:Sync)?|outputFile(?:Sync)?|(?:File|IO)\.(?:bin)?write|file_put_contents|Deno\.write(?:Text)?File(?:Sync)?|Bun\.write)\b/g,
    access: 'write',
    on: 'first',
    empties: 'by-text',
  },
  { name: /\bappendFile(?:Sync)?\b/g, access: 'append', on: 'first' },
  { name: /\.write_(?:text|bytes)\b/g, access: 'write', on: 'receiver', empties: 'by-text' },
  {
    name: /\bos\.(?:rename|renames|replace)\b|\bshutil\.move\b|\b(?:renameSync|moveSync|fsp?\.rename|promises\.rename|Deno\.rename(?:Sync)?|File\.rename|FileUtils\.(?:mv|move))\b|(?<![.\w"'`])rename(?=\s*\(?\s*["'])/g,
    access: 'move',
    on: 'pair',
  },
  {
    name: /\bset\s+(?:o(?:u(?:t(?:p(?:u(?:t)?)?)?)?)?|print|table)(?=\s*["'])|\bsave\b(?:\s+\w+)?(?=\s*["'])/g,
    access: 'write',
    on: 'first',
    of: /^gnuplot$/,
  },
  { name: /(?<![.\w$])delete(?=\s*\(\s*["'])/g, access: 'delete', on: 'each', of: /^octave/ },
  {
    name: /\bshutil\.copy(?:file|2)?\b|\b(?:copyFileSync|fsp?\.copyFile|promises\.copyFile|Deno\.copyFile(?:Sync)?|FileUtils\.(?:cp|copy))\b/g,
    access: 'read',
    on: 'pair',
  },
]

/** Calls that open a file, and what they do to it by the letters that they are given: at once, by opening. */
const opening =
  /(?<![.\w])(?:(?:io|codecs|gzip|fs|File|IO)\.)?(?:open|openSync|fopen)\b|\bFile\.new\b|\.open(?=\()|\bcreateWriteStream\b/g

/** Perl's, whose first word is the handle. */
const openingHandle = /(?<![.\w])open\s*\(?\s*(?:my\s+|local\s+)?[$*]?\w+\s*,/g

/** What gives a file content: where none of it stands beside a file that is opened anew, nothing will be in it. */
const givesContent =
  /[.:](?:write|puts|print|end|pipe|save)|writ(?:er|elines)|dump|\b(?:puts|fputs|fwrite|say)\b|\bprintf?\b(?!\s*\((?![^)]*\bfile\s*=))|<<|\bfile\s*=|std(?:out|err)\s*[=:]|copyfileobj|\bto_[a-z]+\(/

const argument =
  /\s*(?:\w+\s*[=:]\s*)?(?:(?:[rRbBu]{1,2})?(["'`])((?:\\.|(?!\1)[^\\])*)\1|((?:[^,()[\]"'`;\n]|\([^()\n]*\)|\[[^[\]\n]*\])+))\s*(,?)/y

/** True where a name is only brought in: `import rmtree`, `{ rmSync } =`. */
const isBroughtIn = (text: string, at: number, end: number): boolean =>
  /\bimport\s+[\w$,\s{}]*$/.test(text.slice(Math.max(0, at - 200), at)) ||
  (/[{,]\s*$/.test(text.slice(Math.max(0, at - 20), at)) &&
    /^[\w$,:\s]*\}\s*(?:=|from\b)/.test(text.slice(end, end + 200)))

/** What a call is given from this place on: texts in quotes, and undefined for what is computed. No more than four. */
function givenAt(text: string, from: number): readonly (string | undefined)[] {
  const [begin] = /^\s*\(?\s*(?:\[|c\()?/.exec(text.slice(from, from + 200)) ?? ['']
  const given: (string | undefined)[] = []
  argument.lastIndex = from + begin.length
  for (let match = argument.exec(text); match && given.length < 4; match = argument.exec(text)) {
    given.push(match[1] === undefined ? undefined : match[2])
    if (match[4] === '') break
  }
  return given
}

/** The file that something stands for which is made from its name, right before this place. */
const receiverAt = (text: string, at: number): string | undefined =>
  /\b(?:Path|PurePath|Pathname(?:\.new)?|Bun\.file|File\.new)\(\s*(["'])([^"'\n]*)\1\s*\)$/.exec(
    text.slice(Math.max(0, at - 400), at),
  )?.[2]

/** A text of the code as a file's name; what a language would still replace in it makes it unknown. */
const wordOf = (path: string | undefined, call: string): Word =>
  path === undefined || /[$\\#{]/.test(path) ? unknownWord(call) : plainWord(path)

/** A call as far as it is shown where the file that it is given is not known. */
const shown = (call: string): string => call.trim().replaceAll(/^["']|["']$/g, '')

/** What is found of a file: one that is not named counts where it is lost. */
function found(
  path: string | undefined,
  call: string,
  { access, recursive, empties }: Pick<Found, 'access' | 'recursive' | 'empties'>,
  command: SimpleCommand,
): readonly Found[] {
  const word = wordOf(path, shown(call))
  if (!word.known && access !== 'delete' && empties !== true) return []
  const target = targetOf(word, command)
  return [{ access, target, ...(recursive && { recursive }), ...(empties && { empties }) }]
}

/** What the calls of one kind do in a text. */
function byCalls(text: string, call: CodeCall, command: SimpleCommand): readonly Found[] {
  const { name, on, access, recursive } = call
  if (call.only?.test(text) === false || call.of?.test(command.program) === false) return []
  return [...text.matchAll(name)].flatMap((match): readonly Found[] => {
    const [whole] = match
    const end = match.index + whole.length
    if (isBroughtIn(text, match.index, end)) return []
    const given = givenAt(text, end)
    if (on === 'pair') {
      const [from, to] = given
      const empties = access === 'read' && from === '/dev/null'
      return [
        ...(access === 'move' ? found(from, whole, { access }, command) : []),
        ...found(to, whole, { access: 'write', empties }, command),
      ]
    }
    const receiver = receiverAt(text, match.index)
    if (on === 'named-receiver' && receiver === undefined) return []
    const isReceiver = on === 'receiver' || on === 'named-receiver'
    // What a first call has found of a name is not found a second time by a looser one.
    if (on === 'receiver' && access === 'delete' && receiver !== undefined) return []
    const content = given[isReceiver ? 0 : 1]
    const empties = call.empties === 'always' || (call.empties === 'by-text' && content === '')
    const texts = given.filter((each) => each !== undefined)
    const paths = isReceiver
      ? [receiver]
      : on === 'each' && given[0] !== undefined
        ? texts
        : given.slice(0, 1)
    return (paths.length > 0 ? paths : [undefined]).flatMap((path) =>
      found(path, whole, { access, recursive: recursive ?? false, empties }, command),
    )
  })
}

/** What is done to a file by opening it with these letters; undefined where it is only read. */
function accessBy(letters: string): Access | undefined {
  if (/^\+?>>|a/.test(letters)) return 'append'
  if (/^\+?>|^w/.test(letters)) return 'write'
  if (letters.startsWith('x')) return 'create'
  return letters.includes('+') ? 'change' : undefined
}

/** Files that the code opens to write. */
function byOpening(text: string, command: SimpleCommand): readonly Found[] {
  const empty = !givesContent.test(text)
  const opened = (path: string | undefined, letters: string | undefined, call: string): readonly Found[] => {
    const access = accessBy(letters ?? '')
    if (access === undefined) return []
    return found(path, call, { access, empties: access === 'write' && empty }, command)
  }
  return [
    ...[...text.matchAll(opening)].flatMap((match) => {
      const [call] = match
      const given = givenAt(text, match.index + call.length)
      if (call === 'createWriteStream') return opened(given[0], 'w', call)
      if (call !== '.open') return /^[wax+r]/.test(given[1] ?? '') ? opened(given[0], given[1], call) : []
      const receiver = receiverAt(text, match.index)
      return receiver === undefined ? [] : opened(receiver, given[0], call)
    }),
    ...[...text.matchAll(openingHandle)].flatMap((match) => {
      const given = givenAt(text, match.index + match[0].length)
      const [, letters = '', name = ''] =
        /^\s*(\+?[<>]{1,2})\s*(?::[\w():-]+\s*)?(.*)$/s.exec(given[0] ?? '') ?? []
      return opened(name === '' ? given[1] : name, letters, 'open')
    }),
  ]
}

/** Such a call as a name that is handed to something, `"unlink", …`: what it removes is not known. */
const asName = /(["'])(?:unlink|rmdir)\1(?=\s*,)/g

/**
 * What code in a command's words or on its standard input does to files by name. Of what it computes first only what is lost is said, as not
 * known.
 */
export function codeTouches(command: SimpleCommand): readonly Found[] {
  if (languageOf(command.program) === undefined) return []
  return inlineCodeOf(command).flatMap((word) => {
    const text = word.text.slice(0, 20_000)
    return [
      ...calls.flatMap((call) => byCalls(text, call, command)),
      ...[...text.matchAll(asName)].flatMap(([whole]) =>
        found(undefined, whole, { access: 'delete' }, command),
      ),
      ...byOpening(text, command),
    ]
  })
}
