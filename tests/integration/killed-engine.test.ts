import { mkdtempSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someBySeed } from '../fakes/by-seed'
import { cliEntry } from '../fakes/run-cli'
import { killOnce, makeKillWorld, type KillReport, type KillWorld } from '../fakes/kill-run'

let world: KillWorld
beforeAll(async () => {
  world = await makeKillWorld(mkdtempSync('/var/tmp/cs-kill-'), cliEntry)
})
afterAll(async () => {
  await world.server.close()
  rmSync(world.base, { recursive: true, force: true })
})

const points = 16
/** From the first line of the record to the approval that nobody answers. */
const chosen = someBySeed(
  'points of a kill',
  Array.from({ length: points }, (_, at) => at),
  8,
)

test(
  'killed at any point, nothing acknowledged is missing, nothing runs twice, no approval is forgotten',
  { timeout: 600_000 },
  async () => {
    const reports: KillReport[] = []
    for (const point of chosen) reports.push(await killOnce(world, (point + ((point * 0.618) % 1)) / points))
    expect(reports.flatMap(({ problems }) => problems)).toEqual([])
    // The kills were spread over the run, so that the above says something.
    const commands = new Set(reports.map((report) => report.commands))
    const waited = reports.reduce((sum, { pending }) => sum + pending, 0)
    expect([commands.size > 3, waited > 0]).toEqual([true, true])
  },
)
