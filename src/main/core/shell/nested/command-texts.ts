import { readsShellText } from '../shell-script'

const shells = [...readsShellText].filter((name) => name !== 'nu' && name !== 'posh')

/** Programs that lose, send or start things, and whose names are hardly words of anything else's language. */
const telling = new Set([
  ...'rm rmdir unlink shred dd truncate rimraf mkfs find mv chmod chown git curl wget pkill killall crontab sudo doas'.split(
    ' ',
  ),
  ...'eval env xargs python python3 perl ruby node npm npx docker kubectl aws gcloud gh psql mysql ssh scp rsync cat'.split(
    ' ',
  ),
  ...shells,
])

/** Where a text begins that is a command line: the program, and something that only a command has behind it. */
const opening =
  /^\s*(?:[:!|]\s*)*(?:[A-Za-z_]\w*=\S*\s+)*\\?(?:(?:\/usr)?(?:\/local)?\/s?bin\/)?([a-z][a-z0-9]*)(?:\s+\S|$)/

const sharp = /^\s*(?:[:!|]\s*)*(?:\w+=\S*\s+)*\S+\s+(?:[a-z]+\s+)?["']?[-~/$.*]/

/** Of the telling ones those that nobody gives to another program but to have something lost, sent or started. */
const losing = new RegExp(
  `^\\s*(?:[:!|]\\s*)*(?:\\w+=\\S*\\s+)*(?:\\S*[/\\\\])?(?:rm|unlink|shred|dd|truncate|mkfs|chmod|chown|curl|wget|crontab|sudo|doas|eval|${shells.join('|')})\\s`,
)

/** Longer texts are not searched for commands: they would take longer than an approval may wait. */
const longest = 8000

/** One of the telling programs, by its bare name or where a system keeps it. */
export function namesTelling(text: string): boolean {
  const [, name = ''] = /^\\?(?:(?:\/usr)?(?:\/local)?\/s?bin\/)?([a-z][a-z0-9]*)$/.exec(text) ?? []
  return telling.has(name)
}

/** True for a text that reads as a line which starts one of the telling programs with words of its own. */
export function readsAsCommand(text: string): boolean {
  if (text.length > longest) return false
  const [, name = ''] = opening.exec(text) ?? []
  return telling.has(name) && /\s/.test(text.trim())
}

/** True for such a line whose first words are an option or a place: prose hardly has those. */
export const readsAsSharpCommand = (text: string): boolean => readsAsCommand(text) && sharp.test(text)

/** True for a line of one that nobody names to another program but to have something lost, sent or started. */
export const losesSomething = (text: string): boolean => losing.test(text)

/** Words of languages by which code starts a program. */
const startsPrograms =
  /\b(?:system\w*|exec\w*|spawn\w*|p?open[23]?|popen\w*|run\w*|call|check_\w+|shell\w*|subprocess|create_subprocess\w*|capture\w*|getRuntime|ProcessBuilder|execute|proc_open|child_process|pty|pexpect|invoke|command|editor|qx)\b|\.!/i

/** What stands before a literal that is only printed, compared or searched for. */
const onlyText =
  /(?:\b(?:print|println|puts|p|echo|log|info|warn|error|debug|write|writeln|printf|say|fputs|in|sub|gsub|replace|match|test|includes|startswith|startsWith|endswith|contains|index|raise|throw|die|Error|Exception|assert\w*)\s*\(?\s*(?:f|r|b)?|[!=]==?\s*)$/

/**
 * The command lines that stand as literals in code of any language which starts programs somehow: whatever the call is named, and
 * where it is handed the line by another name.
 */
export function literalCommands(code: string): readonly string[] {
  if (code.length > longest || !(startsPrograms.test(code) || code.includes('`'))) return []
  const literals = [...code.matchAll(/"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`([^`\n]*)`/g)]
  return literals.flatMap((match): readonly string[] => {
    const [, double, single, ticked] = match as readonly (string | undefined)[]
    const text = (double ?? single ?? ticked ?? '').trim().replace(/^\|\s*|\s*\|$/g, '')
    const before = code.slice(Math.max(match.index - 40, 0), match.index)
    return readsAsSharpCommand(text) && !onlyText.test(before) ? [text] : []
  })
}

/** So many lines for a shell stand by themselves: one command leads to few scripts only (`GraphBuilder`). */
const mostAlone = 8

/** Many lines for a shell as few: those beyond the first are one text, each in a shell of its own. None is left out. */
export function fewTexts(lines: readonly string[]): readonly string[] {
  const said = [...new Set(lines)].filter((line) => line.trim() !== '')
  const more = said.slice(mostAlone)
  if (more.length < 2) return said
  return [...said.slice(0, mostAlone), more.map((line) => `(${line}\n)`).join('\n')]
}
