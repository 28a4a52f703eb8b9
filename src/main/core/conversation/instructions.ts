import { approvalPolicyName, type ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

/** What every model is told about its place: the tool, the sandbox, and what a denial means. */
export const baseInstructions = `You are a coding agent working in a folder on a developer's machine through Countersign.

You act only through tools. The shell tool runs one program; use ["bash", "-lc", "…"] when you need shell syntax. For what runs on or asks questions (a server, a watcher, a REPL) use exec_command, then write_stdin to give it input and read what it prints. Change files with apply_patch: it is checked before anything is touched, and applied whole or not at all.

Commands run in a sandbox. When it stops something, or the user denies a command, you get a message that says what was stopped. Take it as final for that command: never look for another route to the same effect. Choose an approach that stays inside the sandbox, or tell the user what you need and why.

Read before you change things. Prefer small steps that the user can follow. Do not run destructive commands unless the task calls for them. When you are done, say briefly what you did and what you found.`

/** The environment as semantics §7.6 words it: one XML-like message, sent again when it changes. */
export function environmentContext(place: {
  readonly cwd: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
}): string {
  const { sandboxPolicy } = place
  const network =
    sandboxPolicy.mode === 'danger-full-access' || sandboxPolicy.network_access ? 'enabled' : 'restricted'
  return [
    '<environment_context>',
    `  <cwd>${place.cwd}</cwd>`,
    `  <approval_policy>${approvalPolicyName(place.approvalPolicy)}</approval_policy>`,
    `  <sandbox_mode>${sandboxPolicy.mode}</sandbox_mode>`,
    `  <network_access>${network}</network_access>`,
    '  <shell>bash</shell>',
    '</environment_context>',
  ].join('\n')
}
