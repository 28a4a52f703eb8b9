import { environmentOf, plainWord, type SimpleCommand, unknownWord, type Word, withText } from '../graph'

/** A file that a statement or an option of a database's client names. */
export interface DatabaseFile {
  readonly access: 'read' | 'write' | 'change'
  readonly word: Word
  /** It is a folder that something is put into. */
  readonly into?: true
}

/** What the words and the known input of a database's client make it do besides asking the database. */
export interface DatabaseCall {
  /** Lines that it hands to a shell. */
  readonly runs: readonly Word[]
  /** Code that it loads or has an editor make: what that does is not known. */
  readonly loads: readonly string[]
  readonly files: readonly DatabaseFile[]
  /** Files that hold further statements and commands. */
  readonly scripts: readonly Word[]
}

type Family = 'sqlite' | 'postgres' | 'mysql' | 'clickhouse'

const families: readonly (readonly [Family, RegExp])[] = [
  ['sqlite', /^(sqlite|sqlite3|sqlcipher|litecli|duckdb)$/],
  ['postgres', /^(psql|pgcli)$/],
  ['mysql', /^(mysql|mariadb|mycli)$/],
  ['clickhouse', /^(clickhouse|clickhouse-(client|local))$/],
]

/** Whether a program is a client whose statements and commands may run programs and touch files. */
export const isDatabaseClient = (program: string): boolean => families.some(([, name]) => name.test(program))

/** Options with a value, by what the value is: statements, a line for a shell, a file; anything else. */
interface Option {
  readonly names: RegExp
  readonly is: 'text' | 'line' | 'script' | 'write' | 'other'
}

const options: Readonly<Record<Family, readonly Option[]>> = {
  sqlite: [
    { names: /^--?(cmd|c|s)$/, is: 'text' },
    { names: /^--?(init|f)$/, is: 'script' },
    {
      names:
        /^--?(separator|newline|nullvalue|mmap|vfs|maxsize|heap|escape|storage-version|storage_version)$/,
      is: 'other',
    },
    { names: /^--?(lookaside|pagecache)$/, is: 'other' },
  ],
  postgres: [
    { names: /^(-[a-zA-Z]*c|--command)$/, is: 'text' },
    { names: /^(-[a-zA-Z]*[oL]|--output|--log-file)$/, is: 'write' },
    { names: /^(-[a-zA-Z]*f|--file)$/, is: 'script' },
    { names: /^(-[vdhpUFPRT]|--(set|variable|dbname|host|port|username|pset))$/, is: 'other' },
  ],
  mysql: [
    { names: /^(-[a-zA-Z]*e|--execute|--init-command)$/, is: 'text' },
    { names: /^--pager$/, is: 'line' },
    { names: /^--tee$/, is: 'write' },
    { names: /^(-[uhPDS]|--(user|host|port|database|socket))$/, is: 'other' },
  ],
  clickhouse: [
    { names: /^(-q|--query)$/, is: 'text' },
    { names: /^--queries-file$/, is: 'script' },
    { names: /^(-[udh]|--(host|port|user|password|database|format))$/, is: 'other' },
  ],
}

/** Longer texts are not searched: they would take longer than an approval may wait. */
const longest = 20_000

/** A text in which a backslash hides what follows. */
const escaped = String.raw`'(?:\\.|[^'\\]|'')*'`
/** Texts, and what stands between words: comments, but for those that are run, and blanks. */
const partsOf = (family: Family): RegExp =>
  new RegExp(
    String.raw`${family === 'mysql' || family === 'clickhouse' ? escaped : String.raw`(?<=\be)${escaped}|'(?:[^']|'')*'`}|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\1\$|(?:--[^\n]*|/\*(?!!)[^]*?\*/|\s)+`,
    'gi',
  )
/** SQL with one blank for all that may stand between two words: nothing of that is long enough to part what belongs together. */
const spaced = (text: string, family: Family): string =>
  text.replace(partsOf(family), (found) =>
    /^[-/\s]/.test(found) ? (found.includes('\n') ? '\n' : ' ') : found,
  )

const gap = String.raw`\s?`
const quoted = String.raw`(?:'(?:[^'\n]|'')*'|"[^"\n]*")`
const joined = String.raw`(${quoted}(?:\s?\|\|\s?${quoted})*)(?=\s?(?:[,);\]]|$|[a-z]))`

