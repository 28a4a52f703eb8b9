import { spawn } from '@lydell/node-pty'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { someBySeed } from '../../fakes/by-seed'
import { appServerHome } from '../../fakes/app-server-home'
import { cliEntry } from '../../fakes/run-cli'
import { approvals } from './harness/records'
import { scriptOf, type Phase } from './harness/phases'
import { seenIn, withinSeconds } from './harness/engine-run'

type End = 'terminal closed' | 'SIGTERM' | 'SIGHUP'
const entry = [process.execPath, cliEntry]

/** The program at a terminal of its own, whose reader can stop as Ctrl+S makes it. */
const rows: ['exec' | 'sandbox', Phase, End][] = [
  ['exec', 'waiting', 'terminal closed'],
  ['exec', 'waiting', 'SIGHUP'],
  ['exec', 'running', 'terminal closed'],
  ['exec', 'stalled', 'SIGTERM'],
  ['exec', 'stalled', 'terminal closed'],
  ['sandbox', 'running', 'terminal closed'],
  ['sandbox', 'stalled', 'SIGTERM'],
]

test.concurrent.each(someBySeed('ends at a terminal', rows, 3))(
  'at a terminal: %s, %s, %s: everything is gone within 2 s (20 on a busy machine)',
  { timeout: 240_000 },
  async (face, phase, end) => {
    const { script, config, sleep } = scriptOf(phase)
    const home = await appServerHome(script, { config })
    const command = phase === 'running' ? ['sleep', sleep] : ['yes', sleep]
    const args = face === 'exec' ? ['exec', 'go'] : ['sandbox', '--', ...command]
    const [program = '', ...words] = [...entry, ...args]
    const terminal = spawn(program, words, { env: home.env, cwd: home.project })
    let said = ''
    let code: number | undefined
    terminal.onExit(({ exitCode }) => (code = exitCode))
    terminal.onData((text) => (said = (said + text).slice(-100_000)))
    const holds = async (condition: () => boolean): Promise<void> => {
      while (!condition()) {
        if (code !== undefined) throw new Error(`the program ended first, with code ${String(code)}: ${said}`)
        await delay(20)
      }
    }
    const runs = (text: string) => () => seenIn(home.folder).some(({ words: all }) => all.startsWith(text))
    try {
      if (phase === 'stalled') {
        if (face === 'exec') await holds(() => said.includes('0123456789'))
        else await holds(() => said.includes(sleep))
        terminal.pause()
        if (face === 'exec') await holds(() => home.server.requests.length > 1)
      } else if (phase === 'waiting') await holds(() => said.includes('Your decision'))
      else await holds(runs(`sleep ${sleep}`))
      const from = performance.now()
      if (end === 'terminal closed') (terminal as unknown as { destroy(): void }).destroy()
      else process.kill(terminal.pid, end)
      let left = seenIn(home.folder)
      while (left.length > 0 && performance.now() - from < withinSeconds * 1000) {
        await delay(20)
        left = seenIn(home.folder)
      }
      if (process.env['ENDS_SAY']) console.log(face, phase, end, code, performance.now() - from)
      expect(left.map(({ words: all }) => all)).toEqual([])
      if (phase === 'waiting') expect(approvals(home)).toEqual(['pending', 'cancelled'])
    } finally {
      for (const { pid } of seenIn(home.folder)) process.kill(pid, 'SIGKILL')
      await home.remove()
    }
  },
)

test('a terminal that goes without a signal: what waits is cancelled on record, and nothing runs on', async () => {
  const { script, config } = scriptOf('waiting')
  const home = await appServerHome(script, { config })
  // In a session of its own the program is told of no terminal.
  const line = 'exec 3<&0; setsid "$@" <&3 & sleep 600'
  const terminal = spawn('sh', ['-c', line, 'sh', ...entry, 'exec', 'go'], {
    env: home.env,
    cwd: home.project,
  })
  let said = ''
  terminal.onData((text) => (said += text))
  try {
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Your decision')
    ;(terminal as unknown as { destroy(): void }).destroy()
    await expect.poll(() => seenIn(home.folder), { timeout: 60_000 }).toEqual([])
    expect(approvals(home)).toEqual(['pending', 'cancelled'])
  } finally {
    for (const { pid } of seenIn(home.folder)) process.kill(pid, 'SIGKILL')
    await home.remove()
  }
})
