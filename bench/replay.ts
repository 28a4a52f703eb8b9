import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeHistories } from '../tests/fakes/long-history'
import { printRows } from './measure'

/** Histories of 1 GB are read by the built program, and of a twentieth of that: how long it takes, and how much memory. */
const home = mkdtempSync('/var/tmp/cs-bench-replay-')
const gigabytes = Number(process.env['REPLAY_GB'] ?? '1')

interface Run {
  readonly seconds: number
  readonly peakMb: number
  readonly actions: number
}

/** `options` are those of Node: how far what is garbage may grow is no measure of what the program holds. */
function replayOf(folder: string, options: readonly string[] = []): Run {
  const peak = join(home, 'peak')
  const recorder = pathToFileURL(resolve('tests/fakes/peak-at-exit.ts')).href
  const begun = performance.now()
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [...options, '--import', recorder, resolve('out/main/cli.js'), 'replay', '--json', folder],
    {
      env: { ...process.env, HOME: '/home/dev', COUNTERSIGN_HOME: join(home, 'state'), PEAK: peak },
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    },
  )
  if (status !== 0) throw new Error(`replay ended with ${String(status)}: ${stderr}`)
  const { actions } = JSON.parse(stdout) as { actions: number }
  return {
    seconds: (performance.now() - begun) / 1000,
    peakMb: Number(readFileSync(peak, 'utf8')) / 1000,
    actions,
  }
}

try {
  const [small, large] = [join(home, 'small'), join(home, 'large')]
  writeHistories(small, gigabytes * 50_000_000, resolve('tests/corpus'))
  writeHistories(large, gigabytes * 1_000_000_000, resolve('tests/corpus'))
  const quick = replayOf(large)
  const [less, more] = [small, large].map((folder) => replayOf(folder, ['--max-semi-space-size=4']))
  if (!less || !more) throw new Error('nothing was measured')
  const calls = `${String(quick.actions)} commands and edits`
  printRows([
    {
      what: `replay of ${String(gigabytes)} GB of histories (${calls})`,
      figure: `${quick.seconds.toFixed(1)} s`,
      goal: `under ${String(gigabytes * 60)} s`,
      reached: quick.seconds < gigabytes * 60,
    },
    {
      what: 'its memory, against that for a twentieth',
      figure: `${more.peakMb.toFixed(0)} MB, ${less.peakMb.toFixed(0)} MB`,
      goal: 'at most three fifths more',
      reached: more.peakMb < less.peakMb * 1.6,
    },
  ])
} finally {
  rmSync(home, { recursive: true, force: true })
}