/** What SQL names a file by. The group is the name, where it stands there as a text. */
const inSql: readonly (readonly [
  access: DatabaseFile['access'],
  pattern: RegExp,
  families: readonly Family[],
])[] = [
  ['write', new RegExp(String.raw`\bwritefile\b(?:["\]]?${gap}\(${gap}${joined})?`, 'gi'), ['sqlite']],
  [
    'read',
    new RegExp(String.raw`\b(?:readfile|fsdir|lsdir|zipfile)\b["\]]?${gap}\(${gap}${joined}`, 'gi'),
    ['sqlite'],
  ],
  ['write', new RegExp(String.raw`\bvacuum\b[^;]*?\binto\b(?:${gap}${joined})?`, 'gi'), ['sqlite']],
  [
    'change',
    new RegExp(
      String.raw`\battach${gap}(?:database${gap})?(?:if${gap}not${gap}exists${gap})?${joined}`,
      'gi',
    ),
    ['sqlite'],
  ],
  [
    'write',
    new RegExp(String.raw`\binto${gap}(?:outfile|dumpfile)(?:${gap}${joined})?`, 'gi'),
    ['mysql', 'clickhouse'],
  ],
  ['read', new RegExp(String.raw`\bload_file${gap}\(${gap}${joined}`, 'gi'), ['mysql']],
  [
    'read',
    new RegExp(String.raw`\b(?:local${gap}|from${gap})?infile${gap}${joined}`, 'gi'),
    ['mysql', 'clickhouse'],
  ],
  ['read', new RegExp(String.raw`\bfile${gap}\(${gap}${joined}`, 'gi'), ['clickhouse']],
  [
    'read',
    new RegExp(String.raw`\bpg_(?:read_(?:binary_)?file|ls_dir)${gap}\(${gap}${joined}`, 'gi'),
    ['postgres'],
  ],
  ['read', new RegExp(String.raw`\blo_import${gap}\(${gap}${joined}`, 'gi'), ['postgres']],
  ['write', new RegExp(String.raw`\blo_export${gap}\([^;]*?,${gap}${joined}`, 'gi'), ['postgres']],
  ['write', new RegExp(String.raw`\bcopy\b[^;]*?\bto${gap}${joined}`, 'gi'), ['postgres', 'sqlite']],
  ['read', new RegExp(String.raw`\bcopy\b[^;]*?\bfrom${gap}${joined}`, 'gi'), ['postgres', 'sqlite']],
  ['write', new RegExp(String.raw`\bexport${gap}database${gap}${joined}`, 'gi'), ['sqlite']],
  [
    'read',
    new RegExp(
      String.raw`\b(?:read_\w+|\w+_scan|sniff_csv|parquet_\w+|glob)${gap}\(${gap}\[?${gap}${joined}`,
      'gi',
    ),
    ['sqlite'],
  ],
  ['read', new RegExp(String.raw`\bfrom${gap}('[^'\n]*')`, 'gi'), ['sqlite']],
]

