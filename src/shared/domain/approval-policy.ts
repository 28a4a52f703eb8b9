import { z } from 'zod'

/** When a person is asked (semantics §3.1). `on-request` is the default. */
export const ApprovalPolicy = z.enum(['untrusted', 'on-failure', 'on-request', 'never'])
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

/** The policy's meaning in one sentence, for pickers and `--help`. */
export function describeApprovalPolicy(policy: ApprovalPolicy): string {
  switch (policy) {
    case 'untrusted':
      return 'Ask before everything that is not on the known-safe list'
    case 'on-failure':
      return 'Run in the sandbox, ask when it stops a command'
    case 'on-request':
      return 'Ask when the agent requests more, or a command looks dangerous'
    case 'never':
      return 'Never ask; what is stopped stays stopped'
  }
}
