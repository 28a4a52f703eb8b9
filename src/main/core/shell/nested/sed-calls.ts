import { type Word, withText } from '../graph'

/** A call of sed: its scripts, the files that hold further ones, the files that it reads, and its words without any script. */
export interface SedCall {
  readonly scripts: readonly Word[]
  readonly scriptFiles: readonly Word[]
  readonly files: readonly Word[]
  readonly others: readonly Word[]
}

/** Letters of options without a value, before one that has one. */
const cluster = /^-([nrsuzEb]*)([ef])(.*)$/s

const isLong = (text: string, option: string): boolean =>
  text.length > 3 && option.startsWith(text.split('=', 1)[0] ?? '')

/** Reads the words behind `sed`, whose options may stand behind its files as well. */
export function readSed(args: readonly Word[]): SedCall {
  const scripts: Word[] = []
  const scriptFiles: Word[] = []
  const others: Word[] = []
  const operands: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) break
    const { text } = word
    if (text === '--') {
      operands.push(...args.slice(at + 1))
      break
    }
    const into = isLong(text, '--expression') ? scripts : isLong(text, '--file') ? scriptFiles : undefined
    const [, letters = '', letter, tied = ''] = cluster.exec(text) ?? []
    if (into && text.includes('=')) into.push(withText(word, text.slice(text.indexOf('=') + 1)))
    else if (into || letter !== undefined) {
      const value = tied === '' ? args[++at] : withText(word, tied)
      if (value) (into ?? (letter === 'e' ? scripts : scriptFiles)).push(value)
      if (letters !== '') others.push(withText(word, `-${letters}`))
    } else if (/^-./.test(text)) {
      others.push(word)
      const next = args[at + 1]
      if (/^(-[nrsuzEb]*l|--line-length)$/.test(text) && next) {
        others.push(next)
        at += 1
      }
    } else operands.push(word)
  }
  const [first, ...rest] = operands
  const isScript = scripts.length + scriptFiles.length === 0
  const files = isScript ? rest : operands
  return { scripts: isScript && first ? [first] : scripts, scriptFiles, files, others: [...others, ...files] }
}

/** What a script of sed does besides editing. `runs`: lines for a shell, '' for each line that is edited; `made`: what `s` puts in and then runs. */
export interface SedDeeds {
  readonly runs: readonly string[]
  readonly made: readonly string[]
  readonly writes: readonly string[]
  readonly reads: readonly string[]
  /** False where it is no script, or none that is read here. */
  readonly whole: boolean
}

const set = /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/y
const once = (pattern: RegExp, script: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(script)?.[0] ?? ''
}

/** Where what stands between two marks ends, behind the second; -1 where it does not. GNU's newer ones do not count a mark within brackets. */
function past(script: string, from: number, mark: string, brackets: boolean): number {
  for (let at = from; at < script.length; at++) {
    const each = script.charAt(at)
    if (each === '\\') at += 1
    else if (each === mark) return at + 1
    else if (brackets && each === '[') at += Math.max(once(set, script, at).length - 1, 0)
  }
  return -1
}

const line = /[^\n]*/y
const lines = /(?:\\[^]|[^\\\n])*/y

/** Reads a script command by command: what looks like one in a text, a pattern or a file's name is none. */
function readScript(script: string, brackets: boolean): SedDeeds {
  const [runs, made, writes, reads]: [string[], string[], string[], string[]] = [[], [], [], []]
  let at = 0
  const take = (pattern: RegExp): string => {
    const found = once(pattern, script, at)
    at += found.length
    return found
  }
  const skip = (mark: string, isPattern: boolean): boolean => {
    at = mark === '' ? -1 : past(script, at, mark, brackets && isPattern)
    return at >= 0
  }
  /** A pattern, a number or the last line; true where there is none. */
  const address = (): boolean => {
    if (take(/[\d$][\d~]*|[+~]\d+/y) !== '') return true
    const mark = take(/\\[^]|\//y).slice(-1)
    const isWhole = mark === '' || skip(mark, true)
    if (isWhole && mark !== '') take(/[IM]*/y)
    return isWhole
  }
  const done = (whole: boolean): SedDeeds => ({ runs, made, writes, reads, whole })
  for (;;) {
    take(/[\s;}]*/y)
    if (at >= script.length) return done(true)
    if (!address()) return done(false)
    if (take(/\s*,\s*/y) !== '' && !address()) return done(false)
    take(/[\s!]*/y)
    const command = script.charAt(at++)
    if (/[#]/.test(command)) take(line)
    else if (/[aic]/.test(command)) take(lines)
    else if (command === 'e') runs.push(take(line).trim())
    else if (/[rR]/.test(command)) reads.push(take(line).trim())
    else if (/[wW]/.test(command)) writes.push(take(line).trim())
    else if (/[:btT]/.test(command)) take(/[ \t]*[^\s;}]*/y)
    else if (/[qQlLv]/.test(command)) take(/[ \t]*[\d.]*/y)
    else if (/[sy]/.test(command)) {
      const mark = script.charAt(at++)
      if (!skip(mark, command === 's')) return done(false)
      const from = at
      if (!skip(mark, false)) return done(false)
      const put = script.slice(from, at - 1).replaceAll(`\\${mark}`, mark)
      if (command === 's' && take(/[gpiImMe\d]*/y).includes('e')) made.push(put)
      if (command === 's' && take(/w/y) !== '') writes.push(take(line).trim())
    } else if (!/[{dDgGhHnNpPxzF=]/.test(command)) return done(false)
  }
}

/** What a script of sed runs, writes and reads. */
export function sedDeeds(script: string): SedDeeds {
  const found = readScript(script, true)
  return found.whole ? found : readScript(script, false)
}
