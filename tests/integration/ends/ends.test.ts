import { expect, test } from 'vitest'
import { someBySeed } from '../../fakes/by-seed'
import { appServerHome } from '../../fakes/app-server-home'
import { endOf, withinSeconds, type EngineRun } from './harness/engine-run'
import { approvals } from './harness/records'
import { inPhase, scriptOf, type Face, type Phase } from './harness/phases'

type End =
  | 'end of input'
  | 'client killed'
  | 'starter killed'
  | 'output closed'
  | 'model server killed'
  | 'SIGINT'
  | 'SIGTERM'
  | 'SIGHUP'
  | 'SIGQUIT'

/** Processor seconds that an end may cost; a loop that never ends uses all there are. */
const cpuSeconds = 4

const bringAbout = (run: EngineRun, end: End): void => {
  switch (end) {
    case 'end of input':
      run.client.endInput()
      break
    case 'client killed':
      run.client.kill()
      break
    case 'starter killed':
      run.client.killStarter()
      break
    case 'output closed':
      run.client.closeOutput()
      break
    case 'model server killed':
      void run.home.server.close()
      break
    case 'SIGINT':
    case 'SIGTERM':
    case 'SIGHUP':
    case 'SIGQUIT':
      process.kill(run.engine(), end)
  }
}

/** NaN: nobody is left who could be told the code. */
const rows: [Face, Phase, End, number][] = [
  ['app-server', 'idle', 'SIGQUIT', 130],
  ['app-server', 'idle', 'starter killed', Number.NaN],
  ['app-server', 'streaming', 'end of input', 0],
  ['app-server', 'streaming', 'SIGHUP', 130],
  ['app-server', 'running', 'client killed', 0],
  ['app-server', 'outside', 'client killed', 0],
  ['app-server', 'waiting', 'client killed', 0],
  ['app-server', 'waiting', 'output closed', 0],
  ['app-server', 'waiting', 'SIGTERM', 130],
  ['app-server', 'patching', 'client killed', 0],
  ['app-server', 'flooding', 'client killed', 0],
  ['app-server', 'flooding', 'output closed', 0],
  ['app-server', 'stalled', 'end of input', 0],
  ['app-server', 'stalled', 'SIGINT', 130],
  ['mcp-server', 'idle', 'end of input', 0],
  ['mcp-server', 'running', 'client killed', 0],
  ['mcp-server', 'outside', 'SIGQUIT', 130],
  ['mcp-server', 'waiting', 'client killed', 0],
  ['mcp-server', 'waiting', 'SIGHUP', 130],
  ['mcp-server', 'flooding', 'client killed', 0],
  ['mcp-server', 'stalled', 'SIGTERM', 130],
  ['mcp-server', 'stalled', 'end of input', 0],
  ['exec', 'idle', 'SIGTERM', 130],
  ['exec', 'streaming', 'client killed', 130],
  ['exec', 'streaming', 'model server killed', 1],
  ['exec', 'running', 'client killed', 130],
  ['exec', 'outside', 'SIGHUP', 130],
  ['exec', 'patching', 'SIGQUIT', 130],
  ['exec', 'flooding', 'output closed', 130],
  ['exec', 'stalled', 'SIGTERM', 130],
  ['serve', 'idle', 'starter killed', Number.NaN],
  ['serve', 'streaming', 'SIGINT', 0],
  ['serve', 'outside', 'SIGQUIT', 0],
  ['serve', 'waiting', 'SIGHUP', 0],
  ['serve', 'flooding', 'SIGTERM', 0],
  ['sandbox', 'running', 'client killed', 130],
  ['sandbox', 'running', 'SIGHUP', 130],
  ['sandbox', 'flooding', 'client killed', 130],
  ['sandbox', 'stalled', 'SIGTERM', 130],
  ['sandbox', 'stalled', 'client killed', 130],
]

test.concurrent.each(someBySeed('ends of a program', rows, 10))(
  '%s, %s, %s: everything is gone within 2 s (20 on a busy machine), exit code %i',
  { timeout: 240_000 },
  async (face, phase, end, code) => {
    const { script, config, sleep } = scriptOf(phase)
    const home = await appServerHome(script, { config })
    const run = await inPhase(face, phase, { home, sleep })
    try {
      const ended = await endOf(run, () => {
        bringAbout(run, end)
      })
      if (process.env['ENDS_SAY'])
        console.log([face, phase, end, ended.code, ended.seconds.toFixed(2), ended.cpu.toFixed(2)].join(' '))
      expect({ ...ended, seconds: ended.seconds < withinSeconds, cpu: ended.cpu < cpuSeconds }).toEqual({
        code,
        left: [],
        seconds: true,
        cpu: true,
      })
      if (phase === 'waiting') expect(approvals(home)).toEqual(['pending', 'cancelled'])
    } finally {
      run.clear()
      await home.remove()
    }
  },
)
