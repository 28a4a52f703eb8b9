import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunResult, RunSpec } from '../../../src/main/core/ports/sandbox'
import { someBySeed } from '../../fakes/by-seed'
import { openTurn, said, type Turn } from './harness/turn'

/** A command must not be able to tell whether its sandbox was made for it or before it. */
let turn: Turn
beforeEach(() => {
  turn = openTurn()
})
afterEach(() => turn.close())

/** The same command in a sandbox of its own, and in one that waited. */
async function bothWays(
  command: readonly string[],
  changes: Partial<RunSpec> = {},
): Promise<{ fresh: RunResult; prepared: RunResult }> {
  await turn.sandbox.rest?.()
  const fresh = await turn.run(command, { ...changes, inTurn: false })
  await turn.prepared(['true'], changes)
  return { fresh, prepared: await turn.run(command, changes) }
}

const brief = (result: RunResult): unknown => ('output' in result ? { ...result, durationMs: 0 } : result)

const sh = (script: string): string[] => ['sh', '-c', script]

const same: readonly (readonly [name: string, command: readonly string[], changes?: Partial<RunSpec>])[] = [
  ['exit 0', sh('exit 0')],
  ['exit 1', sh('exit 1')],
  ['exit 125', sh('exit 125')],
  ['exit 255', sh('exit 255')],
  ['a death by SIGTERM', sh('kill -TERM $$')],
  ['a death by SIGSEGV', sh('kill -SEGV $$')],
  ['a death by SIGPIPE', sh('kill -PIPE $$')],
  ['a program that is not there', ['no-such-program']],
  ['a program that may not run', ['/etc/passwd']],
  ['a folder for a program', ['/usr']],
  ['an empty word for a program', ['']],
  ['a shell builtin that is no program', ['exit', '3']],
  ['a name with an equals sign', ['A=b', 'true']],
  ['a word that looks like an option', ['--help']],
  ['both outputs', sh('echo out; echo err >&2')],
  ['what comes on standard input', sh('cat; echo "ended $?"')],
  ['a time-out', sh('echo begun; sleep 60'), { timeoutMs: 400 }],
  [
    'a time-out of a command that ignores signals',
    sh('trap "" TERM HUP INT; sleep 60; sleep 60'),
    { timeoutMs: 400 },
  ],
  ['a time limit of 0', ['true'], { timeoutMs: 0 }],
  ['NUL in a word', ['echo', 'a\0b']],
  ['half a character in a word', ['echo', '\ud800']],
  ['a word of 100 kB', ['sh', '-c', 'printf %s "$1" | wc -c', 'x', 'y'.repeat(100_000)]],
  ['words of 2 MB', ['sh', '-c', 'echo $#', 'x', ...Array.from({ length: 20 }, () => 'z'.repeat(100_000))]],
  ['words longer than any system takes', ['echo', 'z'.repeat(3_000_000)]],
  ['the limits', sh('ulimit -a; ulimit -Ha; umask')],
  ['signals, ignored, blocked and caught', sh('grep -E "^(Sig|Shd)(Ign|Blk|Cgt|Pnd)" /proc/self/status')],
  ['rights and filters', sh('grep -E "^(Uid|Gid|Groups|Cap|NoNewPrivs|Seccomp)" /proc/self/status')],
  [
    'its place among processes',
    sh('cut -d" " -f4-8 /proc/self/stat; cat /proc/self/cgroup /proc/self/oom_score_adj'),
  ],
  ['the folder', sh('pwd; readlink /proc/self/cwd; echo "$PWD $OLDPWD"')],
  [
    'the first process',
    sh('ls -d /proc/[0-9]*; cat /proc/1/status | grep -E "^(Uid|Gid|Cap|NoNew|Seccomp)"'),
  ],
  ['priorities', sh('nice; cut -d" " -f18,19 /proc/self/stat')],
]

test.for(someBySeed('commands that are run both ways', same, 10))('%s', async ([, command, changes]) => {
  const usable = changes?.timeoutMs === 0 ? {} : (changes ?? {})
  await turn.sandbox.rest?.()
  const fresh = await turn.run(command, { ...changes, inTurn: false })
  await turn.prepared(['true'], usable.timeoutMs === undefined ? usable : {})
  expect(brief(await turn.run(command, changes))).toEqual(brief(fresh))
})

describe('words', () => {
  /** Every byte that a word can hold, in every place of UTF-8, and what shells read as more than a word. */
  const words = [
    Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)).join(''),
    Array.from({ length: 64 }, (_, code) => String.fromCodePoint(0x80 + code, 0x7c0 + code)).join(''),
    '\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088 \u{1f512}\u{10ffff}',
    '\n\n',
    '"; touch evil; "',
    "'; touch evil; '",
    '$(touch evil)`touch evil`',
    '$1$0$#',
    '4<&-',
    '\\',
    '\\n\r\t ',
    '~',
    '*',
    '{a,b}',
    '!!',
    '#',
    '&',
    '',
  ]
  test('reach the command as they are, and nothing in them is read as shell', async () => {
    for (const word of someBySeed('words that reach a command', words, 6)) {
      const script = 'printf "%s" "$1" | od -An -v -tx1; ls'
      const { fresh, prepared } = await bothWays(['sh', '-c', script, 'x', word])
      const bytes = Buffer.from(word).toString('hex')
      const shown = said(prepared).replaceAll(/[ \n]/g, '')
      expect({ word, shown: shown.slice(0, bytes.length) }).toEqual({ word, shown: bytes })
      expect(said(prepared)).not.toContain('evil')
      expect(brief(prepared)).toMatchObject({ exitCode: 0 })
      expect(said(fresh).replaceAll(/[ \n]/g, '').slice(0, bytes.length)).toBe(bytes)
    }
  })

  test('so does the environment', async () => {
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: join(turn.folder, 'nowhere'),
      PWD: '/wrong',
      OLDPWD: '/also wrong',
      _: 'under',
      CDPATH: '/usr',
      LC_ALL: 'C',
      TERM: 'x',
      SHELL: '/bin/false',
      'a-b': 'c',
      'BASH_FUNC_x%%': '() { echo x; }',
      IFS: 'x',
      BYTES: '\u0081\u0088\u00ff\u{1f512}\n\\"\'$(id)',
    }
    const { fresh, prepared } = await bothWays(['env', '-0'], { env })
    const seen = (result: RunResult): unknown =>
      said(result)
        .split('\0')
        .filter((each) => !each.startsWith('SRT_'))
        .sort()
    expect(seen(prepared)).toEqual(seen(fresh))
    expect(seen(prepared)).toContain(`BYTES=${env.BYTES}`)
  })
})

test('more than ten sandboxes in one process bring no warning', async () => {
  const warnings: string[] = []
  const listen = (warning: Error): void => {
    warnings.push(warning.message)
  }
  process.on('warning', listen)
  const turns = Array.from({ length: 12 }, () => openTurn())
  for (const each of turns) await each.run(['true'])
  await Promise.all(turns.map((each) => each.close()))
  process.off('warning', listen)
  expect(warnings).toEqual([])
})
