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
