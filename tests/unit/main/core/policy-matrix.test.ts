import { outputText } from '@shared/domain/response-item'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Decision } from '@shared/domain/approval'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { opensFiles, SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { shellScriptOf } from '../../../../src/main/core/shell/shell-script'
import type { RunResult, RunSpec } from '../../../../src/main/core/ports'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../fakes/fake-world'

const scenarios = {
  'write inside': { command: ['touch', '/work/in.txt'] },
  'write outside': { command: ['touch', '/srv/x'] },
  network: { command: ['curl', 'https://example.org'] },
  safe: { command: ['ls', '-l'] },
  dangerous: { command: ['rm', '-rf', '/work/build'] },
  escalated: { command: ['make', 'install'], with_escalated_permissions: true, justification: 'needs /usr' },
} as const
type Scenario = keyof typeof scenarios

/** The two tools that run commands, each with the arguments that mean this command. */
const tools = {
  shell: (args: { readonly command: readonly string[] }) => args,
  exec_command: ({ command, ...rest }: { readonly command: readonly string[] }) => ({
    cmd: command.join(' '),
    ...rest,
  }),
} as const
type ToolName = keyof typeof tools

/** What the real sandbox would do with these commands. */
function contained({ command, policy, permit }: RunSpec): RunResult {
  const [program = '', ...args] = shellScriptOf(command)?.split(' ') ?? command
  if (program === 'curl') return exited(6)
  if (program === 'ls') return exited(0)
  const target = program === 'make' ? '/usr/bin/thing' : (args.at(-1) ?? '')
  const inside = opensFiles(policy) || (target.startsWith('/work/') && policy.mode === 'workspace-write')
  const granted = permit.grants.some(
    (grant) => grant.kind === 'write' && `${target}/`.startsWith(`${grant.path}/`),
  )
  return inside || granted ? exited(0) : exited(1, [kernelWrite(target)])
}

const answers: Record<string, Decision> = {
  approved: { kind: 'allow', offerId: 'only-this' },
  session: { kind: 'allow', offerId: 'only-this', scope: 'session' },
  outside: { kind: 'allow', offerId: 'outside' },
  denied: { kind: 'deny' },
  abort: { kind: 'abort' },
}

/** What the model was told, in a word. */
function toldBy(output: string): string {
  if (output.startsWith('Chunk ID')) return output.includes('exited with code 0') ? 'ok' : 'failed'
  if (output.startsWith('{')) return /"exit_code":0\b/.test(output) ? 'ok' : 'failed'
  if (output.startsWith('failed in sandbox')) return 'denied'
  return output.startsWith('exec command rejected') ? 'rejected' : 'refused'
}

/** Plays one call (twice with `session`) and says what happened: who was asked, what ran where, what the model was told. */
async function play(
  policy: NamedApprovalPolicy,
  mode: SandboxMode,
  scenario: Scenario,
  { answer, tool }: { readonly answer: keyof typeof answers; readonly tool: ToolName },
): Promise<string> {
  const twice = answer === 'session'
  const call = (id: string) => calls({ id, args: tools[tool](scenarios[scenario]), name: tool })
  const model = fakeModel([call('c1'), ...(twice ? [call('c2')] : []), says('done')])
  const steps: string[] = []
  const sandbox = fakeSandbox((spec) => {
    steps.push('sandbox')
    return contained(spec)
  })
  const world = fakeEngine({
    model,
    sandbox,
    defaults: { approvalPolicy: policy, sandboxPolicy: sandboxPolicyForMode(mode) },
    files: { '/work/Makefile': 'install:\n\tcp x /usr\n' },
  })
  world.engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'command.started' && event.confinement === 'none') steps.push('open')
    if (event.type !== 'approval.requested') return
    const { id, stop, offers } = event.request
    steps.push(`ask(${stop.boundary})`)
    const wanted = answers[answer] ?? { kind: 'deny' }
    const offered = wanted.kind !== 'allow' || offers.some((offer) => offer.id === wanted.offerId)
    void world.engine.decide(id, offered ? wanted : { ...wanted, offerId: 'outside' }, 'window')
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const end = await world.until('turn.finished')
  const outputs = world.store.lines.flatMap((line) =>
    line.type === 'item' && line.item.type === 'function_call_output' ? [outputText(line.item.output)] : [],
  )
  return [...steps, toldBy(outputs.at(-1) ?? ''), ...(end.outcome === 'completed' ? [] : [end.outcome])].join(
    ' ',
  )
}

/** Scenario, policy, mode, and then what happens for each answer, in the order of `answers`. */
type Row = readonly [Scenario, NamedApprovalPolicy, SandboxMode, ...string[]]
const rows = readFileSync(join(import.meta.dirname, '../../../corpus/policy-matrix.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

test('the table holds every scenario under every policy in every sandbox mode once', () => {
  const all = Object.keys(scenarios).flatMap((scenario) =>
    NamedApprovalPolicy.options.flatMap((policy) =>
      SandboxMode.options.map((mode) => `${scenario} ${policy} ${mode}`),
    ),
  )
  expect(rows.map((row) => row.slice(0, 3).join(' ')).sort()).toEqual(all.sort())
})

test.each(
  rows.flatMap((row) =>
    (['shell', 'exec_command'] as const).map((tool) => ({
      name: `${row.slice(0, 3).join(', ')}, by ${tool}`,
      row,
      tool,
    })),
  ),
)('$name', async ({ row, tool }) => {
  const [scenario, policy, mode, ...expected] = row
  const played: string[] = []
  for (const answer of Object.keys(answers)) played.push(await play(policy, mode, scenario, { answer, tool }))
  expect(played).toEqual(expected)
})

test('no answer but an explicit yes to outside ever runs a contained command in the open', () => {
  const contradictions = rows
    .filter(([, , mode]) => mode !== 'danger-full-access')
    .filter(([, , , approved, session, , denied, abort]) =>
      [approved, session, denied, abort].some((steps) => steps?.includes('open')),
    )
  expect(contradictions).toEqual([])
})
