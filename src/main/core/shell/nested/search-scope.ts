import type { Below, Word } from '../graph'
import { resolveAll } from '../paths'

const filters =
  /^-(i?name|i?path|i?regex|mtime|mmin|newer.*|atime|ctime|size|empty|perm|user|group|maxdepth|inum|links)$/

/** Nothing is known of where it looks. */
const anywhere: Below = { roots: [], filtered: false }

/** Where it looks below these folders; nowhere known where one of them is not: that one may be any. */
const folders = (named: readonly Word[], cwd: readonly string[]): Below['roots'] =>
  named.every(({ known }) => known) ? named.flatMap(({ text }) => resolveAll(text, cwd)) : []

/** Where the folders of a `find` begin, behind its own options, and what options of BSD's name as folders. */
function leadingOptions(args: readonly Word[]): { readonly end: number; readonly named: readonly Word[] } {
  const named: Word[] = []
  for (let at = 0; at < args.length; at += 1) {
    const { text = '' } = args[at] ?? {}
    if (text === '--') return { end: at + 1, named }
    if (/^-[EHLPXdsx]*f$/.test(text) || text === '-D') {
      at += 1
      const value = args[at]
      if (value && text !== '-D') named.push(value)
    } else if (!/^-([EHLPXdsx]+|[DO].*)$/.test(text)) return { end: at, named }
  }
  return { end: args.length, named }
}

/**
 * Which folders a `find` looks into, and whether a filter narrows what it finds. No folders: they are not known, because they stand in
 * a file or in a word that is only known at run time.
 */
export function findScope(words: readonly Word[], cwd: readonly string[]): Below {
  const args = words.slice(1)
  const leading = leadingOptions(args)
  const rest = args.slice(leading.end)
  const end = rest.findIndex((word) => /^[-(!,]/.test(word.text))
  const named = [...leading.named, ...(end < 0 ? rest : rest.slice(0, end))]
  const tests = end < 0 ? [] : rest.slice(end)
  const filtered = tests.some((word, at) => filters.test(word.text) && tests[at + 1]?.text !== '*')
  if (args.some(({ text }) => text === '-files0-from')) return { roots: [], filtered }
  const here = { text: '.', known: true, head: '.', glob: false, from: [] }
  return { roots: folders(named.length > 0 ? named : [here], cwd), filtered }
}

const fdValues =
  /^(-[detESocj]|--(max-depth|min-depth|exact-depth|extension|exclude|type|size|changed-(within|before|after)|newer|older|owner|color|threads|max-results|path-separator|ignore-file|batch-size|format|and|max-buffer-time|strip-cwd-prefix))$/

/** That `fd` finds names too that begin with a dot, where keys are; and what narrows what it finds. */
const fdHidden = /^(-[IsaLlp0iFgq1]*[Hu]|--(hidden|unrestricted)$)/
const fdNarrows =
  /^(-[IHusaLlp0iFgq1]*[eSo]|--(extension|size|owner|changed-(within|before|after)|newer|older)(=|$))/

/** Which folders an `fd` looks into, and whether it leaves anything out there. */
export function fdScope(args: readonly Word[], cwd: readonly string[]): Below {
  const operands: Word[] = []
  const paths: Word[] = []
  let start = cwd
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (!word) break
    const { text } = word
    const [, name = '', , value] = /^(-C|--base-directory|--search-path)(=(.*))?$/s.exec(text) ?? []
    if (name !== '') {
      const folder = value === undefined ? args[(at += 1)] : { ...word, text: value, head: value }
      // Another folder to start from moves all others.
      if (name !== '--search-path' && !folder?.known) return anywhere
      if (name !== '--search-path' && folder) start = resolveAll(folder.text, cwd)
      else if (folder) paths.push(folder)
    } else if (fdValues.test(text)) at += 1
    else if (text === '--') {
      operands.push(...args.slice(at + 1))
      break
    } else if (!/^-./.test(text)) operands.push(word)
  }
  const named = [...operands.slice(1), ...paths]
  const pattern = operands[0]?.text ?? ''
  const all = args.some(({ text }) => fdHidden.test(text)) && !args.some(({ text }) => fdNarrows.test(text))
  const filtered = !all || !/^[.^*$]*$/.test(pattern)
  return { roots: named.length > 0 ? folders(named, start) : start, filtered }
}
