import { execFileSync } from 'node:child_process'
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow } from '../../../src/main/core/policy/permit'
import { controlGroups } from '../../../src/main/adapters/sandbox-linux/mounts/control-groups'
import type { RunResult } from '../../../src/main/core/ports/sandbox'
import { env, openTurn, said, whichSandbox, type Turn } from './harness/turn'

let turn: Turn
let folder: string
let work: string

beforeEach(() => {
  turn = openTurn()
  folder = turn.folder
  work = turn.work
})
afterEach(() => turn.close())

const run: Turn['run'] = (...call) => turn.run(...call)
const prepared: Turn['prepared'] = (...call) => turn.prepared(...call)

test('each command runs in a copy of the sandbox that is held, which no command has but itself', async () => {
  const held = await prepared()
  // Control groups are those of the engine where a program in others of the first version could not look its own up.
  const spaces = ['mnt', 'user', 'pid', 'ipc', 'uts', ...(controlGroups() === 'own' ? ['cgroup'] : [])]
  // Each lives as long as the other needs it, for numbers are given anew.
  const script = `stat -c '%d %z' /dev; for each in ${spaces.join(' ')}; do readlink /proc/self/ns/$each; done
    touch "$1"; while ! test -e "$2"; do sleep 0.1; done; sleep 0.1`
  const both = [run(['sh', '-c', script, 'x', 'a', 'b']), run(['sh', '-c', script, 'x', 'b', 'a'])]
  const [one = [], other = []] = (await Promise.all(both)).map((result) => said(result).trim().split('\n'))
  expect([one[0], other[0]]).toEqual([held, held])
  expect(one.slice(1).filter((each) => other.includes(each))).toEqual([])
  expect(one).toHaveLength(spaces.length + 1)
})

test('nothing of a command reaches the next by what the sandbox has of its own', async () => {
  const held = await prepared()
  const leave = [
    'echo left > /dev/shm/left',
    'ipcmk -M 4096 > /dev/null',
    '! touch /dev/left 2> /dev/null',
    'script -qc "sleep 60" /dev/null > /dev/null 2>&1 < /dev/null &',
    'ls /dev/pts > /dev/null',
  ].join('\n')
  const left = run([
    'sh',
    '-c',
    `${leave}\nls /dev/shm; ipcs -m | grep -c 0x; touch here; while test -e here; do sleep 0.1; done`,
  ])
  await expect.poll(() => readdirSync(work)).toContain('here')
  const look = `stat -c '%d %z' /dev; ls /dev/shm /dev/pts; ipcs -m | grep -c 0x; ls -d /proc/[0-9]* | wc -l`
  const next = said(await run(['sh', '-c', look]))
  rmSync(join(work, 'here'))
  expect(said(await left)).toBe('left\n1\n')
  const [where = '', shm, pts, ptmx, segments] = next.split('\n').filter((line) => line !== '')
  expect([where, shm, pts, ptmx, segments]).toEqual([held, '/dev/pts:', 'ptmx', '/dev/shm:', '0'])
})

