import { joinWords, splitLeading, type NestedReader } from './nested-command'
import { asCommand } from './recorded'

/** `env -S TEXT` splits its text into words as a shell would; plain `env` passes the rest on. */
const insideEnv: NestedReader = ({ args }) => {
  const { options, rest } = splitLeading(args, 'uCSPa', ['--unset', '--chdir', '--split-string', '--argv0'])
  const split = options.get('-S') ?? options.get('--split-string')
  if (split)
    return [
      {
        kind: 'script',
        text: joinWords([split, ...rest]),
        title: 'env -S',
        shell: 'posix',
        how: { via: 'wrapper' },
      },
    ]
  return rest.length === 0 ? [] : [asCommand(rest)]
}

/** How many words each option of bwrap takes; what is not here takes none. */
const bwrapValues: readonly [RegExp, number][] = [
  [/^--(ro-|dev-)?bind(-try|-data|-fd)?$|^--(ro-bind-data|symlink|setenv|file|overlay|chmod|bind-data)$/, 2],
  [
    /^--(proc|dev|tmpfs|dir|chdir|unsetenv|uid|gid|hostname|seccomp|add-seccomp-fd|args|argv0|perms|size|mqueue|remount-ro|lock-file|sync-fd|info-fd|json-status-fd|block-fd|userns|userns2|pidns|userns-block-fd|exec-label|file-label|cap-add|cap-drop|ro-overlay|tmp-overlay|overlay-src)$/,
    1,
  ],
]

const insideBwrap: NestedReader = ({ args }) => {
  let at = 0
  while (args[at]?.text.startsWith('--') === true && args[at]?.text !== '--')
    at += 1 + (bwrapValues.find(([option]) => option.test(args[at]?.text ?? ''))?.[1] ?? 0)
  const words = args.slice(args[at]?.text === '--' ? at + 1 : at)
  return words.length === 0 ? [] : [asCommand(words)]
}

/** Wrappers whose words are no table. */
export const wrapperReaders: Readonly<Record<string, NestedReader>> = { env: insideEnv, bwrap: insideBwrap }
