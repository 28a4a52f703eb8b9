import { approvalPolicyName, NamedApprovalPolicy, type ApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'

/** The folders of a scenario, absolute, and a server as `host:port`. A session works in `work`; the others lie beyond it. */
export interface PolicyPlaces {
  readonly work: string
  readonly beside: string
  readonly other: string
  readonly home: string
  readonly server: string
}

/**
 * What an agent asks for under each policy in each sandbox mode: by the pure core with every answer (policy-matrix.test.ts), and by a
 * cover of all pairs in a whole engine with a real sandbox (approvals/asked-once.test.ts). What stands here stands in both.
 */
export interface PolicyScenario {
  readonly name: string
  readonly line: (places: PolicyPlaces) => string
  /** Asked for with escalated permissions. */
  readonly escalated?: true
  /** Files that it writes to, makes or removes. */
  readonly writes?: (places: PolicyPlaces) => readonly string[]
  /** Whether it connects: to the server by a proxy, which says what it refused, or past it, where nobody sees what failed. */
  readonly connects?: 'proxied' | 'unseen'
}

/** Every scenario, by the names of the corpus. */
export const policyScenarios: readonly PolicyScenario[] = [
  {
    name: 'write inside',
    line: ({ work }) => `touch ${work}/in.txt`,
    writes: ({ work }) => [`${work}/in.txt`],
  },
  {
    name: 'write outside',
    line: ({ beside }) => `touch ${beside}/x`,
    writes: ({ beside }) => [`${beside}/x`],
  },
  {
    name: 'network',
    line: ({ server }) => `curl -s --noproxy '*' http://127.0.0.1:${server.split(':').at(-1) ?? ''}/`,
    connects: 'unseen',
  },
  { name: 'safe', line: () => 'ls -l' },
  {
    name: 'dangerous',
    line: ({ work }) => `rm -rf ${work}/build`,
    writes: ({ work }) => [`${work}/build`],
  },
  {
    name: 'escalated',
    line: () => 'make install',
    escalated: true,
    writes: ({ beside }) => [`${beside}/thing`],
  },
  { name: 'unknown', line: () => 'sh ./tool', writes: ({ work }) => [`${work}/out`] },
  {
    name: 'two outside',
    line: ({ beside, other }) => `touch ${beside}/one && touch ${other}/two`,
    writes: ({ beside, other }) => [`${beside}/one`, `${other}/two`],
  },
  {
    name: 'dangerous outside',
    line: ({ beside }) => `rm -rf ${beside}/tree`,
    writes: ({ beside }) => [`${beside}/tree`],
  },
  {
    name: 'escalated outside',
    line: ({ beside }) => `mkdir ${beside}/made`,
    escalated: true,
    writes: ({ beside }) => [`${beside}/made`],
  },
  {
    // Its words do not name what it needs, and only a rehearsal tells.
    name: 'hidden outside',
    line: () => 'sh ./writes-beside',
    writes: ({ beside, other }) => [`${beside}/a`, `${other}/b`],
  },
  {
    name: 'a cache and a host',
    line: ({ server }) =>
      `mkdir -p "$HOME/.tool/cache" && echo x > "$HOME/.tool/cache/x"; curl -sf http://${server}/pack > pack`,
    escalated: true,
    writes: ({ home, work }) => [`${home}/.tool/cache`, `${work}/pack`],
    connects: 'proxied',
  },
]

/** What lies in `work` for them, besides `build`. */
export const policyFiles = ({ beside }: PolicyPlaces): Readonly<Record<string, string>> => ({
  Makefile: `install:\n\tcp tool ${beside}/thing\n`,
  tool: 'echo said > out\n',
  'writes-beside': 'd=$(dirname "$PWD"); echo a > "$d/beside/a"; echo b > "$d/other/b"\n',
})

/** `granular` with every kind of prompt shown. */
const granular: ApprovalPolicy = {
  granular: {
    sandbox_approval: true,
    rules: true,
    request_permissions: true,
    mcp_elicitations: true,
    skill_approval: true,
  },
}

/** Every policy that is tried, but for the one that decides by what a run did (rehearsal/effects-policy.test.ts). */
export const triedPolicies: readonly ApprovalPolicy[] = [
  ...NamedApprovalPolicy.exclude(['effects']).options,
  granular,
]

/** One row: what is asked for, and under what. */
export interface PolicyTurn {
  readonly scenario: PolicyScenario
  readonly policy: ApprovalPolicy
  readonly mode: SandboxMode
}

/** How a row is called, in the corpus and in both tests. */
export const nameOfTurn = ({ scenario, policy, mode }: PolicyTurn): string =>
  [scenario.name, approvalPolicyName(policy), mode].join(', ')

/** Every scenario under every policy in every mode. */
export const allPolicyTurns: readonly PolicyTurn[] = policyScenarios.flatMap((scenario) =>
  triedPolicies.flatMap((policy) => SandboxMode.options.map((mode) => ({ scenario, policy, mode }))),
)

/** Some of all turns: every pair of scenario and policy, of scenario and mode, and of policy and mode is there. */
export interface PolicyCover {
  readonly name: string
  readonly turns: readonly PolicyTurn[]
}

/** As many covers as there are modes, which together are all turns: a scenario under a policy has another mode in each. */
export const policyCovers: readonly PolicyCover[] = SandboxMode.options.map((_, shift) => ({
  name: `cover ${String(shift + 1)}`,
  turns: policyScenarios.flatMap((scenario, row) =>
    triedPolicies.flatMap((policy, column) => {
      const mode = SandboxMode.options[(row + column + shift) % SandboxMode.options.length]
      return mode === undefined ? [] : [{ scenario, policy, mode }]
    }),
  ),
}))

/** Every answer of the matrix, in the order of the corpus. */
export const policyAnswers = ['approved', 'session', 'outside', 'denied', 'abort'] as const
export type PolicyAnswer = (typeof policyAnswers)[number]

/** What the model was told of a command, in a word. */
export function toldInAWord(output: string): string {
  if (output.startsWith('Chunk ID')) return output.includes('exited with code 0') ? 'ok' : 'failed'
  if (output.startsWith('{')) return /"exit_code":0\b/.test(output) ? 'ok' : 'failed'
  if (output.startsWith('failed in sandbox')) return 'denied'
  return output.startsWith('exec command rejected') ? 'rejected' : 'refused'
}
