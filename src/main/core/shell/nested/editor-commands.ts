import { plainWord, type SimpleCommand, type Word } from '../graph'

/** One command for an editor, without the colon and `silent` before it; `word` is where it stands. */
export interface EditorCommand {
  readonly text: string
  readonly word: Word
}

/** A call of ed, ex or vim: what it is told to do, and the files that it opens. */
export interface EditorCall {
  readonly commands: readonly EditorCommand[]
  readonly files: readonly Word[]
  /** It was told all that it is to do in words that are known, up to its end, and is not left to a person. */
  readonly told: boolean
  /** It reads further commands from a script, or from what is not known yet. */
  readonly scripted: boolean
  /** It opens its files to be looked at. */
  readonly views: boolean
}

/** What is longer is not read. */
const maxChars = 20_000
const names = /^(?:(?:r?vim|nvim|vi|ex|rview|view)|ed|red)$/

/** Whether a program is an editor of this family. */
export const isEditor = (program: string): boolean => names.test(program)

/** Options whose value is the next word, beside those for commands. */
const valued =
  /^-(?:[uUiwWTtqSl]|[a-zA-Z]*[uUiwWTtq]|-servername|-server|-remote-(?:send|expr)|-startuptime|-listen)$/
/** Options by which it is told what to do in a file, in Lua, or by way of another one that is open. */
const telling = /^-(?:[a-zA-Z]*[Su]|l|-remote.*|-server)$/
/** A file that is fetched. */
const isFetched = ({ text }: Word): boolean => /^[a-z]+:\/\//i.test(text)
const forCommand = /^(?:-[a-zA-Z]*c|--cmd)$/
/** Lines that are put in as they are, after a command to append, insert or change. */
const putIn = /^[%\d,$.]*[aic]\n(?:(?!\.$).*\n)*\.$/gm
const opening = /^\s*:*\s*(?:sil(?:ent)?!?\s+|noau(?:tocmd)?\s+|keepj\w*\s+)*/