test('words and environment reach a command as they are', async () => {
  const command = [
    'sh',
    '-c',
    'printf "%s|" "$@"; env -0',
    'x',
    '',
    "it's",
    '$HOME `id`',
    'two\nlines\n',
    '\\',
    '*',
    'ü',
  ]
  const fresh = await run(command)
  await prepared()
  const second = await run(command)
  const seen = (result: RunResult) => said(result).replaceAll(/SRT_ENCODED_CMD=\w+/g, '')
  expect(seen(second)).toBe(seen(fresh))
  expect(said(second)).toMatch(/^\|it's\|\$HOME `id`\|two\nlines\n\|\\\|\*\|ü\|/)
})

test('the exit code, a signal, a time-out and evidence are those of the command', async () => {
  await prepared()
  expect(await run(['sh', '-c', 'exit 7'])).toMatchObject({ kind: 'exited', exitCode: 7 })
  await prepared()
  expect(await run(['sh', '-c', 'kill -9 $$'])).toMatchObject({ kind: 'exited', exitCode: 137 })
  await prepared()
  expect(await run(['sleep', '60'], { timeoutMs: 300 })).toMatchObject({ kind: 'timed-out' })
  await prepared()
  const refused = await run(['touch', join(folder, 'outside')])
  expect(refused).toMatchObject({ evidence: [{ kind: 'write', target: join(folder, 'outside') }] })
})

test('what entered it can be looked into by no command', async () => {
  await prepared()
  const looks = [
    'cat /proc/1/environ',
    'cat /proc/1/maps',
    'readlink /proc/1/fd/0',
    'readlink /proc/1/root',
    'head -c 1 /proc/1/mem',
  ]
  const script = looks.map((look) => `${look} > /dev/null 2>&1 && echo "${look}"`).join('; ')
  expect(said(await run(['sh', '-c', `${script}; tr '\\0' '\\n' < /proc/1/comm`]))).toBe('enter\n')
})

test('the command has the descriptors that one has whose sandbox was made for it, and no mounts of others', async () => {
  const script = 'ls -l /proc/self/fd'
  const fresh = said(await run(['sh', '-c', script]))
  await prepared()
  const second = said(await run(['sh', '-c', script]))
  const descriptors = (text: string) => [...text.matchAll(/ (\d+) ->/g)].map((each) => each[1])
  expect(descriptors(second)).toEqual(descriptors(fresh))
  expect(second).not.toMatch(/(?:mnt|net|user):/)
})

test('a command that works in another folder, or with another environment, has the same', async () => {
  const held = await prepared()
  const script = ['sh', '-c', `stat -c '%d %z' /dev; pwd; echo $MORE`]
  const changes = { cwd: join(work, '.git'), env: { ...env, MORE: 'more' } }
  expect(said(await run(script, changes))).toBe(`${held}\n${join(work, '.git')}\nmore\n`)
})

test.for([
  ['another policy', () => ({ policy: SandboxPolicy.parse({ mode: 'read-only' }) })],
  [
    'another temporary folder',
    () => {
      mkdirSync(join(folder, 'temporary'))
      return { env: { ...env, TMPDIR: join(folder, 'temporary') } }
    },
  ],
  ['another session', () => ({ session: 'other' })],
  [
    'a grant',
    () => ({ permit: allow('person-widened', [{ kind: 'write', path: join(folder, 'x'), extent: 'file' }]) }),
  ],
] as const)('with %s a command gets a sandbox of its own', async ([, changes]) => {
  const namespace = await prepared()
  const result = await run(whichSandbox, changes())
  expect(result).toMatchObject({ kind: 'exited', exitCode: 0 })
  expect(said(result).trim()).not.toBe(namespace)
})

const at = (name: string): string => join(work, name)

/** What somebody else does between two commands, and what the second must still not be able to do. */
const meanwhile: readonly { readonly name: string; readonly change: () => void; readonly script: string }[] =
  [
    {
      name: 'a repository is made deeper in the workspace',
      change: () => execFileSync('git', ['init', '-q', at('deep/er')]),
      script: 'echo evil > deep/er/.git/hooks/pre-commit',
    },
    {
      name: 'the workspace is another folder',
      change: () => {
        renameSync(work, `${work}-old`)
        cpSync(`${work}-old`, work, { recursive: true })
      },
      script: 'echo evil > .git/config || ! ls .git',
    },
    {
      name: 'the configuration is written anew',
      change: () => execFileSync('git', ['-C', work, 'config', 'user.name', 'Somebody']),
      script: 'echo evil > .git/config',
    },
    {
      name: 'the configuration is taken away and put back',
      change: () => {
        linkSync(at('.git/config'), at('kept'))
        unlinkSync(at('.git/config'))
        linkSync(at('kept'), at('.git/config'))
      },
      script: 'echo evil > .git/config',
    },
    {
      name: 'the hooks are another folder',
      change: () => {
        renameSync(at('.git/hooks'), at('hooks-old'))
        mkdirSync(at('.git/hooks'))
      },
      script: 'echo evil > .git/hooks/pre-commit',
    },
    {
      name: 'the repository becomes a pointer',
      change: () => {
        renameSync(at('.git'), at('elsewhere'))
        writeFileSync(at('.git'), 'gitdir: elsewhere\n')
      },
      script: 'echo evil > elsewhere/hooks/pre-commit',
    },
    {
      name: 'the repository becomes a link',
      change: () => {
        renameSync(at('.git'), at('elsewhere'))
        symlinkSync('elsewhere', at('.git'))
      },
      script: 'echo evil > elsewhere/hooks/pre-commit',
    },
    {
      name: 'what is kept missing is made',
      change: () => {
        mkdirSync(at('.codex'))
      },
      script: 'mkdir .codex/in',
    },
    {
      name: 'a store appears in the home directory',
      change: () => {
        mkdirSync(join(folder, '.ssh'))
        writeFileSync(join(folder, '.ssh/id_test'), 'key')
      },
      script: `cat ../.ssh/id_test`,
    },
  ]

test.for(meanwhile)('$name: the sandbox that is held is not used', async ({ change, script }) => {
  const namespace = await prepared()
  change()
  const result = await run(['sh', '-c', `stat -c '%d %z' /dev; ${script}`])
  expect(said(result).split('\n')[0]).not.toBe(namespace)
  expect(result).not.toMatchObject({ exitCode: 0 })
})

/** Where nobody keeps missing what is missing, placeholders do. */
const withPlaceholders = async (): Promise<void> => {
  await turn.close()
  turn = openTurn({ standsIn: false })
  folder = turn.folder
  work = turn.work
}

test('what is put in place for a prewarmed sandbox goes with it', async () => {
  await withPlaceholders()
  await prepared()
  expect(readdirSync(work)).toContain('.codex')
  await turn.sandbox.rest?.()
  expect(readdirSync(work)).toEqual(['.git'])
})

test('a placeholder stays until the last run that needs it is over', async () => {
  await withPlaceholders()
  const first = run(['sh', '-c', 'sleep 1'])
  await expect.poll(() => readdirSync(work)).toContain('.codex')
  const second = run(['sh', '-c', 'sleep 2; mkdir .codex/in || mkdir .codex'])
  await first
  expect(await second).toMatchObject({ exitCode: 1 })
})
