import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import type { StartSpec } from '../../../src/main/adapters/process-execa/started-process'

// The module is not loaded here yet, whatever other tests of this process did.
vi.resetModules()
const { loadSpawner, spawner } = await import('../../../src/main/adapters/process-execa/spawn/native-spawner')
const { startFailure, startProcess } =
  await import('../../../src/main/adapters/process-execa/started-process')

const base = mkdtempSync('/var/tmp/cs-spawner-')
const at = (name: string) => join(base, name)
const env = { PATH: `${base}/bin:/usr/bin:/bin`, WORD: 'größer ✓' }

mkdirSync(at('bin'))
writeFileSync(at('bin/for-nobody'), 'echo for the shell "$0" "$@"\n', { mode: 0o755 })
writeFileSync(at('bin/closed'), '#!/bin/sh\n', { mode: 0o644 })
mkdirSync(at('module'), { mode: 0o700 })
afterAll(() => {
  rmSync(base, { recursive: true })
})

async function text(stream: Readable | null): Promise<string> {
  const parts: Buffer[] = []
  if (stream) for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** How a program ended, and what it printed. */
async function run(spec: Partial<StartSpec> & Pick<StartSpec, 'file' | 'args'>) {
  const started = startProcess({ cwd: base, env, ...spec })
  if (started.kind === 'failed') return { failed: started.reason }
  const [stdout, stderr, { code, signal, error }] = await Promise.all([
    text(started.stdout),
    text(started.stderr),
    started.ended,
  ])
  return error ? { failed: startFailure(spec.file, error) } : { code, signal, stdout, stderr }
}

const sh = (script: string, ...args: string[]) => ({ file: 'sh', args: ['-c', script, 'sh', ...args] })

/** Each ends the same, whoever starts it; the first is what it says. */
const rows: readonly (readonly [string, Partial<StartSpec> & Pick<StartSpec, 'file' | 'args'>, object])[] = [
  [
    'an exit code and both outputs',
    sh('echo out; echo err >&2; exit 7'),
    { code: 7, stdout: 'out\n', stderr: 'err\n' },
  ],
  ['a signal', sh('kill -TERM $$'), { code: null, signal: 'SIGTERM' }],
  [
    'its arguments, empty and long ones too',
    sh('printf "%s|" "$@" | wc -c', '', 'x'.repeat(100_000)),
    { stdout: '100002\n' },
  ],
  [
    'its environment and no more',
    sh('env | grep -v "^\\(PWD\\|_\\|OLDPWD\\|SHLVL\\)=" | sort'),
    { stdout: `PATH=${env.PATH}\nWORD=${env.WORD}\n` },
  ],
  [
    'another name than its file',
    { file: '/bin/sh', argv0: 'other', args: ['-c', 'tr "\\0" " " < /proc/$$/cmdline | cut -c 1-6'] },
    { stdout: 'other \n' },
  ],
  ['the folder that it runs in', { ...sh('pwd'), cwd: '/usr' }, { stdout: '/usr\n' }],
  [
    'a folder that is not there',
    { ...sh('pwd'), cwd: at('nowhere') },
    { failed: 'there is no program "sh" on the PATH' },
  ],
  [
    'a script that does not say for whom',
    { file: 'for-nobody', args: ['a b'] },
    { stdout: `for the shell ${base}/bin/for-nobody a b\n` },
  ],
  [
    'a program that is nowhere',
    { file: 'no-such-program', args: [] },
    { failed: 'there is no program "no-such-program" on the PATH' },
  ],
  ['a program that may not be run', { file: 'closed', args: [] }, { failed: '"closed" may not be executed' }],
  [
    'more words than a system takes',
    { file: 'true', args: Array.from({ length: 40 }, () => 'x'.repeat(100_000)) },
    { failed: 'the command line is too long for this system' },
  ],
  [
    'nothing on standard input',
    sh('cat | wc -c; readlink /proc/self/fd/0 | sed s/pipe.*/pipe/'),
    { stdout: '0\n/dev/null\n' },
  ],
  [
    'a session of its own',
    sh(
      'read -r _ _ _ _ group session _ < /proc/$$/stat; [ $$ = "$session" ] && [ $$ = "$group" ] && echo own',
    ),
    { stdout: 'own\n' },
  ],
  [
    'every signal as the system has it, and none held back',
    sh('grep -E "^Sig(Ign|Blk)" /proc/self/status | tr -d "\\t0\\n"'),
    { stdout: 'SigBlk:SigIgn:' },
  ],
]

test.each(rows)('by Node: %s', async (_, spec, expected) => {
  expect(await run(spec)).toMatchObject(expected)
})

test('the module is loaded from a folder in which nothing of it stays', () => {
  expect(spawner()).toBeUndefined()
  loadSpawner(at('module'))
  expect(spawner()).toBeDefined()
  expect(readdirSync(at('module'))).toEqual([])
})

test.each(rows)('by the module: %s', async (_, spec, expected) => {
  expect(await run(spec)).toMatchObject(expected)
})

test('descriptors get the numbers that were asked for, also where these change places; all others are closed', async () => {
  const [one, other] = ['one', 'other'].map((name) => {
    writeFileSync(at(name), `${name}\n`)
    return openSync(at(name), 'r')
  })
  if (one === undefined || other === undefined) throw new Error('there are two')
  const low = Math.min(one, other)
  const spare = Math.max(one, other) + 10
  const map = new Map<number, number | 'pipe'>([
    [low, Math.max(one, other)],
    [Math.max(one, other), low],
    [spare, 'pipe'],
  ])
  const numbers = [...map.keys()].sort((a, b) => a - b)
  const started = startProcess({
    file: 'bash',
    args: ['-c', `cat <&${String(low)}; echo up >&${String(spare)}; ls /proc/$$/fd; true`],
    cwd: base,
    env,
    descriptors: () => ({ map, close: () => undefined }),
  })
  if (started.kind === 'failed') throw new Error(started.reason)
  const channel = started.child.stdio[spare] as Readable
  const [printed, told] = await Promise.all([text(started.stdout), text(channel), started.ended])
  for (const fd of [one, other]) closeSync(fd)
  const [line, ...open] = printed.trim().split('\n')
  expect({ line, told }).toEqual({ line: low === one ? 'other' : 'one', told: 'up\n' })
  const theirs = open.map(Number).sort((a, b) => a - b)
  // Kernels before 5.11 leave open what this process was itself started with.
  const plain = await run(sh('ls /proc/$$/fd; true'))
  const inherited = 'stdout' in plain ? plain.stdout.trim().split('\n').map(Number) : []
  if (spawner()?.closes === true) expect(inherited).toEqual([0, 1, 2])
  expect(theirs).toEqual([...new Set([...inherited, ...numbers])].sort((a, b) => a - b))
})

test('what is written to it comes in, and its outputs can be opened by name', async () => {
  const started = startProcess({
    ...sh('read -r line; echo "got $line" > /dev/stdout; echo err > /dev/stderr'),
    cwd: base,
    env,
    input: { terminal: undefined, attach: (sink) => sink.write('some words\n') },
  })
  if (started.kind === 'failed') throw new Error(started.reason)
  const [stdout, stderr, end] = await Promise.all([text(started.stdout), text(started.stderr), started.ended])
  expect({ stdout, stderr, end }).toEqual({
    stdout: 'got some words\n',
    stderr: 'err\n',
    end: { code: 0, signal: null },
  })
})

test('many at once end each by itself, and leave no descriptor and no dead process', async () => {
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  const codes = Array.from({ length: 60 }, (_, number) => number)
  const ends = await Promise.all(codes.map((code) => run(sh(`exit ${String(code)}`))))
  expect(ends.map((end) => ('code' in end ? end.code : end))).toEqual(codes)
  await expect.poll(open).toBeLessThanOrEqual(before)
})
