import { builtInTable, isPlain, wrapperNames } from '../../programs/built-in'
import { type SimpleCommand, type Word, withText } from '../../shell/graph'
import { longestOption } from '../../shell/paths'
import { below } from './placing-programs'
import { all, type Found } from './program-forms'

/** An option that says by its name that its value is a file which is written. */
const writes =
  /^--(?!no-)(?:[a-z0-9]+[-_])*(?:out|output|outfile|log|logfile|report|write|save|dump|dest|trace)(?:[-_](?:file|path|to|dir))?=/
/** The same where the value is the next word: of other names it is not known whether they have one. */
const writesNext =
  /^--(?:out|output|outfile|out-file|output-file|out-dir|output-dir|log-file|logfile|report-file|save|save-to|write-to|dump-to|dest)$/

/** An option that says by its name that its value is a folder which is filled. */
const fills = /^--(?:out|output|dist|build|target|site)[-_]?(?:dir|directory|folder|path|root)(?:=|$)/i
/** Programs of a project whose options of such a name say where they build to. */
const isOfProject = (program: string): boolean =>
  builtInTable.of(program)?.effects.some(({ id = '' }) => id.startsWith('project.')) === true

/** What is no word for a format or a column. */
const isPath = ({ text, known }: Word): boolean => !known || /[/.~]/.test(text)

/** `convert a -write txt:FILE b`, and the form that stands before a file's name. */
const images = /^(convert|magick|mogrify|montage|composite|compare)$/

function imageOutputs(command: SimpleCommand): readonly Word[] {
  const { words } = command
  return words.slice(1).flatMap((word, at, args) => {
    const isWritten = args[at - 1]?.text === '-write'
    const [, text] = /^[A-Za-z0-9-]{2,20}:([^@].*)$/s.exec(word.text) ?? []
    const isLast = at === args.length - 1 && text !== undefined
    if (!isWritten && !isLast) return []
    return [text === undefined ? word : withText(word, text)]
  })
}

/** `curl -w '%output{FILE}…'`: what it says at the end goes there. */
const curlOutputs = ({ words }: SimpleCommand): readonly Word[] =>
  words.flatMap((word) =>
    [...word.text.matchAll(/%output\{(?:>>)?([^}]+)\}/g)].map(([, text = '']) => withText(word, text)),
  )

const isFilled = (option: Word | undefined): boolean =>
  option !== undefined && !option.text.includes('=') && fills.test(option.text)

/** The files that a program writes which is harmless by its name, told by the names of its options. */
export function namedOutputs(command: SimpleCommand): readonly Found[] {
  const { program, words } = command
  if (images.test(program)) return all(imageOutputs(command), command, 'write')
  if (program === 'curl') return all(curlOutputs(command), command, 'write')
  const builds = isOfProject(program)
  if ((!isPlain(program) && !builds) || wrapperNames.has(program)) return []
  const folders = words.slice(1).flatMap((word, at, args): Word[] => {
    if (!builds || word.text.length > longestOption) return []
    const [whole] = fills.exec(word.text) ?? []
    if (whole?.endsWith('=') === true) return [withText(word, word.text.slice(whole.length))]
    return whole === undefined && isFilled(args[at - 1]) ? [word] : []
  })
  const found = words.slice(1).flatMap((word, at, args): Word[] => {
    if (writesNext.test(args[at - 1]?.text ?? ''))
      return isPath(word) && !word.text.startsWith('-') ? [word] : []
    const [whole] = word.text.length <= longestOption ? (writes.exec(word.text) ?? []) : []
    if (whole === undefined) return []
    const text = word.text.slice(whole.length)
    const value = { ...word, text, head: word.known ? text : word.head.slice(whole.length) }
    return isPath(value) && text !== '' ? [value] : []
  })
  return [
    ...all(found, command, 'write'),
    ...folders.map((folder) => ({ access: 'create' as const, target: below(folder, command) })),
  ]
}
