import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AgentEvent } from '@shared/domain/agent-event'
import { composeEngine } from '../src/main/compose'
import { startModelServer } from '../tests/fakes/model-server'
import { median, ms, printRows } from './measure'

/**
 * What a command takes under the policy of effects, from the model's call to its end with everything put in place, over the same in the
 * sandbox as on request, on a tree of 10,000 files of which two are written. Whole engines; samples alternate.
 */
const rounds = 10
const warm = 2
const world = mkdtempSync('/var/tmp/cs-bench-effects-')
const command = ['sh', '-c', 'echo more >> 7/7; date +%N > built']

async function engineWith(policy: 'effects' | 'on-request') {
  const at = (...names: string[]): string => join(world, policy, ...names)
  for (const folder of ['state', 'home', 'work']) mkdirSync(at(folder), { recursive: true })
  for (let folder = 0; folder < 100; folder++) {
    mkdirSync(at('work', String(folder)))
    for (let file = 0; file < 100; file++) writeFileSync(at('work', String(folder), String(file)), 'one\n')
  }
  const answers = Array.from({ length: rounds + warm }, (_, round) => [
    { calls: [{ id: `c${String(round)}`, name: 'shell', arguments: { command } }] },
    { text: 'done' },
  ]).flat()
  const server = await startModelServer(answers)
  writeFileSync(
    at('state/config.toml'),
    `model_provider = "ours"\nmodel = "scripted"\napproval_policy = "${policy}"\n[features]\nsandbox_command_assessment = false\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
  )
  const env = { ...process.env, HOME: at('home'), COUNTERSIGN_HOME: at('state') }
  const { engine } = await composeEngine({ env, version: 'bench', runtimeProgram: '' })
  let told: (event: AgentEvent) => void = () => undefined
  engine.subscribe((notice) => {
    if (notice.kind === 'event') told(notice.event.event)
  })
  const session = await engine.createSession({ cwd: at('work') })
  return {
    async turn(): Promise<number> {
      const over = Promise.withResolvers<undefined>()
      let took = 0
      const began = performance.now()
      told = (event) => {
        if (event.type === 'approval.requested') over.reject(new Error(JSON.stringify(event.request.stop)))
        if (event.type === 'command.finished') {
          took = performance.now() - began
          const isPut = event.outcome.kind === 'exited' && event.outcome.applied !== undefined
          if (isPut !== (policy === 'effects')) over.reject(new Error(JSON.stringify(event.outcome)))
        }
        if (event.type === 'turn.finished') over.resolve(undefined)
      }
      await engine.startTurn(session.id, 'go')
      await over.promise
      // The folder is kept anew behind a turn, which is no part of the next one where a person says something in between.
      await setTimeout(500)
      return took
    },
    async close(): Promise<void> {
      await engine.close()
      await server.close()
    },
  }
}

const engines = { plain: await engineWith('on-request'), effects: await engineWith('effects') }
const plain: number[] = []
const effects: number[] = []
for (let round = 0; round < rounds + warm; round++) {
  const [one, other] = [await engines.plain.turn(), await engines.effects.turn()]
  if (round < warm) continue
  plain.push(one)
  effects.push(other)
}
for (const engine of Object.values(engines)) await engine.close()
rmSync(world, { recursive: true })
const over = median(effects.map((took, round) => took - (plain[round] ?? 0)))
const ratio = median(effects) / median(plain)
printRows([
  {
    what: `a command under effects over the same in the sandbox, 10,000 files, uid ${String(process.getuid?.())}`,
    figure: `${ms(over)} (${ms(median(effects))} over ${ms(median(plain))}, ${ratio.toFixed(2)} times)`,
    goal: 'under 30 ms',
    reached: over < 30,
  },
])
