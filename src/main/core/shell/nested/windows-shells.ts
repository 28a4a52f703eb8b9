import { plainWord, type Word } from '../graph'
import { joinWords, type NestedReader, type NestedCommand } from './nested-command'

const script = (
  text: Word,
  title: string,
  shell: 'powershell' | 'cmd',
  executes?: readonly number[],
): NestedCommand => ({
  kind: 'script',
  text,
  title,
  shell,
  how: { via: 'script', ...(executes ? { executes } : {}) },
})

/** UTF-16 text in base64, as -EncodedCommand takes it; undefined when it is none. */
function decodeUtf16(text: string): string | undefined {
  try {
    const bytes = atob(text)
    return new TextDecoder('utf-16le').decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)))
  } catch {
    return undefined // not base64: PowerShell refuses it as well
  }
}

/** PowerShell takes any unambiguous beginning of an option. */
const isOption = (word: Word, name: string, least: number): boolean => {
  const text = word.text.toLowerCase().replace(/^(--|[-/\u2013\u2014\u2015])/, '')
  return text !== word.text.toLowerCase() && text.length >= least && name.startsWith(text)
}

const insidePowerShell: NestedReader = ({ args, command, input }) => {
  /** What stands on its input; without an option for it, that is asked about as code which was not seen. */
  const fed = (): readonly NestedCommand[] =>
    input === undefined
      ? [{ kind: 'unreadable', reason: 'what PowerShell is told on its input is not known' }]
      : [script(plainWord(input), `${command.program} reads`, 'powershell')]
  for (const [at, word] of args.entries()) {
    const rest = args.slice(at + 1)
    if (isOption(word, 'encodedcommand', 1) || /^[-/]ec$/i.test(word.text)) {
      const text = rest[0] && decodeUtf16(rest[0].text)
      return text === undefined
        ? [{ kind: 'unreadable', reason: 'its encoded command cannot be decoded' }]
        : [script(plainWord(text), `${command.program} -EncodedCommand`, 'powershell')]
    }
    if (isOption(word, 'command', 1) && rest.length === 1 && rest[0]?.text === '-') return fed()
    if (isOption(word, 'command', 1))
      return rest.length === 0 ? [] : [script(joinWords(rest), `${command.program} -Command`, 'powershell')]
    if (isOption(word, 'file', 1) && rest[0]?.text === '-') return fed()
    if (isOption(word, 'file', 1))
      return [
        {
          kind: 'unreadable',
          reason: `${rest[0]?.text ?? 'the script'} is a PowerShell script, which is not read`,
          ofFile: true,
        },
      ]
    if (
      /^[-/](ex|executionpolicy|w|windowstyle|version|inputformat|outputformat|wd|psconsolefile)/i.test(
        word.text,
      )
    )
      continue
    if (
      !/^[-/]/.test(word.text) &&
      !/^[-/](ex|executionpolicy|w|windowstyle|version|inputformat|outputformat|wd)/i.test(
        args[at - 1]?.text ?? '',
      )
    )
      return [script(joinWords(args.slice(at)), command.program, 'powershell')]
  }
  return []
}

const insideCmd: NestedReader = ({ args }) => {
  const at = args.findIndex((word) => /^\/[a-z]*[ckr]$/i.test(word.text))
  return at < 0 || args.length <= at + 1 ? [] : [script(joinWords(args.slice(at + 1)), 'cmd /c', 'cmd')]
}

const insideExpression: NestedReader = ({ args, command }) => {
  const from = command.stdin.kind === 'pipe' ? command.stdin.from : []
  const text = args.filter((word) => !/^-command$/i.test(word.text))
  const joined = joinWords(text)
  const executes = [...from, ...joined.from]
  if (text.length === 0 || !joined.known)
    return [
      script(
        { ...plainWord(text.some((word) => word.known) ? joined.text : ''), known: false },
        'Invoke-Expression',
        'powershell',
        executes,
      ),
    ]
  return [script(joined, 'Invoke-Expression', 'powershell', executes)]
}

/** `start cmd`, `Start-Process cmd args`: what they start. */
const insideStart: NestedReader = ({ args, command }) => {
  const shell = command.shell
  const words = args.filter(
    (word) => !/^\/[a-z]+$/i.test(word.text) && !/^-(filepath|argumentlist)$/i.test(word.text),
  )
  const at = words.findIndex((word) => /^-[a-z]+$/i.test(word.text))
  const spoken = at < 0 ? words : words.slice(0, at)
  if (shell === 'posix' || spoken.length === 0) return []
  return [script(joinWords(spoken), 'started', shell)]
}

const table: Readonly<Record<string, NestedReader>> = {
  powershell: insidePowerShell,
  pwsh: insidePowerShell,
  cmd: insideCmd,
  'invoke-expression': insideExpression,
  start: insideStart,
  'start-process': insideStart,
}

/** What reads the nested commands of a Windows shell or of what hands it text; undefined for other programs. */
export function windowsReader(program: string): NestedReader | undefined {
  const name = program.toLowerCase()
  return Object.hasOwn(table, name) ? table[name] : undefined
}
