import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTerminal } from '../../../src/main/adapters/process-execa/terminal'
import { oneBySeed } from '../../fakes/by-seed'
import { cliEntry, runProgram, type Ran } from '../../fakes/run-cli'
import { users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of own input', users)

/** What `countersign sandbox` is given on standard input, and the terminal it is started at, reach its command. */
describe.each(chosen)('as %s', (user) => {
  const ids = user === 'ordinary' && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
  let folder: string
  let work: string
  let env: Record<string, string>
  beforeAll(() => {
    folder = mkdtempSync('/var/tmp/cs-input-')
    chmodSync(folder, 0o755)
    work = join(folder, 'work')
    env = { PATH: '/usr/bin:/bin', HOME: folder, COUNTERSIGN_HOME: join(folder, 'state') }
    mkdirSync(work)
    if (ids) for (const each of [folder, work]) chownSync(each, ids.uid, ids.gid)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const sandbox = ['sandbox', '--cwd', '.', '--']
  /** Runs a shell line in which `$CS` is the command line. */
  const line = (script: string): Promise<Ran> =>
    runProgram('/bin/sh', ['-c', script.replaceAll('$CS', `"${process.execPath}" "${cliEntry}" sandbox`)], {
      env,
      cwd: work,
      ...ids,
    })

  test('a pipe is read to its end, bytes as they are', async () => {
    expect(await line("printf 'a\\0\\377b' | $CS -- od -An -tx1")).toMatchObject({
      code: 0,
      out: ' 61 00 ff 62\n',
    })
  })

  test('20 MB arrive whole, and from a file', async () => {
    const bytes = Buffer.alloc(20_000_000, 'countersign ')
    writeFileSync(join(work, 'large'), bytes)
    const sum = createHash('sha256').update(bytes).digest('hex')
    const pattern = new RegExp(`^${sum} `)
    expect(await line('$CS -- sha256sum < large')).toMatchObject({
      code: 0,
      out: expect.stringMatching(pattern) as string,
    })
    expect(await line('cat large | $CS -- sha256sum')).toMatchObject({
      code: 0,
      out: expect.stringMatching(pattern) as string,
    })
  })

  test('a command that reads nothing, or not all, ends when it ends', async () => {
    expect(await line('yes | $CS -- head -n 1')).toMatchObject({ code: 0, out: 'y\n' })
    expect(await line('yes | $CS -- true')).toMatchObject({ code: 0 })
    expect(await line('$CS -- cat < /dev/null')).toMatchObject({ code: 0, out: '' })
    expect(await line('$CS -- cat < .')).toMatchObject({ code: 0, out: '' })
    expect(await line('$CS -- cat <&-')).toMatchObject({ code: 0, out: '' })
    expect(await line('echo x | $CS --json -- cat')).toMatchObject({
      code: 0,
      out: expect.stringContaining('"stdout":"x\\n"') as string,
    })
    expect(await line('echo hi | $CS -- no-such-program')).toMatchObject({ code: 127 })
  })

  test('the descriptor itself is not passed on: what it leads to outside stays closed', async () => {
    const outside = join(folder, 'outside.txt')
    writeFileSync(outside, 'before\n')
    if (ids) chownSync(outside, ids.uid, ids.gid)
    const script = 'echo after > /proc/self/fd/0; readlink /proc/self/fd/0; cat'
    const control = await runProgram('/bin/sh', ['-c', `sh -c '${script}' < ${outside}`], {
      env,
      cwd: work,
      ...ids,
    })
    expect(control.out).toBe(`${outside}\nafter\n`)
    writeFileSync(outside, 'before\n')
    const ran = await line(`$CS -- sh -c '${script}' < ${outside}; cat ${outside}`)
    expect(ran.out).not.toContain(outside)
    expect(ran.out.endsWith('before\n')).toBe(true)
  })

  test('a folder that is reached through a link is worked in', async () => {
    symlinkSync(work, join(folder, 'linked'))
    const ran = await line(`$CS --cwd ${folder}/linked -- sh -c 'touch made && pwd -P'`)
    expect(ran).toMatchObject({ code: 0, out: `${work}\n` })
  })

  test('at a terminal the command has one of that size, and follows its resizes', async () => {
    const terminal = openTerminal({ columns: 77, rows: 33 })
    const script =
      "trap 'stty size; exit 0' WINCH; stty size; echo ready; read -r word; echo got $word; sleep 60 & wait"
    let printed = ''
    terminal.stream
      .setEncoding('utf8')
      .on('data', (text: string) => (printed += text.replace(/\r+\n/g, '\n')))
    const child = spawn(
      'setsid',
      ['-c', '-w', process.execPath, cliEntry, ...sandbox, 'bash', '-c', script],
      {
        cwd: work,
        env: { ...env, COLUMNS: '12' },
        stdio: [terminal.descriptor, terminal.descriptor, terminal.descriptor],
        ...ids,
      },
    )
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    try {
      const within = { timeout: 120_000 }
      await expect.poll(() => printed, within).toContain('33 77\nready')
      terminal.stream.write('word\r')
      await expect.poll(() => printed, within).toContain('got word')
      terminal.resize({ columns: 91, rows: 20 })
      await expect.poll(() => printed, within).toContain('20 91')
      expect(await ended).toBe(0)
    } finally {
      child.kill('SIGKILL')
      terminal.stream.destroy()
    }
  })
})