/** SQL that brings in code, or has an editor make it. */
const loadsInSql: Readonly<Record<Family, RegExp | undefined>> = {
  sqlite:
    /\bload_extension\b|(?<![\w.]|\b(?:into|table|from|join)\s)edit\b[^\w;=<>]*\(|\bfts3_tokenizer\b|(?:^|[;\n])\s?(?:force\s)?(?:install|load)\s['"\w]/im,
  postgres: /\blanguage\s'?(?:c|pl\w+u)\b|(?:^|;)\s?load\s'/im,
  mysql: /\bcreate\b[^;]*\bsoname\b|\binstall\s(?:plugin|soname)\b/i,
  clickhouse: /\bexecutable\s?\(/i,
}

/** SQL by which the database itself has a shell run something. */
const programInSql = new RegExp(String.raw`\bcopy\b[^;]*?\bprogram${gap}(${quoted})`, 'gi')

const unquote = (text: string): string =>
  text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text.slice(1, -1)

/** The texts of a constant, put together as `||` does. */
const valueOf = (constant: string): string =>
  (constant.match(new RegExp(quoted, 'g')) ?? []).map(unquote).join('')

/** A part of a word as a name or a line of its own. */
const part = (text: string, { known, from }: Word): Word =>
  known ? plainWord(text) : { ...plainWord(text), known: !/[$`]/.test(text), head: '', from }

interface Found {
  readonly runs: Word[]
  readonly loads: string[]
  readonly files: DatabaseFile[]
  readonly scripts: Word[]
}

/** The words of a dot or backslash command; a quoted one is one word. */
const wordsIn = (line: string): readonly string[] =>
  [...line.matchAll(/'([^'\n]*)'|"([^"\n]*)"|([^\s'"]+)/g)].map((match) => {
    const [, single, double, bare] = match as readonly (string | undefined)[]
    return single ?? double ?? bare ?? ''
  })

const dotCommands = [
  ...[
    'shell',
    'system',
    'once',
    'output',
    'import',
    'read',
    'backup',
    'save',
    'clone',
    'log',
    'trace',
    'archive',
  ],
  ...['restore', 'open', 'excel', 'www', 'load', 'edit', 'pager', 'session'],
]

/** Words of such commands that name no file. */
const noFile = /^(stdout|stderr|stdin|off|on|none|auto(matic)?|\d+|-)$/

/** What is told to a client by a name that may be a file, or a line behind `|`. */
function toPlace(name: string | undefined, access: DatabaseFile['access'], word: Word, found: Found): void {
  if (name === undefined || name === '') return
  if (name.startsWith('|')) found.runs.push(part(name.slice(1).trim(), word))
  else if (!noFile.test(name) && !name.startsWith(':memory:'))
    found.files.push({ access, word: part(name, word) })
}

/** A file with statements that is named in one. */
function toScript(name: string | undefined, word: Word, found: Found): void {
  toPlace(name, 'read', word, found)
  if (name !== undefined && name !== '' && !name.startsWith('|') && !noFile.test(name))
    found.scripts.push(part(name, word))
}

/** sqlite's and duckdb's commands may be cut short, as long as it is clear which is meant; where it is not, each counts. */
function readDots(text: string, word: Word, found: Found): void {
  for (const [, given = '', rest = ''] of text.matchAll(/^[ \t]*\.([a-z]+)[ \t]*([^\n]*)/gim))
    for (const name of dotCommands.filter((each) => each.startsWith(given.toLowerCase())))
      readDot(name, rest.trim(), word, found)
}

function readDot(name: string, rest: string, word: Word, found: Found): void {
  if (rest === '' && !/^(excel|www|edit)$/.test(name)) return
  const words = wordsIn(rest)
  const operands = words.filter((each, at) => !each.startsWith('-') && !/^--?skip$/.test(words[at - 1] ?? ''))
  switch (name) {
    case 'shell':
    case 'system':
      found.runs.push(part(rest, word))
      return
    case 'pager':
      if (!noFile.test(rest)) found.runs.push(part(rest, word))
      return
    case 'once':
    case 'output':
      if (words.some((each) => /^--?[exw]$/.test(each))) found.loads.push(`.${name} ${rest}`)
      // What stands behind the bar is one line, quoted or not.
      if (rest.startsWith('|')) toPlace(rest, 'write', word, found)
      else toPlace(operands[0], 'write', word, found)
      return
    case 'read':
      if (rest.startsWith('|')) toPlace(rest, 'read', word, found)
      else toScript(operands[0], word, found)
      return
    case 'import':
      if (rest.startsWith('|')) toPlace(rest, 'read', word, found)
      else toPlace(operands[0], 'read', word, found)
      return
    case 'restore':
      toPlace(operands.at(-1), 'read', word, found)
      return
    case 'backup':
    case 'save':
    case 'clone':
    case 'log':
    case 'trace':
      toPlace(operands.at(-1), 'write', word, found)
      return
    case 'open':
      toPlace(operands.at(-1), 'change', word, found)
      return
    case 'session': {
      const at = words.findIndex((each) => /^(changeset|patchset)$/.test(each))
      if (at >= 0) toPlace(words[at + 1], 'write', word, found)
      return
    }
    case 'archive':
      for (const [at, each] of words.entries()) {
        const [, option = '', tied] = /^(--file|--directory)=(.+)$/s.exec(each) ?? []
        const name = tied ?? words[at + 1]
        if (/^-?[a-zA-Z]*f$|^--file$/.test(option || each)) toPlace(name, 'write', word, found)
        if (/^(-C|--directory)$/.test(option || each) && name !== undefined)
          found.files.push({ access: 'write', word: part(name, word), into: true })
      }
      return
    default:
      // `.load`, and what hands a result to a program of the desktop.
      found.loads.push(`.${name}`)
  }
}

/** psql's backslash commands, which may stand anywhere. A place in the home folder is one as in a shell. */
function readBackslashes(text: string, word: Word, found: Found, home: string): void {
  const place = (name: string | undefined, access: DatabaseFile['access']): void => {
    toPlace(name?.replace(/^~(?=\/)/, home), access, word, found)
  }
  for (const [, rest = ''] of text.matchAll(/\\!([^\n]*)/g))
    if (rest.trim() !== '') found.runs.push(part(rest.trim(), word))
  for (const [, rest = ''] of text.matchAll(
    /\\(?:o|out|g|gx|w|write|s)(?![a-z])[ \t]*(?:\([^)\n]*\))?[ \t]*([^\n]*)/g,
  ))
    if (rest.startsWith('|')) place(rest, 'write')
    else place(wordsIn(rest.split('\\', 1)[0] ?? '')[0], 'write')
  for (const [, rest = ''] of text.matchAll(/\\(?:i|ir|include|include_relative)(?![a-z_])[ \t]+([^\n\\]*)/g))
    toScript(wordsIn(rest)[0]?.replace(/^~(?=\/)/, home), word, found)
  for (const [, rest = ''] of text.matchAll(/\\lo_import[ \t]+([^\n\\]*)/g)) place(wordsIn(rest)[0], 'read')
  for (const [, rest = ''] of text.matchAll(/\\lo_export[ \t]+([^\n\\]*)/g)) place(wordsIn(rest)[1], 'write')
  for (const [, line = ''] of text.matchAll(/\\copy\b([^\n]*)/gi)) {
    const [, way = '', name = ''] =
      /\b(to|from)\s+(?!program\b|stdin\b|stdout\b|pstdin\b|pstdout\b)('[^'\n]*'|[^\s';]+)/i.exec(line) ?? []
    place(wordsIn(name)[0], way.toLowerCase() === 'to' ? 'write' : 'read')
  }
  // `\set x `line``: what the line prints.
  for (const [, line = ''] of text.matchAll(/\\[a-z]{1,30}[^\n`]{0,200}`([^`\n]+)`/g))
    found.runs.push(part(line, word))
  if (/\\(?:e|edit|ef|ev)(?![a-z])/.test(text)) found.loads.push('\\e')
}

/** Pagers that only show. */
const shows = /^(less|more|cat|most|pspg)(\s+-[\w-]+)*$/

/** mysql's own commands: by a word at the start of a statement, or by a letter behind a backslash anywhere. */
function readClient(text: string, word: Word, found: Found): void {
  for (const [, name = '', letter = '', rest = ''] of text.matchAll(
    /(?:(?:^|[;\n])[ \t]*(system|pager|tee|source|edit)(?=[ \t;]|$)|\\([!PT.e]))[ \t]*([^\n]*)/gi,
  )) {
    const line = rest.trim().replace(/\s*;\s*$/, '')
    const is = letter === '' ? name.toLowerCase() : letter
    if (is === 'edit' || is === 'e') found.loads.push('edit')
    else if (line === '') continue
    else if (is === 'system' || is === '!') found.runs.push(part(line, word))
    else if (is === 'pager' || is === 'P') {
      if (!shows.test(line)) found.runs.push(part(line, word))
    } else if (is === 'tee' || is === 'T') toPlace(line.split(/[;\s]/, 1)[0], 'write', word, found)
    else toScript(line.split(/[;\s]/, 1)[0], word, found)
  }
}

function readText(family: Family, word: Word, home: string, found: Found): void {
  const text = word.text.slice(0, longest)
  if (family === 'sqlite') readDots(text, word, found)
  if (family === 'postgres') readBackslashes(text, word, found, home)
  if (family === 'mysql') readClient(text, word, found)
  const sql = spaced(text, family)
  for (const [access, pattern, names] of inSql)
    if (names.includes(family))
      for (const [whole, name] of sql.matchAll(pattern) as Iterable<readonly (string | undefined)[]>)
        if (name !== undefined) toPlace(valueOf(name), access, word, found)
        else if (access === 'write') found.files.push({ access, word: unknownWord(whole ?? '') })
  if (family === 'postgres')
    for (const [, line = ''] of sql.matchAll(programInSql)) found.runs.push(part(unquote(line), word))
  const [loads] = loadsInSql[family]?.exec(sql) ?? []
  if (loads !== undefined) found.loads.push(loads.replace(/^;?\s+/, ''))
}

/** The value that a word gives to an option, tied to it or the next word, and whether the next word is taken. */
function optionAt(
  family: Family,
  args: readonly Word[],
  at: number,
): readonly [Option, Word | undefined, boolean] | undefined {
  const word = args[at]
  if (!word?.text.startsWith('-')) return undefined
  const cut = word.text.indexOf('=')
  const name = cut > 0 ? word.text.slice(0, cut) : word.text
  const isOne = ({ names }: Option): boolean => names.test(name)
  const whole = options[family].find(isOne)
  if (whole)
    return cut > 0 ? [whole, withText(word, word.text.slice(cut + 1)), false] : [whole, args[at + 1], true]
  if (family === 'sqlite' || word.text.startsWith('--')) return undefined
  // `-cTEXT`, `-o|line`
  const short = options[family].find(({ names }) => names.test(word.text.slice(0, 2)))
  return short && [short, withText(word, word.text.slice(2)), false]
}

/**
 * What a call of a database's client does by its statements and commands, by the words of its line and what `told` finds, the known text on
 * its standard input; undefined for other programs, of which nothing is looked for. `home` is what a client takes `~` for.
 */
export function readDatabaseCall(
  { program, words }: Pick<SimpleCommand, 'program' | 'words'>,
  told: () => string | undefined,
  home = '~',
): DatabaseCall | undefined {
  const family = families.find(([, name]) => name.test(program))?.[0]
  if (family === undefined) return undefined
  const found: Found = { runs: [], loads: [], files: [], scripts: [] }
  const args = words.slice(1)
  let operands = 0
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    const given = optionAt(family, args, at)
    if (given) {
      const [{ is }, value, next] = given
      if (next) at += 1
      if (!value) continue
      if (is === 'text') readText(family, value, home, found)
      else if (is === 'line' && !shows.test(value.text)) found.runs.push(value)
      else if (is === 'write' && value.text !== '-') toPlace(value.text, is, value, found)
      else if (is === 'script') {
        if (value.text !== '-') toPlace(value.text, 'read', value, found)
        found.scripts.push(value)
      }
      continue
    }
    if (word.text.startsWith('-')) continue
    operands += 1
    // The first one of sqlite3 is the file that holds the database.
    if (family === 'sqlite' && operands > 1) readText(family, word, home, found)
  }
  const input = told()
  if (input !== undefined) readText(family, plainWord(input), home, found)
  return found
}

/** How a statement stands in a call's own words. */
const tells: Readonly<Record<Family, string>> = {
  sqlite: '-cmd',
  postgres: '-c',
  mysql: '-e',
  clickhouse: '-q',
}

/** Lines of SQL that say nothing, wherever they stand: a comment of words alone. */
const comments = /^[ \t]*--[ \t][\w ,.:()=-]*$/gm

/** The files in which a client finds what it is told, its input among them where that is one, and the same call with their text in its words. */
export function databaseScripts(
  command: SimpleCommand,
  input: string | undefined,
):
  | {
      readonly files: readonly Word[]
      readonly variables: readonly string[]
      readonly again: (text: string) => readonly Word[]
    }
  | undefined {
  const family = families.find(([, name]) => name.test(command.program))?.[0]
  if (family === undefined) return undefined
  const { scripts = [] } = readDatabaseCall(command, () => input) ?? {}
  const isFed = input === undefined && /^(file|pipe)$/.test(command.stdin.kind)
  const startUp = environmentOf(command).filter(
    ({ name, value }) => family === 'postgres' && name === 'PSQLRC' && value.text !== '',
  )
  const [program = plainWord(command.program), ...args] = command.words
  const [database] = args.filter(
    ({ text }) => !text.startsWith('-') && !scripts.some((each) => each.text === text),
  )
  return {
    files: [...scripts, ...startUp.map(({ value }) => value), ...(isFed ? [plainWord('-')] : [])],
    variables: startUp.map(({ name }) => name),
    again: (text) => [
      program,
      ...(family === 'sqlite' && database ? [database] : []),
      plainWord(tells[family]),
      plainWord(text.replace(comments, '')),
    ],
  }
}
