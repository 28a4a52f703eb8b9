import { plainWord, type Word } from '../graph'
import { joinWords, splitLeading, type Opener, type Opening } from './opening'

interface Wrapper {
  /** Short options that take a value, as letters; long ones by name. */
  readonly short?: string
  readonly long?: readonly string[]
  /** Operands that come before the command. */
  readonly operands?: number
  readonly elevated?: true
}

/** Programs that run the rest of their words, and what comes before those. The one list of them. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    short: 'ughpCDrtTUR',
    long: ['--user', '--group', '--host', '--prompt', '--chdir', '--chroot', '--role', '--type'],
    elevated: true,
  },
  doas: { short: 'uC', elevated: true },
  pkexec: { long: ['--user'], elevated: true },
  gosu: { operands: 1, elevated: true },
  nice: { short: 'n', long: ['--adjustment'] },
  ionice: { short: 'cnp' },
  nohup: {},
  time: { short: 'of', long: ['--output', '--format'] },
  command: {},
  exec: { short: 'a' },
  builtin: {},
  stdbuf: { short: 'ioe', long: ['--input', '--output', '--error'] },
  setsid: {},
  busybox: {},
  toybox: {},
  timeout: { short: 'ks', long: ['--kill-after', '--signal'], operands: 1 },
  gtimeout: { short: 'ks', operands: 1 },
  chroot: { long: ['--userspec', '--groups'], operands: 1, elevated: true },
  strace: { short: 'eopsuEaISPbX' },
  ltrace: { short: 'eopsunaF' },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  numactl: { short: 'NmCil' },
  caffeinate: { short: 'tw' },
  unbuffer: {},
  proxychains: { short: 'f' },
  proxychains4: { short: 'f' },
  torsocks: {},
  valgrind: {},
  'dbus-run-session': {},
  'xvfb-run': { short: 'nsefpl' },
  'systemd-run': { short: 'uptEGMHP', long: ['--unit', '--property', '--setenv', '--uid', '--gid'] },
  unshare: { short: 'RwSG', long: ['--root', '--wd', '--setuid', '--setgid', '--map-user', '--map-group'] },
  nsenter: { short: 'tSG', long: ['--target', '--setuid', '--setgid'], elevated: true },
  direnv: { operands: 2 },
  mise: { operands: 1 },
  'cross-env': {},
  dotenv: { short: 'efp' },
  doppler: { operands: 1 },
  winpty: {},
  entr: {},
  coproc: {},
  catchsegv: {},
  faketime: { short: 'f', operands: 1 },
  firejail: {},
  linux32: {},
  linux64: {},
  setarch: { operands: 1 },
  prlimit: { short: 'po' },
  proot: { short: 'rbqwkmRS', long: ['--rootfs', '--bind', '--cwd', '--pwd', '--qemu'] },
  rlwrap: { short: 'abcCfgHlPqsSwz' },
  setpriv: { long: ['--reuid', '--regid', '--groups', '--inh-caps', '--bounding-set', '--securebits'] },
  fakeroot: { short: 'lib', long: ['--lib', '--faked'] },
  fakechroot: {},
  eatmydata: {},
  chronic: {},
  ifne: {},
  lckdo: { operands: 1 },
  gtime: { short: 'of', long: ['--output', '--format'] },
  nocache: {},
  'systemd-inhibit': {},
  'systemd-cat': { short: 'tp', long: ['--identifier', '--priority'] },
  runcon: { short: 'turl', long: ['--type', '--user', '--role', '--range'] },
  'aa-exec': { short: 'pn', long: ['--profile', '--namespace'] },
  'dumb-init': {},
  tini: { short: 'p' },
  cpulimit: { short: 'lpeP', long: ['--limit', '--pid', '--exe', '--path'] },
  setuidgid: { operands: 1 },
  envuidgid: { operands: 1 },
  envdir: { operands: 1 },
  envchain: { operands: 1 },
  setlock: { operands: 1 },
  softlimit: { short: 'acdflmoprst' },
  chpst: { short: 'uUbenmdofprct/' },
  'su-exec': { operands: 1, elevated: true },
  'run-one': {},
  'run-this-one': {},
  'keep-one-running': {},
  tsocks: {},
  torify: {},
  trickle: { short: 'dultwn' },
  daemonize: { short: 'aceoplEu' },
  'ssh-agent': { short: 'aEtP' },
  'dbus-launch': {},
  rr: { operands: 1 },
  noglob: {},
  nocorrect: {},
  repeat: { operands: 1 },
  '-': {},
  heaptrack: {},
  'ld.so': { long: ['--library-path', '--preload', '--argv0', '--audit'] },
}

/** `NAME=`, and the name under which bash hands on a function. */
const assignment = /^([A-Za-z_][A-Za-z0-9_]*|BASH_FUNC_[^=\s]+(?:%%|\(\)))=/s

