import { plainWord, type Word } from '../graph'
import { joinWords, splitLeading, type Opener, type Opening } from './opening'
import { script, valuesOf } from './shell-texts'

const command = (words: readonly Word[]): Opening[] =>
  words.length === 0 ? [] : [{ kind: 'command', words, how: { via: 'wrapper' } }]

const behind = (args: readonly Word[], mark: RegExp): readonly Word[] | undefined => {
  const at = args.findIndex((word) => mark.test(word.text))
  return at < 0 ? undefined : args.slice(at + 1)
}

/** One word is a text for a shell, several are a command. */
const textOrWords = (words: readonly Word[], title: string): Opening[] =>
  words[0] && words.length === 1 ? [script(words[0], title)] : command(words)

/** The words behind `--`. */
const openBehindDashes: Opener = ({ args }) => command(behind(args, /^--$/) ?? [])

/** `xterm -e WORDS`, `gnome-terminal -- WORDS`, `kitty WORDS`. */
const openTerminal: Opener = ({ args, command: { program } }) => {
  const given = valuesOf(args, /^--command$/, /^-$/)
  if (given.length > 0) return given.map((text) => script(text, `${program} --command`))
  const rest = behind(args, /^(-e|-x|--execute|--)$/) ?? splitLeading(args, 'oTdgcnf').rest
  return textOrWords(rest[0]?.text === 'start' ? rest.slice(1) : rest, program)
}

/** `start-stop-daemon -S -x PROGRAM -- ARGUMENTS`. */
const openDaemon: Opener = ({ args }) => {
  const cut = args.findIndex((word) => word.text === '--')
  const options = cut < 0 ? args : args.slice(0, cut)
  const [program] = valuesOf(options, /^--(startas|exec)$/, /^-[a-zA-Z]*[xa]$/)
  return program ? command([program, ...(cut < 0 ? [] : args.slice(cut + 1))]) : []
}

/** `sg GROUP -c TEXT`, `sg GROUP TEXT`. */
const openGroup: Opener = ({ args }) => {
  const [, ...rest] = args.filter((word) => word.text !== '-')
  const words = rest[0]?.text === '-c' ? rest.slice(1) : rest
  return words.length === 0 ? [] : [script(joinWords(words), 'sg')]
}

/** `capsh -- ARGUMENTS` starts bash with them. */
const openCapsh: Opener = ({ args }) => {
  const rest = behind(args, /^(--|==)$/)
  return rest ? command([plainWord('bash'), ...rest]) : []
}

/** `flatpak run --command=PROGRAM APP ARGUMENTS`. */
const openFlatpak: Opener = ({ args }) => {
  if (args[0]?.text !== 'run') return []
  const [program] = valuesOf(args, /^--command$/, /^-$/)
  const { rest } = splitLeading(args.slice(1), '', ['--command', '--branch', '--arch', '--cwd'])
  return program ? command([program, ...rest.slice(1)]) : []
}

const openWatchexec: Opener = ({ args }) => {
  const { rest } = splitLeading(args, 'wefisdEoW', [
    '--watch',
    '--exts',
    '--filter',
    '--ignore',
    '--shell',
    '--debounce',
  ])
  return rest.length === 0
    ? []
    : [script(joinWords(rest), 'watchexec', { how: { via: 'script', looped: true } })]
}

/** `nix develop -c WORDS`, `nix shell X --command WORDS`. */
const openNix: Opener = ({ args }) =>
  /^(develop|shell)$/.test(args[0]?.text ?? '') ? command(behind(args, /^(-c|--command)$/) ?? []) : []

/** `sem TEXT`, `rush TEXT`, `pee TEXT TEXT`, `mispipe TEXT TEXT`: words that are text for a shell. */
const openText: Opener = ({ args, command: { program } }) => {
  const { rest } = splitLeading(args, 'jitrTed', [
    '--id',
    '--jobs',
    '--semaphore-timeout',
    '--timeout',
    '--retries',
  ])
  const texts = /^(pee|mispipe)$/.test(program) ? rest : rest.length === 0 ? [] : [joinWords(rest)]
  return texts.map((text) => script(text, program))
}

