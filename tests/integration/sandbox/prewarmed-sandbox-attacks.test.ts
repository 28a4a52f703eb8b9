import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { openTurn, said, whichSandbox, type Turn } from './harness/turn'

/** What could go wrong only because a sandbox was made before its command was known. */
let turn: Turn
let work: string
let folder: string
beforeEach(() => {
  turn = openTurn()
  folder = turn.folder
  work = turn.work
})
afterEach(() => turn.close())

const sh = (script: string): string[] => ['sh', '-c', script]
const at = (name: string): string => join(work, name)

describe('what a first command leaves behind', () => {
  test('its processes are gone before the next sandbox is made', async () => {
    const write = 'i=0; while [ $i -lt 1000000 ]; do echo $i >> beat; i=$((i+1)); done'
    await turn.prepared(sh(`(trap "" HUP TERM; setsid sh -c '${write}' >/dev/null 2>&1 &) ; sleep 0.2`))
    const beat = readFileSync(at('beat'), 'utf8')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([beat === '', readFileSync(at('beat'), 'utf8')]).toEqual([false, beat])
  })

  /** What it may do in its workspace, and what the second command, in the prepared sandbox, must not be able to do. */
  const plants = [
    {
      name: 'a nested repository',
      first: 'git init -q sub/deep',
      second: 'echo x > sub/deep/.git/hooks/pre-commit',
    },
    {
      name: 'a pointer to a folder of its own',
      first:
        'git init -q --bare store && mkdir sub && printf "gitdir: ../store\\n" > sub/.git && rm -rf store/hooks/*',
      second: 'echo x > store/hooks/pre-commit || echo x > store/config',
    },
    {
      name: 'a link to the configuration',
      first: 'ln -s .git/config innocent && ln -s .git/hooks dir',
      second: 'echo x >> innocent || echo x > dir/pre-commit',
    },
    {
      name: 'a link at the place of a root',
      first: 'ln -s /usr usr && ln -s .. up',
      second: 'echo x > up/outside || echo x > usr/x',
    },
    {
      name: 'a hard link of what the next sandbox protects',
      first: '! ln .git/config config-2',
      second: 'ln .git/config config-3 || ln .git/hooks/pre-commit.sample hook',
    },
  ] as const

  test.for(plants)('$name: it gains nothing by it', async ({ first, second }) => {
    await turn.run(sh(first)) // nothing may be prepared next to what is not pinned yet
    expect(await turn.run(sh(second))).not.toMatchObject({ exitCode: 0 })
    const namespace = await turn.prepared()
    const result = await turn.run(sh(`stat -c '%d %z' /dev; ${second}`))
    expect(said(result).split('\n')[0]).toBe(namespace)
    expect(result).not.toMatchObject({ exitCode: 0 })
    expect(existsSync(join(folder, 'outside'))).toBe(false)
  })
})

describe('what changes between the preparation and the command', () => {
  const changes = [
    {
      name: 'a parent of the workspace becomes a link to where it is now',
      change: () => {
        renameSync(folder, `${folder}-moved`)
        symlinkSync(`${folder}-moved`, folder)
      },
      undo: () => {
        execFileSync('rm', [folder])
        renameSync(`${folder}-moved`, folder)
      },
    },
    {
      name: 'the workspace becomes a link to elsewhere',
      change: () => {
        renameSync(work, join(folder, 'old'))
        mkdirSync(join(folder, 'elsewhere'))
        symlinkSync(join(folder, 'elsewhere'), work)
      },
      undo: () => {
        execFileSync('rm', [work])
        renameSync(join(folder, 'old'), work)
      },
    },
    {
      name: 'what is kept missing becomes a link',
      change: () => {
        symlinkSync('.git/hooks', at('.agents'))
      },
      undo: () => undefined,
    },
    {
      name: 'a protected file gets a second name outside',
      change: () => {
        linkSync(at('.git/config'), join(folder, 'second-name'))
      },
      undo: () => undefined,
    },
    {
      name: 'a pointer file appears deeper in the workspace',
      change: () => {
        mkdirSync(at('sub'))
        execFileSync('git', ['init', '-q', '--bare', at('store')])
        writeFileSync(at('sub/.git'), 'gitdir: ../store\n')
      },
      undo: () => undefined,
    },
  ]

  test.for(changes)('$name: the sandbox that waited is not used', async ({ change, undo }) => {
    const namespace = await turn.prepared()
    change()
    try {
      expect(said(await turn.run(whichSandbox)).trim()).not.toBe(namespace)
    } finally {
      undo()
    }
  })

  test('a temporary folder that is moved and made a link is not the one that was opened', async () => {
    const TMPDIR = join(folder, 'temporary')
    mkdirSync(TMPDIR)
    mkdirSync(join(folder, 'target'))
    const spec = { env: { PATH: '/usr/bin:/bin', TMPDIR } }
    const namespace = await turn.prepared(sh('echo x > $TMPDIR/works'), spec)
    renameSync(TMPDIR, `${TMPDIR}-old`)
    symlinkSync(join(folder, 'target'), TMPDIR)
    const result = await turn.run(whichSandbox, spec)
    expect(said(result).trim()).not.toBe(namespace)
  })
})

describe('who gets it', () => {
  test('another workspace, policy, root or network never does', async () => {
    const other = join(folder, 'other')
    mkdirSync(other)
    const write = { mode: 'workspace-write', exclude_slash_tmp: true }
    const others = [
      { workspace: other },
      { workspace: other, cwd: other },
      { policy: SandboxPolicy.parse({ mode: 'read-only', network_access: true }) },
      { policy: SandboxPolicy.parse({ ...write, writable_roots: [other] }) },
      { policy: SandboxPolicy.parse({ ...write, network_access: true }) },
      { policy: SandboxPolicy.parse({ mode: 'workspace-write' }) },
    ]
    for (const spec of others) {
      const namespace = await turn.prepared()
      expect(said(await turn.run(whichSandbox, spec)).trim()).toMatch(/^\d+ /)
      expect(said(await turn.run(whichSandbox, spec)).trim()).not.toBe(namespace)
    }
  })

  test('two commands at once have a copy each', async () => {
    const held = await turn.prepared()
    // Each sees its own process with this word, and not the other's.
    const script = sh(`stat -c '%d %z' /dev; readlink /proc/self/ns/mnt; sleep 0.75 & sleep 0.3
      cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\\0' '\\n' | grep -cx "0[.]75"; wait`)
    const both = (await Promise.all([turn.run(script), turn.run(script)])).map((result) =>
      said(result).split('\n'),
    )
    expect(both.map(([where]) => where)).toEqual([held, held])
    expect(new Set(both.map(([, mounts]) => mounts)).size).toBe(2)
    expect(both.map(([, , seen]) => seen)).toEqual(['1', '1'])
  })

  test('a call that was cancelled before it began runs nothing, and nothing waits afterwards', async () => {
    await turn.prepared()
    const stopped = await turn.run(sh('echo x > ran'), {}, AbortSignal.abort())
    expect(stopped).toMatchObject({ kind: 'cancelled' })
    const stop = new AbortController()
    await turn.prepared()
    const running = turn.run(sh('echo x > ran'), {}, stop.signal)
    stop.abort()
    expect(await running).toMatchObject({ kind: 'cancelled' })
    expect(existsSync(at('ran'))).toBe(false)
  })
})
