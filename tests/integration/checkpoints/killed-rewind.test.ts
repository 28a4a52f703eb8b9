import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import { buildChild } from '../../fakes/build-child'
import { someBySeed } from '../../fakes/by-seed'
import { killAt, spreadOver, type KillMoment } from '../../fakes/kill-moment'
import { processesWith } from '../../fakes/processes-with'
import { untilKept } from './keeping'
import { rewindingIn, sessionIn } from './rewinding'

let [bundled, program] = ['', '']
let base = ''
let folder = ''
/** What the folder was before the two turns, and is after them. */
let played: readonly [string, string]
const problems: unknown[] = []
const copied = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true }

beforeAll(async () => {
  bundled = mkdtempSync('/var/tmp/cs-rewkillchild-')
  program = await buildChild(join(import.meta.dirname, 'rewinding-child.ts'), bundled)
  base = realpathSync(mkdtempSync('/var/tmp/cs-rewkill-'))
  folder = join(base, 'work')
  for (const each of [folder, join(base, 'state')]) mkdirSync(each)
  played = await twoTurns()
  for (const each of ['work', 'state']) cpSync(join(base, each), join(bundled, each), copied)
})
afterAll(() => {
  for (const each of [bundled, base]) rmSync(each, { recursive: true, force: true })
})
afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

const picture = (): string =>
  execFileSync(
    'sh',
    ['-c', 'cd "$1" && find . -type f | sort | xargs -r sha256sum; find . | sort', 'sh', folder],
    {
      encoding: 'utf8',
    },
  )

/** The same without what lay there before, which lies beside until the rewind counts. */
const placed = (): string =>
  picture()
    .split('\n')
    .filter((line) => !line.includes('./.countersign-undo.'))
    .join('\n')