function openWrapper(wrapper: Wrapper): Opener {
  return ({ args, command }) => {
    if (command.program === 'command' && args.some((word) => /^-[pvV]*[vV]/.test(word.text))) return []
    const { rest } = splitLeading(args, wrapper.short ?? '', wrapper.long)
    const after = rest.slice(wrapper.operands ?? 0)
    const words = after[0]?.text === '--' ? after.slice(1) : after
    if (words.length === 0) return []
    const opening = asCommand(words, wrapper.elevated)
    // What is written to a coprocess later is not known where it starts.
    return command.program === 'coproc' && opening.kind === 'command'
      ? [{ ...opening, how: { ...opening.how, stdin: { kind: 'pipe', from: [] } } }]
      : [opening]
  }
}

/** Leading NAME=VALUE words go to the command's environment. */
function asCommand(words: readonly Word[], elevated?: true): Opening {
  const at = words.findIndex((word) => !assignment.test(word.text))
  const assignments = words.slice(0, at < 0 ? words.length : at).map((word) => {
    const [whole = '', name = ''] = assignment.exec(word.text) ?? []
    return { name, value: { ...word, text: word.text.slice(whole.length), head: '' } }
  })
  const how = { via: 'wrapper' as const, assignments, ...(elevated ? { elevated } : {}) }
  return { kind: 'command', words: at < 0 ? [] : words.slice(at), how }
}

/** `env -S TEXT` splits its text into words as a shell would; plain `env` passes the rest on. */
const openEnv: Opener = ({ args }) => {
  const { options, rest } = splitLeading(args, 'uCS', ['--unset', '--chdir', '--split-string'])
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

const openBwrap: Opener = ({ args }) => {
  let at = 0
  while (args[at]?.text.startsWith('--') === true && args[at]?.text !== '--')
    at += 1 + (bwrapValues.find(([option]) => option.test(args[at]?.text ?? ''))?.[1] ?? 0)
  const words = args.slice(args[at]?.text === '--' ? at + 1 : at)
  return words.length === 0 ? [] : [asCommand(words)]
}

/** `perf stat`, `perf record`, `perf trace`: the command behind their options. */
const openPerf: Opener = ({ args }) => {
  if (!/^(stat|record|trace|mem|c2c)$/.test(args[0]?.text ?? '')) return []
  const { rest } = splitLeading(args.slice(1), 'eorICFmGcpt', ['--event', '--output', '--repeat'])
  return rest.length === 0 ? [] : [asCommand(rest)]
}

/** Tools that run another tool in the project's environment: uv run, poetry run, bundle exec. */
const runners: Readonly<Record<string, string>> = {
  uv: 'run',
  poetry: 'run',
  pipenv: 'run',
  hatch: 'run',
  rye: 'run',
  pdm: 'run',
  conda: 'run',
  mamba: 'run',
  micromamba: 'run',
  pixi: 'run',
  devbox: 'run',
  volta: 'run',
  fnm: 'exec',
  pyenv: 'exec',
  nodenv: 'exec',
  bundle: 'exec',
  rbenv: 'exec',
  asdf: 'exec',
}

function openRunner(subcommand: string): Opener {
  return ({ args }) => {
    const { rest } = splitLeading(args, 'pC', ['--python', '--project', '--directory', '-n'])
    if (rest[0]?.text !== subcommand) return []
    const inner = splitLeading(rest.slice(1), 'pn', [
      '--python',
      '--with',
      '--extra',
      '--group',
      '--env-file',
    ])
    const [first] = inner.rest
    if (!first) return []
    // `uv run script.py` runs the script with python.
    const words = first.text.endsWith('.py') ? [plainWord('python3'), ...inner.rest] : inner.rest
    return [asCommand(words)]
  }
}

/** The opener of a program that runs the rest of its words; undefined for programs that are no wrapper. */
export function wrapperOpener(program: string): Opener | undefined {
  if (program === 'env') return openEnv
  if (program === 'bwrap') return openBwrap
  if (program === 'perf') return openPerf
  if (/^ld-(linux|musl)[\w.-]*$/.test(program)) return openWrapper(wrappers['ld.so'] ?? {})
  if (Object.hasOwn(runners, program)) return openRunner(runners[program] ?? '')
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined
  return wrapper && openWrapper(wrapper)
}

/** The programs that run the rest of their words, whatever stands before them. */
export const wrapperNames: ReadonlySet<string> = new Set(['env', 'bwrap', 'perf', ...Object.keys(wrappers)])

/** Tools that run another tool behind one of their words: `bundle exec`. */
export const runnerWords: Readonly<Record<string, string>> = runners
