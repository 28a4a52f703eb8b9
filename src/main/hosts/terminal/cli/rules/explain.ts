import { resolve } from 'node:path'
import { Option } from 'commander'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode, sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { rehearsalChangeInWords } from '@shared/messages/rehearsal'
import type { AddCommand } from '../../../cli/cli-context'
import { visibleJson, visibleLine } from '../../../visible'

const isMode = (name: string): name is SandboxMode => SandboxMode.safeParse(name).success

/** `countersign rules explain`: what would become of a command, and by whose word. Exit code 0 whatever that is. */
export const addExplain: AddCommand = (explain, cli) => {
  explain
    .option('--json', 'print one JSON object')
    .option('--cwd <dir>', 'the folder to run in (default: this one)')
    .addOption(
      new Option('--policy <name>', 'the approval policy or the sandbox policy it would run under').choices([
        ...NamedApprovalPolicy.options,
        ...SandboxMode.options,
      ]),
    )
    .argument('<command...>', 'the program and its arguments, behind --')
    .action((command: string[], options: { json?: boolean; cwd?: string; policy?: string }) =>
      cli.withEngine(async ({ engine }) => {
        const { policy } = options
        const explained = await engine.explain(
          {
            command,
            cwd: resolve(options.cwd ?? '.'),
            ...(policy === undefined
              ? {}
              : isMode(policy)
                ? { sandboxPolicy: sandboxPolicyForMode(policy) }
                : { approvalPolicy: NamedApprovalPolicy.parse(policy) }),
          },
          cli.stop,
        )
        if (options.json === true) {
          cli.write(`${visibleJson(explained)}\n`)
          return 0
        }
        const { decision, by, reason, effects } = explained
        const what = { run: 'It would run', ask: 'You would be asked', refuse: 'It would be refused' }[
          decision
        ]
        const lines = [
          `${what}: ${reason}`,
          `By: ${by.kind} ${by.name}`,
          ...effects.map((change) => `  ${rehearsalChangeInWords(change)}`),
        ]
        cli.write(`${lines.map(visibleLine).join('\n')}\n`)
        return 0
      }),
    )
}
