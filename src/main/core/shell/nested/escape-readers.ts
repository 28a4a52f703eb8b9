import { plainWord, type Word } from '../graph'
import { isDatabaseClient, readDatabaseCall } from './database-calls'
import { isEditor, isPlainEdit, readEditor } from './editor-commands'
import { embeddedCommands } from './embedded-commands'
import { joinWords, type NestedReader, type NestedCommand } from './nested-command'
import { readSed, sedDeeds } from './sed-calls'

const escape = (text: Word, title: string): NestedCommand => ({
  kind: 'script',
  text,
  title,
  shell: 'posix',
  how: { via: 'escape', stdin: { kind: 'inherit' } },
})

const part = (word: Word, text: string): Word => ({ ...word, text, head: '' })

/** Options whose value is a command of the program's own. The first group of a match is the value, when it is attached. */
const options: Readonly<Record<string, RegExp>> = {
  emacs: /^-{1,2}eval(?:=(.*))?$/s,
  emacsclient: /^(?:-e|--eval)(?:=(.*))?$/s,
  nmap: /^--script(?:=(.*))?$/,
}

/** What a command of vim's starts by way of a language of its own: Lua, Python, `system()`, `delete()`. */
function vimCommands(value: string): string | undefined {
  const found = embeddedCommands(value, 'vim')
  return found.length > 0
    ? found.join('\n')
    : /system\(|\bjobstart\(|\btermopen\(/.test(value)
      ? value
      : undefined
}

/** Where such a value holds more than a command: what of it is one; undefined when it is harmless. */
function commandIn(program: string, value: string): string | undefined {
  switch (program) {
    case 'emacs':
    case 'emacsclient':
      return embeddedCommands(value, 'emacs').join('\n') || value
    case 'nmap':
      return /[/.]/.test(value) ? value : undefined
    default:
      return value
  }
}

const insideOption: NestedReader = ({ command, args }) => {
  const { program } = command
  const pattern = Object.hasOwn(options, program) ? options[program] : undefined
  if (!pattern) return []
  return args.flatMap((word, at): NestedCommand[] => {
    const match = pattern.exec(word.text)
    if (!match) return []
    const attached = (match.slice(1) as (string | undefined)[]).find(
      (group) => group !== undefined && group !== '',
    )
    const value = attached === undefined ? args[at + 1] : part(word, attached)
    const text = value && commandIn(program, value.text)
    return text === undefined || text === '' || !value
      ? []
      : [escape(part(value, text), `${program} ${word.text}`)]
  })
}

/** Longer scripts are not searched: they would take longer than an approval may wait. */
const maxSed = 4000

/** sed's `e` command, and the `e` flag of `s`. A `w` is a write, which the actions know. */
const insideSed: NestedReader = ({ args }) => {
  const { scripts } = readSed(args)
  if (scripts.length === 0) return []
  const word = joinWords(scripts, '\n')
  if (word.text.length > maxSed)
    return [{ kind: 'unreadable', reason: 'the sed script is too long to be read' }]
  const { runs, made, whole } = sedDeeds(word.text)
  // What is taken over from the line that it reads is not known.
  const isOpen = runs.includes('') || made.some((text) => text.trim() === '' || /[&\\]/.test(text))
  return [
    ...runs.filter((text) => text !== '').map((text) => escape(part(word, text), 'the e command of sed')),
    ...made
      .filter((text) => !/[&\\]/.test(text))
      .map((text) => escape(part(word, text), 'what sed substitutes')),
    ...(isOpen ? [{ kind: 'unreadable' as const, reason: 'sed runs what it reads or substitutes' }] : []),
    ...(whole || !word.known
      ? []
      : [{ kind: 'unreadable' as const, reason: 'the sed script could not be read' }]),
  ]
}

/** What ed, ex and vim start: lines for a shell, and what their own languages start. What is not known to start nothing is not read. */
const insideEditor: NestedReader = ({ command, input }) => {
  const { commands = [], scripted = false } = readEditor(command, input) ?? {}
  const started = commands.flatMap((each): readonly NestedCommand[] => {
    const { text, word } = each
    const line =
      /^[%\d,$.'<>]*\s*(?:!|r(?:ead)?\s*!|w(?:rite)?\s+!|te(?:r|rm|rminal)?\s+)(.*)$/s.exec(text)?.[1] ??
      vimCommands(text)
    if (line !== undefined && line !== '')
      return [escape(part(word, line), `a command for ${command.program}`)]
    return isPlainEdit(each)
      ? []
      : [
          {
            kind: 'unreadable',
            reason: `it is not known what “${text.slice(0, 40)}” does in ${command.program}`,
          },
        ]
  })
  return scripted
    ? [...started, { kind: 'unreadable', reason: `what ${command.program} is told to do is not known` }]
    : started
}

/** Programs that read `!command` lines; of Haskell's `:!command`. */
const insideLines: NestedReader = ({ input }) =>
  [...(input ?? '').matchAll(/^(?:w\s+|r\s+|:)?!(.*)$/gm)].map(([, text = '']) =>
    escape(plainWord(text), 'a line that starts with !'),
  )

/** What a client of a database hands to a shell. */
const insideDatabase: NestedReader = ({ command, input }) =>
  (readDatabaseCall(command, () => input)?.runs ?? []).map((line) =>
    escape(line, `a command for ${command.program}`),
  )

/** Ordinary programs' ways of starting another one. */
export function escapeReaders(program: string): readonly NestedReader[] {
  if (/^g?sed$/.test(program)) return [insideSed]
  if (isEditor(program)) return [insideEditor]
  if (/^(l?ftp|sftp|telnet|mailx?|ghci)$/.test(program)) return [insideLines]
  if (isDatabaseClient(program)) return [insideDatabase]
  return [insideOption]
}
