import { plainWord, type Word } from '../shell/graph'
import { joinWords, splitLeading, type Opener, type Opening } from './opening'

interface Wrapper {
  /** Short options that take a value, as letters; long ones by name. */
  readonly short?: string
  readonly long?: readonly string[]
  /** Operands that come before the command. */
  readonly operands?: number
  readonly elevated?: true
}

const wrappers: Readonly<Record<string, Wrapper>> = {
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
  time: { short: 'of' },
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
  taskset: { short: 'c', operands: 1 },
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
  unshare: { short: 'RwSG' },
  nsenter: { short: 'tSGrw', elevated: true },
  direnv: { operands: 2 },
  mise: { operands: 1 },
  'cross-env': {},
  dotenv: { short: 'efp' },
  doppler: { operands: 1 },
  winpty: {},
  entr: {},
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=/s

function openWrapper(wrapper: Wrapper): Opener {
  return ({ args, command }) => {
    if (command.program === 'command' && args.some((word) => /^-[pvV]*[vV]/.test(word.text))) return []
    const { rest } = splitLeading(args, wrapper.short ?? '', wrapper.long)
    const after = rest.slice(wrapper.operands ?? 0)
    const words = after[0]?.text === '--' ? after.slice(1) : after
    return words.length === 0 ? [] : [asCommand(words, wrapper.elevated)]
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

/** Tools that run another tool in the project's environment: uv run, poetry run, bundle exec. */
const runners: Readonly<Record<string, string>> = {
  uv: 'run',
  poetry: 'run',
  pipenv: 'run',
  hatch: 'run',
  rye: 'run',
  pdm: 'run',
  conda: 'run',
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
  if (Object.hasOwn(runners, program)) return openRunner(runners[program] ?? '')
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined
  return wrapper && openWrapper(wrapper)
}
