import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient } from '../../../src/main/core/host-link/host-client'
import { someBySeed } from '../../fakes/by-seed'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { processesWith } from '../../fakes/processes-with'
import { cliEntry, jsonLines, runProgram, type Ran } from '../../fakes/run-cli'
import { lostOf, sayingLines, type Told } from '../../fakes/told-lines'

/** The lines of each command. */
const steps = 12
let world: HostWorld
let ran: string
beforeAll(async () => {
  world = await hostWorld(sayingLines(steps))
  ran = join(world.project, 'ran.txt')
})
afterAll(() => world.close())

type Numbered = Told & { readonly seq: number; readonly text?: string }

/** Whether a process works for this test's home here or there: others may run beside it. */
function isOurs(pid: number): boolean {
  try {
    const env = readFileSync(`/proc/${String(pid)}/environ`, 'latin1').split('\0')
    return [world.env.COUNTERSIGN_HOME, world.base].some((home) =>
      env.includes(`COUNTERSIGN_HOME=${home ?? ''}`),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // it ended while we looked
    throw error
  }
}

/** What is killed, and which of its processes there are at a moment. */
const targets = {
  'the run here': () => processesWith('exec').filter(isOurs),
  'the connection': () => world.ssh.connections(),
  'what is attached there': () =>
    processesWith('attach').filter((pid) => isOurs(pid) && !world.engines().includes(pid)),
  'the engine there': () => world.engines(),
}
type Target = keyof typeof targets
const kinds = Object.keys(targets) as Target[]

/** Sixty of them: each target, fifteen times, after so many lines of what the run tells. */
const kills = Array.from({ length: 60 }, (_, at) => ({
  target: kinds[Math.floor((at * kinds.length) / 60)] ?? 'the connection',
  lines: Math.floor(((at * 0.618) % 1) * 32),
}))

const exec = (...args: string[]) => [cliEntry, 'exec', '--host', 'build1', '--json', ...args]

/** Runs it, and kills the target once it has told so many lines, if it gets that far. */
async function runAndKill(target: Target, lines: number): Promise<{ ran: Ran; killed: boolean }> {
  let killed = false
  const ended = await runProgram(process.execPath, exec('--cd', world.project, 'go'), {
    env: world.env,
    onChild: (child, soFar) => {
      const look = (): void => {
        const victims = targets[target]()
        if (killed || soFar().split('\n').length - 1 < lines || victims.length === 0) return
        killed = true
        for (const pid of victims) process.kill(pid, 'SIGKILL')
      }
      child.stdout?.on('data', look)
      if (lines === 0) void untilThere(target, child).then(look)
    },
  })
  return { ran: ended, killed }
}

/** A target that is to be killed before a line was told has to be there first. */
async function untilThere(target: Target, child: { readonly exitCode: number | null }): Promise<void> {
  while (targets[target]().length === 0 && child.exitCode === null)
    await new Promise((resolve) => setImmediate(resolve))
}

/** What is on record there of a session, asked over a line of its own. */
async function recordOf(sessionId: string): Promise<readonly Omit<Numbered, 'sessionId'>[]> {
  const host = new HostClient({
    open: hostPipes({ command: [...world.ssh.command], engine: world.engine }, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  await host.connect()
  const { events } = await host.request('session.open', { sessionId })
  host.close()
  return events.map(({ seq, event }) => ({ seq, ...event }))
}

/** The lines of the commands that were told; what a shell says of itself when it starts is no matter here. */
const saidIn = (told: readonly Numbered[]): readonly string[] =>
  told
    .map(({ type, text }) => (type === 'command.output' ? (text ?? '') : ''))
    .join('')
    .split('\n')
    .filter((line) => /^c\d+-\d+$/.test(line))

test.each(someBySeed('kills on the way to a host', kills, kinds.length))(
  '$target is killed after $lines lines: nothing told is lost, nothing runs twice, and nothing stays',
  { timeout: 180_000 },
  async ({ target, lines }) => {
    writeFileSync(ran, '')
    const first = await runAndKill(target, lines)
    const told = jsonLines<Numbered>(first.ran)
    const session = told[0]?.sessionId
    const goesOn = first.ran.code === 0
    // Whether it goes on by itself is a question of what was killed, and when: before anything was told, a run has nothing to go on with.
    if (target === 'the run here' || target === 'the engine there') expect(goesOn).toBe(!first.killed)
    if (session !== undefined && !goesOn) {
      // A turn whose engine is gone is over; any other has gone on meanwhile, and is followed from here. A run that was killed before it asked for one has none.
      await expect.poll(targets['what is attached there']).toEqual([])
      const began = (await recordOf(session)).some(({ type }) => type === 'turn.started')
      const more = target === 'the engine there' || !began ? ['go on'] : []
      const next = await runProgram(process.execPath, exec('--resume', session, ...more), { env: world.env })
      expect([next.code, next.err]).toEqual([0, ''])
    }
    if (session !== undefined) {
      const record = await recordOf(session)
      expect(lostOf(told, record)).toEqual({ lost: [], open: 0 })
      const seqs = told.map(({ seq }) => seq)
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    }
    const written = existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : []
    expect(written).toEqual([...new Set(written)])
    if (session !== undefined && target !== 'the engine there') {
      const all = [0, 1].flatMap((call) =>
        Array.from({ length: steps }, (_, n) => `c${String(call)}-${String(n + 1)}`),
      )
      expect(written).toEqual(all)
      if (goesOn) expect(saidIn(told)).toEqual(all)
    }
    await expect
      .poll(() => [targets['what is attached there'](), targets['the run here']()])
      .toEqual([[], []])
    expect(world.engines().length).toBeLessThan(2)
    rmSync(ran, { force: true })
  },
)
