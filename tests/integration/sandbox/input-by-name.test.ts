import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { cliEntry, runProgram, type Ran } from '../../fakes/run-cli'
import { users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of input by name', users)

/** Standard input opened by its names, as many programs do. */
describe.each(chosen)('as %s', (user) => {
  const ids = user === 'ordinary' && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
  let folder: string
  let work: string
  beforeAll(() => {
    folder = mkdtempSync('/var/tmp/cs-by-name-')
    chmodSync(folder, 0o755)
    work = join(folder, 'work')
    mkdirSync(work)
    writeFileSync(join(work, 'file'), 'text\n')
    writeFileSync(join(work, 'large'), Buffer.alloc(3_000_000, 'x'))
    if (ids) for (const each of [folder, work, join(work, 'file')]) chownSync(each, ids.uid, ids.gid)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a shell line in which `$CS` is the command line's sandbox, and $NODE is Node. */
  const line = (script: string): Promise<Ran> =>
    runProgram(
      '/bin/bash',
      ['-c', script.replaceAll('$CS', `"${process.execPath}" "${cliEntry}" sandbox --`)],
      {
        env: {
          PATH: '/usr/bin:/bin',
          HOME: folder,
          COUNTERSIGN_HOME: join(folder, 'state'),
          NODE: process.execPath,
        },
        cwd: work,
        ...ids,
      },
    )

  test.for([
    ['cat, from a pipe', 'echo text | $CS cat /dev/stdin', 'text\n'],
    ['cat, from a file', '$CS cat /dev/stdin < file', 'text\n'],
    ['cat, from nothing', '$CS cat /dev/stdin < /dev/null', ''],
    ['/dev/fd/0', 'echo text | $CS cat /dev/fd/0', 'text\n'],
    ['/proc/self/fd/0', 'echo text | $CS cat /proc/self/fd/0', 'text\n'],
    ['long after the other end was closed', `echo text | $CS sh -c 'sleep 0.4; cat /dev/stdin'`, 'text\n'],
    ['twice, the second time at its end', `echo text | $CS sh -c 'cat /dev/stdin; cat /dev/stdin'`, 'text\n'],
    ['diff', 'echo text | $CS diff file /dev/stdin', ''],
    ['source', `echo 'echo sourced' | $CS bash -c 'source /dev/stdin'`, 'sourced\n'],
    ['tee', `echo text | $CS sh -c 'tee < /dev/stdin'`, 'text\n'],
    ['in a child in the background', `echo text | $CS sh -c '(sh -c "cat /dev/stdin") & wait'`, ''],
    ['Node', `echo text | $CS "$NODE" -p 'fs.readFileSync("/dev/stdin", "utf8")'`, 'text\n\n'],
    ['more than a pipe holds', '$CS wc -c /dev/stdin < large', '3000000 /dev/stdin\n'],
    ['while it is still open', `(echo one; sleep 0.5; echo two) | $CS cat /dev/stdin`, 'one\ntwo\n'],
    ['a part of it', 'yes | $CS head -n 2 /dev/stdin', 'y\ny\n'],
    ['not at all', 'yes | $CS true', ''],
    ['as one that is closed', `echo text | $CS sh -c 'exec <&-; echo still'`, 'still\n'],
  ] as const)('%s', async ([, script, out]) => {
    const plain = await line(script.replaceAll('$CS ', ''))
    expect(plain, 'without the sandbox').toMatchObject({ code: 0, out })
    expect(await line(script)).toMatchObject({ code: 0, out, err: '' })
  })

  test('who writes is told that nobody reads any more', async () => {
    const writer = `(trap '' PIPE; while echo y; do :; done 2>/dev/null; echo ended >&2)`
    expect(await line(`${writer} | $CS head -n 1`)).toMatchObject({ code: 0, out: 'y\n', err: 'ended\n' })
  })

  test('it may not be opened for what lies outside', async () => {
    const ran = await line(`$CS sh -c 'readlink /dev/stdin /proc/self/fd/0' < file`)
    expect(ran.out).toMatch(/pipe:\[\d+\]\n$/)
    expect(ran.out).not.toContain(work)
  })
})
