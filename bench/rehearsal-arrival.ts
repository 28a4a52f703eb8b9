import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../src/main/adapters/sandbox-linux/linux-sandbox'
import { composeEngine } from '../src/main/compose'
import { allow } from '../src/main/core/policy/permit'
import { startModelServer, type Answer } from '../tests/fakes/model-server'
import { median, ms, type Row } from './measure'

const rounds = 20
const warm = 3
const me = (): string => `uid ${String(process.getuid?.())}`

/** A whole engine whose agent asks for these scripts without the sandbox, one after the other; each is denied when it was rehearsed. */
async function rehearseAll(scripts: readonly string[], files: (work: string) => void) {
  const base = mkdtempSync(join(realpathSync('/var/tmp'), 'cs-bench-'))
  const [state, work] = [join(base, 'state'), join(base, 'work')]
  mkdirSync(state)
  mkdirSync(work)
  files(work)
  const escalated = { with_escalated_permissions: true, justification: 'it is needed' }
  const server = await startModelServer([
    ...scripts.map((script, at): Answer => ({
      calls: [
        { id: `c${String(at)}`, name: 'shell', arguments: { command: ['sh', '-c', script], ...escalated } },
      ],
    })),
    { text: 'done' },
  ])
  writeFileSync(
    join(state, 'config.toml'),
    `model_provider = "ours"\nmodel = "bench"\n[features]\nsandbox_command_assessment = false\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
  )
  const env = { ...process.env, HOME: base, COUNTERSIGN_HOME: state }
  const { engine } = await composeEngine({ env, version: 'bench', runtimeProgram: '' })
  const took: number[] = []
  let asked = 0
  const ended = Promise.withResolvers<undefined>()
  engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'approval.requested') asked = performance.now()
    if (event.type === 'approval.rehearsed' && event.rehearsal.state === 'found') {
      if (event.rehearsal.found.status !== 'done') throw new Error(JSON.stringify(event.rehearsal.found))
      took.push(performance.now() - asked)
      void engine.decide(event.requestId, { kind: 'deny' }, 'flag')
    }
    if (event.type === 'turn.finished') ended.resolve(undefined)
  })
  const session = await engine.createSession({ cwd: work })
  await engine.startTurn(session.id, 'go')
  await ended.promise
  await engine.close()
  await server.close()
  rmSync(base, { recursive: true })
  return took
}

/** The same command in a sandbox of its own, without being asked about. */
async function runAll(scripts: readonly string[]): Promise<readonly number[]> {
  const base = mkdtempSync(join(realpathSync('/var/tmp'), 'cs-bench-'))
  const work = join(base, 'work')
  mkdirSync(work)
  const sandbox = createLinuxSandbox(process.env.PATH, { home: base, engineHome: join(base, 'state') })
  const took: number[] = []
  for (const script of scripts) {
    const began = performance.now()
    const { kind } = await sandbox.run(
      {
        permit: allow('policy-sandboxed'),
        command: ['/bin/sh', '-c', script],
        ...{ cwd: work, workspace: work, timeoutMs: 30_000 },
        env: { PATH: '/usr/bin:/bin', HOME: base },
        policy: sandboxPolicyForMode('workspace-write'),
      },
      new AbortController().signal,
      () => undefined,
    )
    if (kind !== 'exited') throw new Error(`the command could not be run: ${kind}`)
    took.push(performance.now() - began)
  }
  rmSync(base, { recursive: true })
  return took
}

/** From the request to its rehearsal in a whole engine, over the command itself, on a tree of ten files. */
async function arrival(): Promise<Row> {
  const scripts = Array.from(
    { length: rounds + warm },
    (_, n) => `sleep 0.05; echo ${String(n)} > 0; rm -f 1`,
  )
  const files = (work: string): void => {
    for (let at = 0; at < 10; at++) writeFileSync(join(work, String(at)), 'one\n')
  }
  const plain = median((await runAll(scripts)).slice(warm))
  const over = median((await rehearseAll(scripts, files)).slice(warm)) - plain
  return {
    what: `a rehearsal's arrival behind its question, over the command itself, small tree, ${me()}`,
    figure: ms(over),
    goal: 'under 100 ms',
    reached: over < 100,
  }
}

/** What the engine's memory grows by while a file of 500 MB is changed in a rehearsal. */
async function memory(): Promise<Row> {
  const files = (work: string): void => {
    const chunk = Buffer.alloc(1_000_000, `${'x'.repeat(79)}\n`)
    for (let at = 0; at < 500; at++) appendFileSync(join(work, 'big'), chunk)
  }
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)
  await rehearseAll(['echo more >> big'], files)
  clearInterval(watch)
  const grown = (most - before) / 1_000_000
  return {
    what: `memory that the rehearsal of a change to a 500 MB file takes, ${me()}`,
    figure: `${grown.toFixed(0)} MB`,
    goal: 'under 60 MB',
    reached: grown < 60,
  }
}

/** The rows of a rehearsal in a whole engine. */
export async function arrivalRows(): Promise<readonly Row[]> {
  return [await arrival(), await memory()]
}
