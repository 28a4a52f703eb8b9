import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneBySeed, someBySeed } from '../../fakes/by-seed'
import { buildChild } from '../../fakes/build-child'
import { processesWith } from '../../fakes/processes-with'
import { users, type User } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of killed at once', users)

/** Two rounds for each millisecond from the launcher's start on. */
const moments = someBySeed(
  'moments of a kill',
  Array.from({ length: 24 }, (_, at) => at + 1),
  12,
)

const ordinary = 65_534
let base = ''

beforeAll(async () => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-at-once-'))
  chmodSync(base, 0o755)
  await buildChild(join(import.meta.dirname, 'killed-at-once-child.ts'), base)
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

/** A process that runs a command; its folder and its mark. */
function starts(user: User, round: number, afterMs?: number) {
  const mark = `${String(process.pid)}${String(round).padStart(3, '0')}`
  const folder = join(base, `${user}-${mark}`)
  for (const each of [folder, join(folder, 'work'), join(folder, 'state')]) {
    mkdirSync(each)
    if (user === 'ordinary' && process.getuid?.() === 0) chownSync(each, ordinary, ordinary)
  }
  const as = user === 'ordinary' && process.getuid?.() === 0 ? { uid: ordinary, gid: ordinary } : {}
  const child = spawn(
    process.execPath,
    [join(base, 'child/child.mjs'), folder, mark, ...(afterMs === undefined ? [] : [String(afterMs)])],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH, HOME: folder },
      ...as,
    },
  )
  const gone = new Promise<NodeJS.Signals | null>((settle) =>
    child.once('close', (_code, signal) => {
      settle(signal)
    }),
  )
  const ran = (): boolean => existsSync(join(folder, 'work', mark))
  return { mark, child, gone, ran }
}

test.for(chosen)(
  'nothing is left of a command whose engine is killed while its launcher starts, as %s',
  { timeout: 600_000 },
  async (user) => {
    const control = starts(user, 0)
    await expect.poll(control.ran).toBe(true)
    control.child.kill('SIGKILL')
    await control.gone
    for (const round of moments) {
      const { mark, gone } = starts(user, round, Math.floor(round / 2))
      expect(await gone).toBe('SIGKILL')
      // What was started is on its way, to its own end or to the command.
      await expect.poll(() => [mark, `60.${mark}`].flatMap(processesWith), { timeout: 120_000 }).toEqual([])
    }
  },
)