/** Rewinds; killed then, or where it says. Returns how long it took. */
async function rewinds(moment: KillMoment, die = ''): Promise<number> {
  const child = spawn(process.execPath, [program, base, '1', die], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let begun = 0
  let ended = (): void => undefined
  child.stdout.setEncoding('utf8').once('data', () => {
    begun = performance.now()
    ended = killAt(child, moment)
  })
  await new Promise((settle) => child.once('close', settle))
  ended()
  // What it started ends with it.
  await expect.poll(() => processesWith(join(base, 'state/checkpoints'))).toEqual([])
  return performance.now() - begun
}

const files = 200
function write(text: string): void {
  for (let count = 0; count < files; count += 1) {
    mkdirSync(join(folder, `d${String(count % 20)}`), { recursive: true })
    writeFileSync(join(folder, `d${String(count % 20)}/f${String(count)}`), `${text} ${String(count)}\n`)
  }
}

/** Two turns of a new session, on record; returns what the folder was before them and is after. Played once for all that is killed. */
async function twoTurns(): Promise<readonly [string, string]> {
  const { kept, store } = rewindingIn(base, problems)
  const session = sessionIn(base, 1)
  const place = { sessionId: session.id, cwd: folder }
  write('one')
  const before = picture()
  await store.append(session, [{ type: 'meta', summary: session }])
  for (const turnNumber of [1, 2]) {
    const at = session.createdAt
    const turnId = `t${String(turnNumber)}`
    await store.append(session, [
      { type: 'event', at, event: { type: 'turn.started', turnId, turnNumber } },
      { type: 'event', at, event: { type: 'user.message', text: turnId } },
      { type: 'event', at, event: { type: 'turn.finished', turnId, outcome: 'completed' } },
    ])
    const turn = kept.follow({ ...place, turnNumber })
    await turn.begun
    write(turnId)
    for (const name of [`d${String(turnNumber)}`, 'd7']) rmSync(join(folder, name), { recursive: true })
    mkdirSync(join(folder, 'made/in'), { recursive: true })
    writeFileSync(join(folder, `made/in/${turnId}`), 'new\n')
    turn.end()
    await untilKept(base, session.id, turnNumber)
  }
  await kept.close()
  await store.close()
  return [before, picture()]
}

/** The folder, its copies and the record as they were right after the two turns. */
function anew(): readonly [string, string] {
  for (const each of ['work', 'state']) {
    rmSync(join(base, each), { recursive: true })
    cpSync(join(bundled, each), join(base, each), copied)
  }
  return played
}

/** Whether the conversation is rewound, and whether the turns count as undone, for an engine that begins now. */
async function standsAs(): Promise<{ readonly record: boolean; readonly undone: boolean }> {
  const { kept, store } = rewindingIn(base, problems)
  await kept.mendLeft()
  const session = sessionIn(base, 1)
  const stored = await store.load({ sessionId: session.id })
  const record = stored?.events.some(({ event }) => event.type === 'session.rewound') ?? false
  expect(stored?.events.some(({ event }) => event.type === 'user.message')).toBe(!record)
  const undone = await isUndone(kept, session.id)
  await kept.close()
  await store.close()
  return { record, undone }
}

async function isUndone(kept: TurnCheckpoints, sessionId: string): Promise<boolean> {
  return (await kept.look({ sessionId, cwd: folder }, 'redo')).kind === 'ready'
}

test(
  'an engine killed at any point of a rewind has taken back the conversation and its files, or neither',
  { timeout: 600_000 },
  async () => {
    const [first] = anew()
    const whole = await rewinds('never')
    expect([await standsAs(), picture() === first]).toEqual([{ record: true, undone: true }, true])
    let inTheMiddle = 0
    // In the middle of it for certain, and then spread: most of it is looking; what comes last changes something.
    const moments: KillMoment[] = [
      { firstChangeIn: join(folder, 'd0') },
      ...someBySeed('the moments of killed-rewind', spreadOver(32), 4).map(
        (part) => whole * (0.4 + 0.6 * part),
      ),
    ]
    for (const moment of moments) {
      const [before, after] = anew()
      await rewinds(moment)
      const left = picture()
      if (left !== before && left !== after) inTheMiddle += 1
      const { record, undone } = await standsAs()
      expect([undone, picture() === (record ? before : after)]).toEqual([record, true])
    }
    // The kills were spread over it, so that the above says something.
    expect(inTheMiddle).toBeGreaterThan(0)
  },
)

test.each([
  ['before', false],
  ['after', true],
])(
  'one that is killed right %s its record is written: the record says what becomes of the folder',
  { timeout: 240_000 },
  async (when, isDone) => {
    const [before, after] = anew()
    await rewinds('never', when)
    // The folder is done already: only the record tells.
    expect(placed()).toBe(before)
    expect(await standsAs()).toEqual({ record: isDone, undone: isDone })
    expect(picture()).toBe(isDone ? before : after)
  },
)

test(
  'what is edited after an engine was killed beside its record stays, and is named',
  { timeout: 240_000 },
  async () => {
    const [, after] = anew()
    await rewinds('never', 'before')
    writeFileSync(join(folder, 'd0/f0'), 'mine\n')
    rmSync(join(folder, 'd0/f20'))
    expect(await standsAs()).toEqual({ record: false, undone: false })
    expect(readFileSync(join(folder, 'd0/f0'), 'utf8')).toBe('mine\n')
    expect(existsSync(join(folder, 'd0/f20'))).toBe(false)
    const { kept } = rewindingIn(base, problems)
    const [beside, ...left] = await kept.leftBefore(folder).then((paths) => paths.toSorted())
    expect([beside, left]).toEqual([expect.stringMatching(/^\.countersign-undo\./), ['d0/f0', 'd0/f20']])
    // But for these all is as before the rewind; what was there lies beside.
    for (const name of ['d0/f0', 'd0/f20'])
      renameSync(join(folder, beside ?? '', 'old', name), join(folder, name))
    rmSync(join(folder, beside ?? ''), { recursive: true })
    expect(picture()).toBe(after)
    await kept.close()
  },
)

test('where the record cannot be written the folder is as it was', { timeout: 240_000 }, async () => {
  const [before, after] = anew()
  const { kept } = rewindingIn(base, problems)
  const { id: sessionId } = sessionIn(base, 1)
  const full = new Error('the disk is full')
  let then = ''
  const commit = (): Promise<void> => {
    then = placed()
    return Promise.reject(full)
  }
  const wish = { turnNumber: 1, acts: 1, sinceToo: false }
  await expect(kept.rewind({ sessionId, cwd: folder }, wish, { rewind: 'r', commit })).rejects.toBe(full)
  expect([then === before, picture() === after, await isUndone(kept, sessionId)]).toEqual([true, true, false])
  await kept.close()
})
