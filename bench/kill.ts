import { mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { killOnce, makeKillWorld, type KillReport } from '../tests/fakes/kill-run'
import { printRows } from './measure'

/** Kill -9 at 100 random points (COUNTERSIGN_KILLS sets another number) of a session with tools and approvals. */
const points = Number(process.env['COUNTERSIGN_KILLS'] ?? '100')
const world = await makeKillWorld(mkdtempSync('/var/tmp/cs-bench-kill-'), resolve('out/main/cli.js'))
const reports: KillReport[] = []
for (let point = 0; point < points; point += 1) reports.push(await killOnce(world, Math.random()))
await world.server.close()
rmSync(world.base, { recursive: true, force: true })

const problems = reports.flatMap((report) => report.problems)
for (const problem of problems) console.log(problem)
const sum = (of: (report: KillReport) => number): string =>
  String(reports.reduce((all, one) => all + of(one), 0))
printRows([
  {
    what: `killed at ${String(points)} random points: lines missing, commands run twice, approvals forgotten`,
    figure: String(problems.length),
    goal: 'none',
    reached: problems.length === 0,
  },
  {
    what: 'of that, events acknowledged / commands run / approvals that waited',
    figure: `${sum((r) => r.acknowledged)} / ${sum((r) => r.commands)} / ${sum((r) => r.pending)}`,
    goal: 'none of its own',
    reached: true,
  },
])
