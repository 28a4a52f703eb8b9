import { plainWord, type Word } from '../graph'
import { joinWords, splitLeading, type NestedReader } from './nested-command'
import { asCommand } from './recorded'
import { startedIn } from './started-in'

/** The variables that options of env take away. */
function lostIn(options: readonly Word[]): readonly string[] | 'all' {
  const texts = options.map(({ text }) => text)
  if (texts.some((text) => /^(-|-[0v]*i[a-zA-Z0]*|--i\w*(-\w+)?)$/.test(text))) return 'all'
  return texts.flatMap((text, at) => {
    const [, name] = /^(?:-[0iv]*u|--u\w*=?)(.*)$/s.exec(text) ?? []
    return name === undefined ? [] : [name || (texts[at + 1] ?? '')]
  })
}

/** `env -S TEXT` splits its text into words as a shell would; plain `env` passes the rest on. */
const insideEnv: NestedReader = ({ args, command: { cwd } }) => {
  const { options, rest: behind } = splitLeading(args, 'uCSPa', [
    '--unset',
    '--chdir',
    '--split-string',
    '--argv0',
  ])
  // `env - PROGRAM` gives nothing on.
  const rest = behind[0]?.text === '-' ? behind.slice(1) : behind
  const loses = lostIn(args.slice(0, args.length - rest.length))
  const place = { ...startedIn(options, ['-C', '--chdir'], cwd), ...(loses.length > 0 && { loses }) }
  const split = options.get('-S') ?? options.get('--split-string')
  if (split) {
    // Options of its own may stand in the text, and another folder among them.
    const goesOn = split.text.trimStart().startsWith('-')
    const words = goesOn ? [plainWord('env'), split] : [split]
    return [
      {
        kind: 'script',
        text: joinWords([...words, ...rest]),
        title: 'env -S',
        shell: 'posix',
        how: { via: 'wrapper', ...place, ...(goesOn && place.cwd && { cwd: [] }) },
      },
    ]
  }
  return rest.length === 0 ? [] : [asCommand(rest, place)]
}

/** How many words each option of bwrap takes; what is not here takes none. */
const bwrapValues: readonly [RegExp, number][] = [
  [/^--(ro-|dev-)?bind(-try|-data|-fd)?$|^--(ro-bind-data|symlink|setenv|file|overlay|chmod|bind-data)$/, 2],
  [
    /^--(proc|dev|tmpfs|dir|chdir|unsetenv|uid|gid|hostname|seccomp|add-seccomp-fd|args|argv0|perms|size|mqueue|remount-ro|lock-file|sync-fd|info-fd|json-status-fd|block-fd|userns|userns2|pidns|userns-block-fd|exec-label|file-label|cap-add|cap-drop|ro-overlay|tmp-overlay|overlay-src)$/,
    1,
  ],
]

const insideBwrap: NestedReader = ({ args, command: { cwd } }) => {
  let at = 0
  let folder: Word | undefined
  while (args[at]?.text.startsWith('--') === true && args[at]?.text !== '--') {
    if (args[at]?.text === '--chdir') folder = args[at + 1]
    at += 1 + (bwrapValues.find(([option]) => option.test(args[at]?.text ?? ''))?.[1] ?? 0)
  }
  const words = args.slice(args[at]?.text === '--' ? at + 1 : at)
  return words.length === 0
    ? []
    : [asCommand(words, folder && startedIn(new Map([['--chdir', folder]]), ['--chdir'], cwd))]
}

/** `cmake -E chdir FOLDER PROGRAM`. */
const insideFolder: NestedReader = ({ args: [folder, ...words], command: { cwd } }) =>
  words.length === 0 ? [] : [asCommand(words, startedIn(new Map([['--chdir', folder]]), ['--chdir'], cwd))]

/** Wrappers whose words are no table. */
export const wrapperReaders: Readonly<Record<string, NestedReader>> = {
  env: insideEnv,
  bwrap: insideBwrap,
  chdir: insideFolder,
}
