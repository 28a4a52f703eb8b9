import { outputText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import type { Decision } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import { opensFiles, opensNetwork, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { RunResult, RunSpec } from '../../../../src/main/core/ports/sandbox'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
} from '../../../fakes/fake-world'
import { outcomesOf, policyMatrix } from '../../../fakes/policy-matrix'
import {
  allPolicyTurns,
  nameOfTurn,
  policyAnswers,
  policyCovers,
  policyFiles,
  toldInAWord,
  type PolicyAnswer,
  type PolicyPlaces,
  type PolicyScenario,
  type PolicyTurn,
} from '../../../fakes/policy-scenarios'

const places: PolicyPlaces = {
  work: '/var/tmp/p/work',
  beside: '/var/tmp/p/beside',
  other: '/var/tmp/p/other',
  home: '/home/me',
  server: 'example.org:80',
}

/** The two tools that run commands, each with the arguments that mean this line. */
const tools = {
  shell: (line: string) => ({ command: /[;&']/.test(line) ? ['bash', '-c', line] : line.split(' ') }),
  exec_command: (line: string) => ({ cmd: line }),
} as const
type ToolName = keyof typeof tools

/** What the real sandbox would do with a scenario. */
function contained({ writes, connects }: PolicyScenario, { policy, permit }: RunSpec): RunResult {
  const isGranted = (target: string): boolean =>
    permit.grants.some((grant) => grant.kind === 'write' && `${target}/`.startsWith(`${grant.path}/`))
  const isInside = (target: string): boolean =>
    policy.mode === 'workspace-write' && target.startsWith(`${places.work}/`)
  const stopped = (writes?.(places) ?? []).filter(
    (target) => !opensFiles(policy) && !isInside(target) && !isGranted(target),
  )
  // Past the proxy nothing is reached, whatever was granted.
  if (connects === 'unseen' && !opensNetwork(policy)) return exited(6)
  const isReached = opensNetwork(policy) || permit.grants.some(({ kind }) => kind === 'host')
  const refused: Evidence = {
    ...{ kind: 'network', target: places.server, operation: 'connect' },
    ...{ source: 'proxy', backend: 'bubblewrap' },
  }
  const evidence = [
    ...stopped.map((target) => kernelWrite(target)),
    ...(connects === 'proxied' && !isReached ? [refused] : []),
  ]
  return evidence.length === 0 ? exited(0) : exited(1, evidence)
}

const answers: Readonly<Record<PolicyAnswer, Decision>> = {
  approved: { kind: 'allow', offerId: 'only-this' },
  session: { kind: 'allow', offerId: 'only-this', scope: 'session' },
  outside: { kind: 'allow', offerId: 'outside' },
  denied: { kind: 'deny' },
  abort: { kind: 'abort' },
}

const files = Object.fromEntries(
  Object.entries(policyFiles(places)).map(([name, text]) => [`${places.work}/${name}`, text]),
)

/** Plays one call (twice with `session`) and says what happened: who was asked, what ran where, what the model was told. */
async function play(
  { scenario, policy, mode }: PolicyTurn,
  answer: PolicyAnswer,
  tool: ToolName,
): Promise<string> {
  const twice = answer === 'session'
  const why = scenario.escalated ? { with_escalated_permissions: true, justification: 'needs it' } : {}
  const args = { ...tools[tool](scenario.line(places)), ...why }
  const call = (id: string) => calls({ id, args, name: tool })
  const model = fakeModel([call('c1'), ...(twice ? [call('c2')] : []), says('done')])
  const steps: string[] = []
  const sandbox = fakeSandbox((spec) => {
    steps.push('sandbox')
    return contained(scenario, spec)
  })
  const world = fakeEngine({
    model,
    sandbox,
    defaults: { approvalPolicy: policy, sandboxPolicy: sandboxPolicyForMode(mode) },
    files,
  })
  world.engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'command.started' && event.confinement === 'none') steps.push('open')
    if (event.type !== 'approval.requested') return
    const { id, stop, offers } = event.request
    steps.push(`ask(${stop.boundary})`)
    const wanted = answers[answer]
    const offered = wanted.kind !== 'allow' || offers.some((offer) => offer.id === wanted.offerId)
    void world.engine.decide(id, offered ? wanted : { ...wanted, offerId: 'outside' }, 'window')
  })
  const session = await world.engine.createSession({ cwd: places.work })
  await world.engine.startTurn(session.id, 'go')
  const end = await world.until('turn.finished')
  const outputs = world.store.lines.flatMap((line) =>
    line.type === 'item' && line.item.type === 'function_call_output' ? [outputText(line.item.output)] : [],
  )
  return [
    ...steps,
    toldInAWord(outputs.at(-1) ?? ''),
    ...(end.outcome === 'completed' ? [] : [end.outcome]),
  ].join(' ')
}

test('the table holds every scenario under every policy in every sandbox mode once', () => {
  expect(policyMatrix.map(([name]) => name).sort()).toEqual(allPolicyTurns.map(nameOfTurn).sort())
})

test('what a whole engine is tried on is every pair with each seed, and every row within as many seeds as there are covers', () => {
  /** Every two of a row's three. */
  const pairs = (turns: readonly PolicyTurn[]): readonly string[] => {
    const found = turns.flatMap((turn) => {
      const [scenario = '', policy = '', mode = ''] = nameOfTurn(turn).split(', ')
      return [`${scenario}, ${policy}`, `${scenario}, ${mode}`, `${policy}, ${mode}`]
    })
    return [...new Set(found)].sort()
  }
  for (const { turns } of policyCovers) expect(pairs(turns)).toEqual(pairs(allPolicyTurns))
  const covered = policyCovers.flatMap(({ turns }) => turns.map(nameOfTurn))
  expect(covered.sort()).toEqual(policyMatrix.map(([name]) => name).sort())
})

test.each(
  allPolicyTurns.flatMap((turn) =>
    (['shell', 'exec_command'] as const).map((tool) => ({
      name: `${nameOfTurn(turn)}, by ${tool}`,
      turn,
      tool,
    })),
  ),
)('$name', async ({ turn, tool }) => {
  const played: Partial<Record<PolicyAnswer, string>> = {}
  for (const answer of policyAnswers) played[answer] = await play(turn, answer, tool)
  expect(played).toEqual(outcomesOf(turn))
})

test('no answer but an explicit yes to outside ever runs a contained command in the open', () => {
  const contradictions = policyMatrix
    .filter(([name]) => !name.endsWith('danger-full-access'))
    .filter(([, { approved, session, denied, abort }]) =>
      [approved, session, denied, abort].some((steps) => steps.includes('open')),
    )
  expect(contradictions).toEqual([])
})
