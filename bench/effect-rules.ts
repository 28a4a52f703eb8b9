import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { composeEngine } from '../src/main/compose'
import { median, ms, printRows } from './measure'

/**
 * What effect rules add to a decision: 1,000 that are for other commands (goal: 2 ms), and one that answers over the rehearsal that it is made
 * of (goal: 10 ms). All is explained, so that nothing is counted, asked or put in place. Samples alternate.
 */
const rounds = 40
const warm = 5
const world = mkdtempSync('/var/tmp/cs-bench-rules-')
const signal = new AbortController().signal
const rule = (name: string, body: string): string => `[[rule]]\nname = "${name}"\n${body}\n`

async function engineWith(name: string, rules: string) {
  const at = (...names: string[]): string => join(world, name, ...names)
  for (const folder of ['state', 'home', 'work/dist']) mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('state/rules.toml'), rules)
  const env = { ...process.env, HOME: at('home'), COUNTERSIGN_HOME: at('state') }
  const composed = await composeEngine({ env, version: 'bench', runtimeProgram: '' })
  const explain = (line: string) =>
    composed.engine.explain(
      {
        command: ['sh', '-c', line],
        cwd: at('work'),
        approvalPolicy: 'untrusted',
        sandboxPolicy: sandboxPolicyForMode('workspace-write'),
      },
      signal,
    )
  return { explain, close: () => composed.engine.close() }
}

const many = Array.from({ length: 1000 }, (_, at) =>
  rule(`r${String(at)}`, `commands = ["tool${String(at)} *"]\nwrites = ["dist/${String(at)}/**"]`),
).join('')
const engines = {
  none: await engineWith('none', ''),
  many: await engineWith('many', many),
  outside: await engineWith('outside', rule('other', 'writes = ["other/**"]')),
  answers: await engineWith('answers', rule('builds', 'writes = ["dist/**"]')),
}
const line = 'echo x > dist/x'
const took: Record<keyof typeof engines, number[]> = { none: [], many: [], outside: [], answers: [] }
for (let round = 0; round < rounds + warm; round++)
  for (const name of ['none', 'many', 'outside', 'answers'] as const) {
    const began = performance.now()
    const { decision } = await engines[name].explain(line)
    if (decision !== (name === 'answers' ? 'run' : 'ask')) throw new Error(`${name}: ${decision}`)
    if (round >= warm) took[name].push(performance.now() - began)
  }
for (const { close } of Object.values(engines)) await close()
rmSync(world, { recursive: true })
const [none, beside, outside, answers] = [took.none, took.many, took.outside, took.answers].map(median) as [
  number,
  number,
  number,
  number,
]
printRows([
  {
    what: 'a decision with 1,000 effect rules for other commands (without)',
    figure: `${ms(beside)} (${ms(none)})`,
    goal: '2 ms more',
    reached: beside - none < 2,
  },
  {
    what: 'rehearsed and answered by an effect rule (rehearsed, and asked about)',
    figure: `${ms(answers)} (${ms(outside)})`,
    goal: '10 ms more',
    reached: answers - outside < 10,
  },
])
