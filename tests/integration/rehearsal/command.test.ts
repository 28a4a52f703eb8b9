import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { runCli, type CliOptions, type Ran } from '../../fakes/run-cli'
import { users, type User } from '../sandbox/harness/world'
import { digestOf } from './harness'

/** `countersign rehearse`, and what is left of it when it is killed, as both users. */
let base: string
beforeAll(() => {
  base = mkdtempSync('/var/tmp/cs-rehearse-')
  chmodSync(base, 0o755)
  for (const user of users) {
    for (const folder of ['', 'work', 'work/tree', 'far']) mkdirSync(join(base, user, folder))
    for (const file of ['work/a', 'work/tree/b', 'far/f']) writeFileSync(join(base, user, file), 'text\n')
    if (user === 'ordinary' && process.getuid?.() === 0)
      for (const name of ['', 'work', 'work/a', 'work/tree', 'work/tree/b', 'far', 'far/f'])
        chownSync(join(base, user, name), 65_534, 65_534)
  }
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

const place = (user: User, ...names: string[]) => join(base, user, ...names)

function rehearse(user: User, words: readonly string[], options: Partial<CliOptions> = {}): Promise<Ran> {
  const other = user === 'ordinary' && process.getuid?.() === 0
  return runCli(['rehearse', ...words], {
    env: { PATH: process.env.PATH, HOME: place(user), COUNTERSIGN_HOME: place(user, 'state') },
    cwd: place(user, 'work'),
    ...(other ? { uid: 65_534, gid: 65_534 } : {}),
    ...options,
  })
}

const copies = (user: User): readonly string[] => {
  const folder = place(user, 'state/rehearsals')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe.each(oneBySeed('the user of rehearsal/command', users))('as %s', (user) => {
  test('what the words of the command do not say is laid on copies once it was refused', async () => {
    const ran = await rehearse(user, ['--json', '--', 'git', 'config', '--global', 'user.name', 'Ada'])
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([
      0,
      {
        exit_code: 0,
        changes: [{ path: place(user, '.gitconfig'), kind: 'created', bytes: 19 }],
        limits: [],
      },
    ])
    expect(existsSync(place(user, '.gitconfig'))).toBe(false)
  })

  test('prints one object for programs, and works whatever the code of the command is', async () => {
    const before = digestOf(place(user, 'work'), place(user, 'far'))
    const ran = await rehearse(user, [
      ...['--json', '--policy', 'read-only', '--', 'sh', '-c'],
      `rm -r tree; echo more >> a; rm ${place(user, 'far/f')}; curl -s http://example.org/; exit 4`,
    ])
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(JSON.parse(ran.out)).toEqual({
      status: 'done',
      exit_code: 4,
      changes: [
        { path: place(user, 'far/f'), kind: 'deleted', type: 'file', bytes: 5 },
        { path: place(user, 'work/a'), kind: 'changed', type: 'file', bytes: 10 },
        { path: place(user, 'work/tree'), kind: 'deleted', type: 'folder', bytes: 5, files: 1 },
      ],
      attempts: [{ kind: 'network', target: 'example.org:80' }],
      limits: ['rehearsed without network; it tried example.org:80'],
      duration_ms: expect.any(Number) as number,
    })
    expect(digestOf(place(user, 'work'), place(user, 'far'))).toBe(before)
    expect(copies(user)).toEqual([])
  })

  test('one that does not finish says so, and is none that worked', async () => {
    const ran = await rehearse(user, ['--timeout', '1500', '--', 'sh', '-c', 'echo > new; sleep 600'])
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('It did not finish: 1 change until then.')
    expect(ran.out).toContain(`created ${place(user, 'work/new')} (1 byte)`)
    expect(ran.out).toContain('did not finish in 1.5 s')
  })

  test('bad arguments say what was expected, and an interrupt ends it', async () => {
    expect((await rehearse(user, ['--timeout', 'x', '--', 'true'])).code).toBe(2)
    expect((await rehearse(user, ['--policy', 'x', '--', 'true'])).code).toBe(2)
    const gone = await rehearse(user, ['--json', '--cwd', place(user, 'none'), '--', 'true'])
    expect([gone.code, (JSON.parse(gone.out) as { status: string }).status]).toEqual([1, 'refused'])
    const called = await rehearse(user, ['--', 'sh', '-c', 'sleep 600'], {
      onChild: (child) => {
        const timer = setInterval(() => {
          if (copies(user).length === 0) return
          clearInterval(timer)
          child.kill('SIGINT')
        }, 20)
      },
    })
    expect(called.code).toBe(130)
    expect(copies(user)).toEqual([])
  })

  test('killed in the middle, it leaves nothing after the next start, and changed nothing', async () => {
    const before = digestOf(place(user, 'work'))
    const killed = await rehearse(
      user,
      ['--', 'sh', '-c', 'mkdir d; echo > d/x; chmod 000 d; : > up; sleep 600'],
      {
        onChild: (child) => {
          const timer = setInterval(() => {
            const [name = ''] = copies(user)
            const uppers = name === '' ? [] : readdirSync(place(user, 'state/rehearsals', name))
            const begun = uppers.some((each) => existsSync(place(user, 'state/rehearsals', name, each, 'up')))
            if (!begun) return
            clearInterval(timer)
            child.kill('SIGKILL')
          }, 20)
        },
      },
    )
    expect(killed.signal).toBe('SIGKILL')
    expect(copies(user)).toHaveLength(1)
    expect((await rehearse(user, ['--', 'true'])).code).toBe(0)
    await expect.poll(() => copies(user)).toEqual([])
    expect(digestOf(place(user, 'work'))).toBe(before)
  })
})
