import type { Word } from '../graph'
import { joinWords, splitLeading, type Opener, type Opening } from './opening'

/** Shell text as an opening. */
export const script = (
  text: Word,
  title: string,
  more: Partial<Extract<Opening, { kind: 'script' }>> = {},
): Opening => ({ kind: 'script', text, title, shell: 'posix', how: { via: 'script' }, ...more })

/** The values of an option wherever it stands: behind `=`, or as the next word. */
export function valuesOf(args: readonly Word[], long: RegExp, short: RegExp): readonly Word[] {
  return args.flatMap((word, at) => {
    const cut = word.text.startsWith('--') ? word.text.indexOf('=') : -1
    if (cut > 0 && long.test(word.text.slice(0, cut)))
      return [{ ...word, text: word.text.slice(cut + 1), head: '' }]
    const next = args[at + 1]
    return next && (long.test(word.text) || short.test(word.text)) ? [next] : []
  })
}

/** `su -c`, `script -c`, `flock -c`, `runuser -c`: a text for a shell, behind an option; else the words of a command. */
function openBehind(long: RegExp, given: { short: string; operands?: number; elevated?: boolean }): Opener {
  const { short, operands, elevated = false } = given
  return ({ args, command }) => {
    const how = elevated ? { elevated } : {}
    const found = valuesOf(args, long, /^-[a-zA-Z]*c$/)
    if (found.length > 0)
      return found.map((text) => script(text, `${command.program} -c`, { how: { via: 'script', ...how } }))
    if (operands === undefined) return []
    const { options, rest } = splitLeading(args, short, [
      '--timeout',
      '--conflict-exit-code',
      '--user',
      '--group',
    ])
    if (options.has('-c')) return []
    const words = rest.slice(operands)
    return words.length === 0 ? [] : [{ kind: 'command', words, how: { via: 'wrapper', ...how } }]
  }
}

/** `concurrently "a" "b"`, `hyperfine 'a' 'b'`: each word is a script. */
const openEach: Opener = ({ args }) => {
  const { rest } = splitLeading(args, 'ncmwrsp', [
    '--warmup',
    '--runs',
    '--setup',
    '--prepare',
    '--names',
    '--prefix',
    '--max-processes',
    '--prefix-colors',
  ])
  return rest.map((word) => script(word, word.text))
}

/** `tmux new-session -d TEXT`, `screen -dm WORDS`: what they start. */
const openMultiplexer: Opener = ({ args, command }) => {
  const isTmux = command.program === 'tmux'
  const verb = isTmux
    ? args.findIndex((word) =>
        /^(new|neww|new-(session|window)|split-?w(indow)?|splitw|run(-shell)?)$/.test(word.text),
      )
    : 0
  if (verb < 0) return []
  const { rest } = splitLeading(args.slice(isTmux ? verb + 1 : 0), isTmux ? 'censtxyFl' : 'STecthps')
  return rest.length === 0 ? [] : [script(joinWords(rest), command.program)]
}

/** Programs that hand a text of theirs to a shell, or words to be started. */
export const textOpeners: Readonly<Record<string, Opener>> = {
  su: openBehind(/^--(session-)?command$/, { short: 'gGsw', elevated: true }),
  runuser: openBehind(/^--(session-)?command$/, { short: 'gGsuw', operands: 0, elevated: true }),
  script: openBehind(/^--command$/, { short: 'EIOBTmoeaf' }),
  flock: openBehind(/^--command$/, { short: 'wE', operands: 1 }),
  'nix-shell': openBehind(/^--(run|command)$/, { short: 'A' }),
  concurrently: openEach,
  hyperfine: openEach,
  nodemon: openBehind(/^--exec$/, { short: 'ewid' }),
  tmux: openMultiplexer,
  screen: openMultiplexer,
}
