import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AttemptList } from '../../../../../../src/main/adapters/sandbox-linux/run/attempts'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { disarmMeanwhile } from '../../../../../../src/main/adapters/sandbox-linux/repositories/live-disarm'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-live-')))
  // What is looked at only when time has passed is never looked at here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  rmSync(base, { recursive: true })
})

function begin() {
  const dotGit = join(base, '.git')
  for (const name of ['objects', 'refs', 'hooks']) mkdirSync(join(dotGit, name), { recursive: true })
  writeFileSync(join(dotGit, 'HEAD'), 'ref: refs/heads/m\n')
  const attempts = new AttemptList()
  const rearmed: string[] = []
  const search = () => Promise.resolve({ places: [], settings: [], whole: true })
  const rules = {
    writable: [base],
    known: new Map(),
    pinned: [],
    kept: [],
    exempt: [],
    began: Date.now(),
    search,
  }
  const live = disarmMeanwhile(rules, attempts, { rearmed: (place) => rearmed.push(place), stays: false })
  const config = join(dotGit, 'config')
  const arm = async (): Promise<void> => {
    writeFileSync(config, '[core]\n\tfsmonitor = ./x\n')
    if (attempts.git.folders.size === 0) attempts.git.note('open', bytesOf(config))
    await expect.poll(() => existsSync(config)).toBe(false)
  }
  return { live, arm, rearmed, dotGit }
}

test('what is written to a file that was named before is disarmed at once, without another report', async () => {
  const { live, arm, rearmed, dotGit } = begin()
  for (let times = 0; times < 3; times++) await arm()
  expect([await live.stop(), rearmed]).toEqual([{ armed: [dotGit], held: [join(dotGit, 'config')] }, []])
})

test('of a git folder that is armed for the eleventh time is told, and not before', async () => {
  const { live, arm, rearmed, dotGit } = begin()
  for (let times = 0; times < 10; times++) await arm()
  expect(rearmed).toEqual([])
  await arm()
  await live.stop()
  expect(rearmed).toEqual([dotGit])
})
