import { mkdtempSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killOnce, makeKillWorld, type KillReport, type KillWorld } from '../fakes/kill-run'

let world: KillWorld
beforeAll(async () => {
  world = await makeKillWorld(mkdtempSync('/var/tmp/cs-kill-'))
})
afterAll(async () => {
  await world.server.close()
  rmSync(world.base, { recursive: true, force: true })
})

const points = 16

test(
  'killed at any point, nothing acknowledged is missing, nothing runs twice, no approval is forgotten',
  { timeout: 300_000 },
  async () => {
    const reports: KillReport[] = []
    // From the first line of the record to the approval that nobody answers.
    for (let point = 0; point < points; point += 1)
      reports.push(await killOnce(world, Math.random() * 100 * point))
    expect(reports.flatMap(({ problems }) => problems)).toEqual([])
    // The kills were spread over the run, so that the above says something.
    const commands = new Set(reports.map((report) => report.commands))
    expect([commands.size > 1, reports.some(({ acknowledged }) => acknowledged > 5)]).toEqual([true, true])
  },
)