/** A substitution to its end: what follows a bar behind that is the next command. */
const replacing = /^[%\d,$.'<>]*\s*s([^\w\s|"])(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[^|]*/

/** A line for an editor as its commands: a bar parts them, but for what an outer command or a pattern has of its own. */
function commandsIn(word: Word, text: string): readonly EditorCommand[] {
  return text.split('\n').flatMap((line) => {
    const found: EditorCommand[] = []
    let rest = line.replace(opening, '')
    while (rest !== '') {
      const isLast =
        /^[%\d,$.'<>]*\s*(?:!|g|v|norm|r(?:ead)?\s*!|w(?:rite)?\s+!|te(?:r|rm|rminal)?\s|s[^\w\s])/.test(rest)
      const whole = replacing.exec(rest)?.[0].length
      const cut = whole !== undefined && rest[whole] === '|' ? whole : isLast ? -1 : rest.search(/(?<!\\)\|/)
      found.push({ text: (cut < 0 ? rest : rest.slice(0, cut)).trim(), word })
      rest = cut < 0 ? '' : rest.slice(cut + 1).replace(opening, '')
    }
    return found
  })
}

/** Reads a call of an editor of this family; undefined for other programs. `input`: what comes on its standard input, where that is known. */
export function readEditor({ program, words, stdin }: SimpleCommand, input?: string): EditorCall | undefined {
  if (!isEditor(program)) return undefined
  const isEd = program === 'ed' || program === 'red'
  const commands: EditorCommand[] = []
  const files: Word[] = []
  const flags: string[] = []
  const args = words.slice(1)
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word) continue
    const { text } = word
    const attached = /^(?:\+|-c(?=.))(.*)$/s.exec(isEd ? '' : text)?.[1]
    if (text === '--') files.push(...args.slice(++at))
    else if (attached !== undefined) commands.push(...commandsIn(word, attached))
    // In place of a file, ed takes a command.
    else if (isEd && text.startsWith('!')) commands.push({ text, word })
    else if (!text.startsWith('-')) files.push(word)
    else if (!isEd && forCommand.test(text)) {
      const value = args[++at]
      if (value) commands.push(...commandsIn(value, value.text))
    } else {
      // `-u NONE` reads no script.
      if (!/^-[a-zA-Z]*u$/.test(text) || !/^(?:NONE|NORC|DEFAULTS)$/.test(args[at + 1]?.text ?? ''))
        flags.push(text)
      if (isEd ? /^(?:-p|--prompt)$/.test(text) : valued.test(text)) at += 1
    }
    if (text === '--') break
  }
  const readsInput = isEd || program === 'ex' || flags.some((flag) => /^-[a-zA-Z]*[eE]/.test(flag))
  const told = input === undefined ? (stdin.kind === 'text' ? stdin.word : undefined) : plainWord(input)
  const isLong = told !== undefined && told.text.length > maxChars
  if (readsInput && told && !isLong) commands.push(...commandsIn(told, told.text.replaceAll(putIn, '')))
  const isFed = stdin.kind !== 'inherit' && !(stdin.kind === 'file' && stdin.target.text === '/dev/null')
  const scripted =
    !commands.every(({ word }) => word.known) ||
    isLong ||
    // Where it reads no commands from its input it reads keys, but for a text that it is to show.
    (readsInput ? input === undefined && isFed && told === undefined : isFed && !flags.includes('-')) ||
    files.some(isFetched) ||
    (!isEd && flags.some((flag) => telling.test(flag) || (!readsInput && flag === '-s')))
  return {
    commands,
    files: files.filter((file) => !isFetched(file)),
    told:
      !scripted &&
      (readsInput ? commands.length > 0 : commands.some(({ text }) => /^(?:c?q|x|wq|exi)/.test(text))),
    scripted,
    views: /view$/.test(program) || flags.some((flag) => /^-[a-zA-Z]*[RM]/.test(flag)),
  }
}

const range = String.raw`(?:%|[\d,$.;+-]|'[\w<>]|\/[^/|]*\/|g!?\/[^/]*\/|v\/[^/]*\/)*\s*`

/** What is known to start nothing: lines that go, move, are marked, shown or looked for. */
const onLines = String.raw`$|[/?][^/?|]*[/?]?$|d(?:e(?:l(?:e(?:te?)?)?)?)?(?:\s+\w)?$|(?:[jlpnaic=<>#]|[mt]\s*[\d.$+-]*|[ky]\s*\w?)[pln]?$|j(?:oin)?!?$`
/** A substitution, whose text no expression makes and behind which nothing stands. */
const substitution = String.raw`s(?<by>[^\w\s|"])(?!.*\\=)(?:\\.|(?!\k<by>)[^\\])*(?:\k<by>(?:\\.|(?!\k<by>)[^\\|])*(?:\k<by>[^|]*)?)?$`
/** Files that are opened, read and saved by their names, and an end. */
const onFiles = String.raw`(?:w|wq|x|up|update|write|wa|wqa|xa|wall|xall|xit|exit|q|qa|quit|qall|cq|cquit|e|r|read|edit|sav|saveas|f|n|bn|b|Q|W|p|H|P|h)(?:!?$|!?\s+(?!\S*://)[^!\s~$\`][^~$\`]*$)`
/** Settings, without what is worked out. */
const settings = String.raw`(?:(?:set?|setl|setlocal)\b[^|(]*|(?:syntax|syn)\s+(?:on|off|enable)|(?:noh|retab|sort|filetype)\b[^|]*)$`

const plain = new RegExp(`^${range}(?:${onLines}|${substitution}|${onFiles}|${settings})`)

/** Whether a command of an editor is known to start nothing. */
export const isPlainEdit = ({ text }: EditorCommand): boolean => plain.test(text)