/** dc runs what stands behind `!`, unless that compares. */
const openDc: Opener = ({ args, input }) => {
  const texts = valuesOf(args, /^--expression$/, /^-e$/).map((word) => word.text)
  const attached = args.flatMap((word) => /^-e(.+)$/s.exec(word.text)?.[1] ?? [])
  return [...texts, ...attached, ...(input === undefined ? [] : [input])].flatMap((text) =>
    [...text.matchAll(/!(?![<>=])([^\n]*)/g)].map(([, line = '']) =>
      script(plainWord(line), 'a line for dc', { how: { via: 'escape', stdin: { kind: 'inherit' } } }),
    ),
  )
}

/** TeX with `-shell-escape`: `\write18{TEXT}`. */
const openTex: Opener = async ({ args, command: { cwd }, read }) => {
  if (!args.some((word) => /^-{1,2}(shell-escape|enable-write18)$/.test(word.text))) return []
  const [file] = args.filter((word) => /\.tex$/.test(word.text) && !word.text.includes('\\'))
  const source =
    file?.known === true && cwd[0] !== undefined ? await read(`${cwd[0]}/${file.text}`) : undefined
  const text = [...args.map((word) => word.text), ...(source?.kind === 'text' ? [source.text] : [])].join(
    '\n',
  )
  return [...text.matchAll(/\\write18\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, line = '']) =>
    script(plainWord(line), 'TeX', { how: { via: 'escape', stdin: { kind: 'inherit' } } }),
  )
}

const openOption =
  (long: RegExp, short: RegExp): Opener =>
  ({ args, command: { program } }) =>
    valuesOf(args, long, short).map((text) => script(text, program))

const each = (names: string, opener: Opener): Record<string, Opener> =>
  Object.fromEntries(names.split(' ').map((name) => [name, opener]))

/** Programs that name what they start in a way of their own. */
export const starterOpeners: Readonly<Record<string, Opener>> = {
  ...each(
    'xterm uxterm lxterm rxvt urxvt mlterm st foot kitty alacritty konsole gnome-terminal mate-terminal xfce4-terminal lxterminal qterminal terminator tilix terminology sakura ghostty wezterm x-terminal-emulator kgx ptyxis',
    openTerminal,
  ),
  ...each('aws-vault chamber op infisical dotenvx teller reflex onchange lldb', openBehindDashes),
  ...each('sem rush pee mispipe', openText),
  ...each('tex latex pdftex pdflatex xetex xelatex luatex lualatex', openTex),
  'start-stop-daemon': openDaemon,
  sg: openGroup,
  capsh: openCapsh,
  flatpak: openFlatpak,
  watchexec: openWatchexec,
  nix: openNix,
  dc: openDc,
  gdb: ({ args }) => command(behind(args, /^-{1,2}args$/) ?? []),
  sops: ({ args }) => (args[0]?.text === 'exec-env' && args[2] ? [script(args[2], 'sops exec-env')] : []),
  chokidar: openOption(/^--command$/, /^-c$/),
  cargo: ({ args }) =>
    (args[0]?.text === 'watch' ? valuesOf(args, /^--shell$/, /^-s$/) : []).map((text) =>
      script(text, 'cargo watch -s'),
    ),
  'i3-msg': ({ args }) => (args[0] ? textAfterExec(args) : []),
  swaymsg: ({ args }) => (args[0] ? textAfterExec(args) : []),
}

function textAfterExec(args: readonly Word[]): Opening[] {
  const text = joinWords(args.filter((word) => !word.text.startsWith('-')))
  const [, line] = /^exec\s+(?:--no-startup-id\s+)?(.*)$/s.exec(text.text) ?? []
  return line === undefined ? [] : [script({ ...text, text: line, head: '' }, 'exec')]
}
