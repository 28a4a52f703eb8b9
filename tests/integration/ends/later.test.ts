import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { byTask, spawnCall, waitCall } from '../../fakes/agents-script'
import { plainClient } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { startOAuthServer } from '../../fakes/oauth-mcp-server'
import { endOf, startEngine, withinSeconds, type EngineRun } from './harness/engine-run'

/** What a program of ours does when its end comes, of the things that not every face does. */
interface Busy {
  readonly script: Parameters<typeof appServerHome>[0]
  readonly config?: string
  readonly policy?: 'effects'
  readonly args: readonly string[]
  /** Brings it there; the app-server's session is open then. */
  readonly begin?: (run: EngineRun, home: AppServerHome) => Promise<void>
  /** Whether it is there. */
  readonly sign: (run: EngineRun, home: AppServerHome) => boolean
  /** Whether the project is as it was. Absent: nothing would have changed it. */
  readonly stays?: (home: AppServerHome) => boolean
}

const quiet = '[features]\nsandbox_command_assessment = false\n'
const none: readonly Answer[] = []
const hangs: readonly Answer[] = [{ hang: true, text: 'Well, let me think' }]
let marks = 0
/** Seconds that no other process of this machine sleeps for. */
const seconds = (): string => `7${String(process.pid)}.${String((marks += 1))}`
const sleeps = (run: EngineRun, mark: string): number =>
  run.processes().filter(({ words }) => words === `sleep ${mark}`).length
/** A command that does not heed any signal, in two sessions of the system. */
const stubborn = (mark: string): string[] => [
  'sh',
  '-c',
  `trap "" TERM HUP INT QUIT; setsid sleep ${mark} & sleep ${mark} & wait`,
]

async function converse(run: EngineRun): Promise<void> {
  run.send({ id: 1, method: 'initialize', params: plainClient })
  run.send({ id: 2, method: 'newConversation', params: { cwd: run.home.project } })
  await run.until('conversationId')
  const conversationId = /"conversationId":"([^"]+)"/.exec(run.said())?.[1]
  run.send({ id: 3, method: 'addConversationListener', params: { conversationId } })
  await run.until('subscriptionId')
  const items = [{ type: 'text', data: { text: 'go' } }]
  run.send({ id: 4, method: 'sendUserMessage', params: { conversationId, items } })
}

function repository({ project }: AppServerHome): void {
  writeFileSync(join(project, 'read.ts'), 'one\n')
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'a'],
  ])
    execFileSync('git', args, { cwd: project })
  writeFileSync(join(project, 'read.ts'), 'two\n')
}

const kinds: Record<string, () => Busy> = {
  'two agents run commands': () => {
    const mark = seconds()
    return {
      script: byTask({
        go: [spawnCall('ann', 'run a'), spawnCall('bob', 'run b'), waitCall('w1', { timeout_ms: 120_000 })],
        'run a': [shellCall('call_1', ...stubborn(mark))],
        'run b': [shellCall('call_1', ...stubborn(mark))],
      }),
      args: ['app-server'],
      begin: converse,
      sign: (run) => sleeps(run, mark) === 4,
    }
  },
  'a server of tools does not answer': () => ({
    script: [{ calls: [{ id: 'call_1', name: 'h__look', arguments: {} }] }],
    config: `${quiet}[mcp_servers.h]\ncommand = "${process.execPath}"\nargs = ["${join(import.meta.dirname, '../../fakes/hostile-mcp-server.mjs')}", "never-answers"]\n`,
    args: ['app-server'],
    begin: converse,
    sign: (run) => run.said().includes('mcp_tool_call_begin'),
  }),
  'a review waits for its model': () => ({
    script: hangs,
    args: ['review', '--uncommitted'],
    sign: (_, { server }) => server.requests.length > 0,
  }),
  'a review runs a command': () => {
    const mark = seconds()
    return {
      script: [shellCall('call_1', ...stubborn(mark))],
      args: ['review', '--uncommitted'],
      sign: (run) => sleeps(run, mark) === 2,
    }
  },
  'a command is rehearsed': () => {
    const mark = seconds()
    return {
      script: none,
      args: ['rehearse', '--timeout', '100000', '--', ...stubborn(mark)],
      sign: (run) => sleeps(run, mark) === 2,
    }
  },
  'a command runs on copies': () => {
    const mark = seconds()
    const [shell = '', option = '', script = ''] = stubborn(mark)
    return {
      script: [shellCall('call_1', shell, option, `echo two > made; ${script}`)],
      policy: 'effects',
      args: ['app-server'],
      begin: converse,
      sign: (run) => sleeps(run, mark) === 2,
      stays: ({ project }) => !existsSync(join(project, 'made')),
    }
  },
  'the events of an SDK stream': () => ({
    script: hangs,
    args: ['exec', '--experimental-json', 'go'],
    sign: (_, { server }) => server.requests.length > 0,
  }),
  'a command of an SDK runs': () => {
    const mark = seconds()
    return {
      script: [shellCall('call_1', ...stubborn(mark))],
      args: ['exec', '--experimental-json', 'go'],
      sign: (run) => sleeps(run, mark) === 2,
    }
  },
  'somebody signs in': () => ({
    script: none,
    args: ['mcp', 'login', 'far'],
    sign: (run) => /^http:\S+$/m.test(run.said()),
  }),
}

const ends: Record<string, (run: EngineRun) => void> = {
  SIGTERM: (run) => process.kill(run.engine(), 'SIGTERM'),
  SIGKILL: (run) => process.kill(run.engine(), 'SIGKILL'),
  'starter killed': (run) => {
    run.client.killStarter()
  },
}

test.concurrent.each(
  Object.keys(kinds).flatMap((kind) =>
    oneBySeed(`end while ${kind}`, Object.keys(ends)).map((end) => [kind, end] as const),
  ),
)('%s, %s: everything is gone within 2 s (20 on a busy machine)', { timeout: 240_000 }, async (kind, end) => {
  const busy = kinds[kind]?.()
  if (!busy) throw new Error(kind)
  const far = kind === 'somebody signs in' ? await startOAuthServer() : undefined
  const config = far ? `[mcp_servers.far]\nurl = "${far.url}"\n` : (busy.config ?? quiet)
  const { policy } = busy
  const home = await appServerHome(busy.script, { config, ...(policy && { policy }) })
  if (kind.startsWith('a review')) repository(home)
  const run = startEngine(home, busy.args)
  try {
    await busy.begin?.(run, home)
    await run.holds(() => busy.sign(run, home), 25)
    const ended = await endOf(run, () => {
      ends[end]?.(run)
    })
    if (process.env['ENDS_SAY']) console.log([kind, end, ended.code, ended.seconds.toFixed(2)].join(' '))
    expect({ left: ended.left, soon: ended.seconds < withinSeconds }).toEqual({ left: [], soon: true })
    expect(busy.stays?.(home)).not.toBe(false)
  } finally {
    run.clear()
    await home.remove()
    await far?.close()
  }
})
