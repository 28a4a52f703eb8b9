import { environmentOf, plainWord, type SimpleCommand, type Word, withText } from '../graph'

/** How a program finds files whose lines are options of the call, and what their lines come to as words. */
interface OptionFiles {
  readonly options: RegExp
  /** The letter of a short one, which may stand at the end of a cluster with the file tied to it. */
  readonly letter?: string
  /** Variables that name the file, or the folder in which it has this name. */
  readonly variables: Readonly<Record<string, string>>
  /** What such a file is called in the home folder. */
  readonly home?: string
  /** An option whose value is such a line itself. */
  readonly line?: RegExp
  readonly words: (text: string) => readonly string[]
}

/** Lines that say something, without those that are comments. */
const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v' }

/** A value as curl reads it: in quotes with escapes, or up to the next blank. */
function curlValue(text: string): string {
  const [, quoted] = /^"((?:\\.|[^"\\])*)/s.exec(text) ?? []
  return quoted === undefined
    ? (text.split(/\s/, 1)[0] ?? '')
    : quoted.replace(/\\(.)/gs, (_, letter: string) =>
        Object.hasOwn(escaped, letter) ? (escaped[letter] ?? '') : letter,
      )
}

const curlWords = (text: string): readonly string[] =>
  linesOf(text).flatMap((line) => {
    const [, name = '', rest = ''] = /^([^\s=:]+)[\s=:]*(.*)$/s.exec(line) ?? []
    const value = curlValue(rest)
    return [name.startsWith('-') ? name : `--${name}`, ...(value === '' ? [] : [value])]
  })

/** Commands of wget's files that are called otherwise as options. Case, `_` and `-` in them say nothing. */
const ofWget = new Map(
  Object.entries({
    input: 'input-file',
    logfile: 'output-file',
    dirprefix: 'directory-prefix',
    outputdocument: 'output-document',
    postfile: 'post-file',
    postdata: 'post-data',
    bodyfile: 'body-file',
    bodydata: 'body-data',
    useaskpass: 'use-askpass',
    savecookies: 'save-cookies',
    loadcookies: 'load-cookies',
    warcfile: 'warc-file',
    privatekey: 'private-key',
    hstsfile: 'hsts-file',
    checkcertificate: 'check-certificate',
    rejectedlog: 'rejected-log',
  }),
)

const wgetWords = (text: string): readonly string[] =>
  linesOf(text).flatMap((line) => {
    const [, name = '', value = ''] = /^([\w-]+)\s*=?\s*(.*)$/s.exec(line) ?? []
    const spoken = ofWget.get(name.toLowerCase().replace(/[-_]/g, '')) ?? name.replaceAll('_', '-')
    const plain = value.replace(/^(["'])(.*)\1$/s, '$2')
    return name === '' ? [] : [`--${spoken}${plain === '' ? '' : `=${plain}`}`]
  })

const ariaWords = (text: string): readonly string[] =>
  linesOf(text).flatMap((line) => {
    const [, name = '', value = ''] = /^([\w-]+)\s*=?\s*(.*)$/s.exec(line) ?? []
    return name === '' ? [] : [`--${name}${value === '' ? '' : `=${value}`}`]
  })

const programs = new Map<string, OptionFiles>(
  Object.entries({
    curl: {
      options: /^--config$/,
      letter: 'K',
      variables: { CURL_HOME: '.curlrc' },
      home: '.curlrc',
      words: curlWords,
    },
    wget: {
      options: /^--config$/,
      line: /^(-e|--execute)$/,
      variables: { WGETRC: '', SYSTEM_WGETRC: '' },
      home: '.wgetrc',
      words: wgetWords,
    },
    aria2c: { options: /^--conf-path$/, variables: {}, words: ariaWords },
  }),
)

/** Where options of a call stand besides its words, and the words that do not say so. */
export interface OptionFilesCall {
  readonly files: readonly Word[]
  /** Lines of such files that stand in the call's own words. */
  readonly lines: readonly Word[]
  /** The file of a home folder that the line itself has named, if it is there. */
  readonly homes: readonly Word[]
  readonly others: readonly Word[]
  /** Variables that name such a file. */
  readonly variables: readonly string[]
  readonly words: (text: string) => readonly Word[]
}

/** curl's letters with a value: what follows one in a cluster is that. */
const valued = 'AbcCdDeEFHmoPQrtTuUwxXyYz'

/** The files whose lines are options of a call; undefined for programs that have none. */
export function readOptionFiles(command: SimpleCommand): OptionFilesCall | undefined {
  const known = programs.get(command.program)
  if (!known) return undefined
  const files: Word[] = []
  const lines: Word[] = []
  const others: Word[] = []
  const args = command.words.slice(1)
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    const cut = word.text.startsWith('--') ? word.text.indexOf('=') : -1
    const name = cut < 0 ? word.text : word.text.slice(0, cut)
    const into = known.options.test(name) ? files : known.line?.test(name) === true ? lines : undefined
    const letters = known.letter !== undefined && /^-[a-zA-Z#:0-9]/.test(word.text) ? word.text.slice(1) : ''
    const where = letters === '' ? -1 : letters.indexOf(known.letter ?? '')
    const isShort = where >= 0 && !Array.from(letters.slice(0, where)).some((each) => valued.includes(each))
    if (into || isShort) {
      const tied = isShort ? letters.slice(where + 1) : cut < 0 ? '' : word.text.slice(cut + 1)
      const value = tied === '' ? args[++at] : withText(word, tied)
      if (value) (into ?? files).push(value)
      if (isShort && where > 0) others.push(withText(word, `-${letters.slice(0, where)}`))
    } else others.push(word)
  }
  const variables: string[] = []
  for (const { name, value } of environmentOf(command))
    if (Object.hasOwn(known.variables, name) && value.text !== '') {
      const below = known.variables[name] ?? ''
      files.push(below === '' ? value : withText(value, `${value.text}/${below}`))
      variables.push(name)
    }
  const homes = environmentOf(command).flatMap(({ name, value }) =>
    name === 'HOME' && value.text !== '' && known.home !== undefined
      ? [withText(value, `${value.text}/${known.home}`)]
      : [],
  )
  if (homes.length > 0) variables.push('HOME')
  const words = (text: string): readonly Word[] => known.words(text).map(plainWord)
  return files.length + lines.length + homes.length === 0
    ? undefined
    : { files, homes, lines, others, variables, words }
}
