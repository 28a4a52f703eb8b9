import { plainWord, type Word } from '../graph'
import {
  joinWords,
  splitLeading,
  type NestedReader,
  type NestedCommand,
  script,
  valuesOf,
} from './nested-command'
import { startedIn } from './started-in'

const command = (words: readonly Word[], place: { readonly cwd?: readonly string[] } = {}): NestedCommand[] =>
  words.length === 0 ? [] : [{ kind: 'command', words, how: { via: 'wrapper', ...place } }]

const behind = (args: readonly Word[], mark: RegExp): readonly Word[] | undefined => {
  const at = args.findIndex((word) => mark.test(word.text))
  return at < 0 ? undefined : args.slice(at + 1)
}

/** `start-stop-daemon -S -x PROGRAM -- ARGUMENTS`. */
const insideDaemon: NestedReader = ({ args }) => {
  const cut = args.findIndex((word) => word.text === '--')
  const options = cut < 0 ? args : args.slice(0, cut)
  const [program] = valuesOf(options, /^--(startas|exec)$/, /^-[a-zA-Z]*[xa]$/)
  // It runs in the root folder, or in one that it is told.
  return program ? command([program, ...(cut < 0 ? [] : args.slice(cut + 1))], { cwd: [] }) : []
}

/** `sg GROUP -c TEXT`, `sg GROUP TEXT`. */
const insideGroup: NestedReader = ({ args }) => {
  const [, ...rest] = args.filter((word) => word.text !== '-')
  const words = rest[0]?.text === '-c' ? rest.slice(1) : rest
  return words.length === 0 ? [] : [script(joinWords(words), 'sg')]
}

/** `capsh -- ARGUMENTS` starts bash with them, or the shell that it is told. */
const insideCapsh: NestedReader = ({ args }) => {
  const rest = behind(args, /^(--|==)$/)
  const [shell = plainWord('bash')] = valuesOf(args, /^--shell$/, /^-$/)
  return rest ? command([shell, ...rest]) : []
}

/** `flatpak run --command=PROGRAM APP ARGUMENTS`. */
const insideFlatpak: NestedReader = ({ args, command: { cwd } }) => {
  if (args[0]?.text !== 'run') return []
  const [program] = valuesOf(args, /^--command$/, /^-$/)
  const { options, rest } = splitLeading(args.slice(1), '', ['--command', '--branch', '--arch', '--cwd'])
  return program ? command([program, ...rest.slice(1)], startedIn(options, ['--cwd'], cwd)) : []
}

/** dc runs what stands behind `!`, unless that compares. */
const insideDc: NestedReader = ({ args, input }) => {
  const texts = valuesOf(args, /^--expression$/, /^-e$/).map((word) => word.text)
  const attached = args.flatMap((word) => /^-e(.+)$/s.exec(word.text)?.[1] ?? [])
  return [...texts, ...attached, ...(input === undefined ? [] : [input])].flatMap((text) =>
    [...text.matchAll(/!(?![<>=])([^\n]*)/g)].map(([, line = '']) =>
      script(plainWord(line), 'a line for dc', { how: { via: 'escape', stdin: { kind: 'inherit' } } }),
    ),
  )
}

/** TeX with `-shell-escape`: `\write18{TEXT}`. */
const insideTex: NestedReader = async ({ args, command: { cwd }, read }) => {
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

const each = (names: string, reader: NestedReader): Record<string, NestedReader> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reader]))

/** Programs that name what they start in a way of their own. */
export const starterReaders: Readonly<Record<string, NestedReader>> = {
  ...each('tex latex pdftex pdflatex xetex xelatex luatex lualatex', insideTex),
  'start-stop-daemon': insideDaemon,
  sg: insideGroup,
  capsh: insideCapsh,
  flatpak: insideFlatpak,
  dc: insideDc,
  'i3-msg': ({ args }) => (args[0] ? textAfterExec(args) : []),
  swaymsg: ({ args }) => (args[0] ? textAfterExec(args) : []),
}

function textAfterExec(args: readonly Word[]): NestedCommand[] {
  const text = joinWords(args.filter((word) => !word.text.startsWith('-')))
  const [, line] = /^exec\s+(?:--no-startup-id\s+)?(.*)$/s.exec(text.text) ?? []
  return line === undefined ? [] : [script({ ...text, text: line, head: '' }, 'exec')]
}
