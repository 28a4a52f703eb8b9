import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { someBySeed } from '../../fakes/by-seed'
import { appServerHome } from '../../fakes/app-server-home'
import { endOf, withinSeconds } from './harness/engine-run'
import { inPhase, scriptOf, type Face, type Phase } from './harness/phases'

/** Makes the Node that runs this pretend to be one that is too old, so that the entry starts the pinned one. */
const older = [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.11.0'}})`,
]

/** Code 137: the shell tells of the kill. */
const rows: [Face, Phase, NodeJS.Signals | 'client killed', number][] = [
  ['app-server', 'running', 'client killed', 0],
  ['app-server', 'flooding', 'client killed', 0],
  ['app-server', 'waiting', 'SIGKILL', 137],
  ['mcp-server', 'running', 'SIGHUP', 130],
  ['exec', 'running', 'client killed', 130],
  ['exec', 'outside', 'SIGKILL', 137],
  ['sandbox', 'running', 'SIGQUIT', 130],
]

test.concurrent.each(someBySeed('ends of a wrapped program', rows, 3))(
  'started by an older Node: %s, %s, %s to that Node: both and all else are gone within 2 s (20 on a busy machine), exit code %i',
  { timeout: 240_000 },
  async (face, phase, end, code) => {
    const { script, config, sleep } = scriptOf(phase)
    const home = await appServerHome(script, { config })
    const run = await inPhase(face, phase, { home, sleep, node: older })
    try {
      // The engine's own children look like it until they have become their programs.
      const started = run.processes().filter(({ parent }) => parent === run.engine())
      expect(started.map(({ words }) => words.includes('cli.js'))).toEqual([true])
      const ended = await endOf(run, () => {
        if (end === 'client killed') run.client.kill()
        else process.kill(run.engine(), end)
      })
      expect([ended.code, ended.left, ended.seconds < withinSeconds]).toEqual([code, [], true])
    } finally {
      run.clear()
      await home.remove()
    }
  },
)

test('a second signal ends it at once, whatever is still under way', async () => {
  const { script, config, sleep } = scriptOf('patching')
  const home = await appServerHome(script, { config })
  const run = await inPhase('app-server', 'patching', { home, sleep })
  try {
    const pid = run.engine()
    const ended = await endOf(run, () => {
      process.kill(pid, 'SIGTERM')
      void delay(500).then(() => {
        if (run.processes().some((each) => each.pid === pid)) process.kill(pid, 'SIGTERM')
      })
    })
    expect([ended.code, ended.left]).toEqual([130, []])
  } finally {
    run.clear()
    await home.remove()
  }
})
