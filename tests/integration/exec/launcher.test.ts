import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../../fakes/run-cli'
import { launcher } from './sdk-world'

let base: string
beforeAll(() => {
  base = mkdtempSync('/var/tmp/cs launcher-')
  chmodSync(base, 0o755)
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

const env = { HOME: '/nonexistent', COUNTERSIGN_HOME: '/nonexistent' }

test('one file starts it from any folder, by a link to a link, and without a PATH', async () => {
  mkdirSync(join(base, 'bin dir'))
  symlinkSync(launcher, join(base, 'real link'))
  symlinkSync('../real link', join(base, 'bin dir', '-countersign'))
  const runs = await Promise.all([
    runProgram(launcher, ['--version'], { env, cwd: '/' }),
    runProgram(join(base, 'bin dir', '-countersign'), ['--version'], { env, cwd: '/' }),
    runProgram('./-countersign', ['--version'], { env, cwd: join(base, 'bin dir') }),
    runProgram(
      '/bin/sh',
      ['-c', 'PATH=$1 && export PATH && "$2" --version', 'sh', join(base, 'bin dir'), '-countersign'],
      {
        env,
        cwd: '/',
      },
    ),
    runProgram(launcher, ['--version'], {
      env: { ...env, CDPATH: '/:/usr', PATH: '' },
      uid: 65_534,
      gid: 65_534,
    }),
  ])
  expect(runs).toEqual(
    Array(5).fill({
      code: 0,
      signal: null,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      err: '',
    }),
  )
})

test('arguments, exit code and signals are the program’s own', async () => {
  const wrong = await runProgram(launcher, ['exec', '--cd', "/no such 'folder' $HOME", 'x y'], {
    env: { ...env, COUNTERSIGN_HOME: join(base, 'home') },
  })
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("/no such 'folder' $HOME") as string])
  const stopped = await runProgram(launcher, ['app-server'], {
    env: { ...env, COUNTERSIGN_HOME: join(base, 'home') },
    keepInput: true,
    onChild: (child) => {
      child.stdin?.write(
        '{"id":1,"method":"initialize","params":{"clientInfo":{"name":"t","version":"1"}}}\n',
      )
      child.stdout?.once('data', () => child.kill('SIGTERM'))
    },
  })
  expect([stopped.code, stopped.out]).toEqual([130, expect.stringContaining('"userAgent"') as string])
})

test('a copy that is not built says what is missing', async () => {
  mkdirSync(join(base, 'copy', 'bin'), { recursive: true })
  copyFileSync(launcher, join(base, 'copy', 'bin', 'countersign'))
  const ran = await runProgram(join(base, 'copy', 'bin', 'countersign'), ['--version'], { env })
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('Run npm start once in') as string])
})
