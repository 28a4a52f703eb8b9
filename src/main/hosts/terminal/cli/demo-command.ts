import { demoPrompt } from '@shared/messages/demo-prompt'
import { Option } from 'commander'
import type { AnswerMode } from '../answers'
import type { AddCommand } from '../../cli/cli-context'
import { runInTerminal } from './run-in-terminal'

/** `countersign demo`: the main job on the built-in provider. */
export const addDemo: AddCommand = (command, cli) => {
  command
    .addOption(
      new Option('--answer <how>', 'how approvals are answered')
        .choices(['allow', 'widen', 'deny', 'ask'])
        .default('ask'),
    )
    .option('--json', 'print every event as one JSON line')
    .action(({ answer, json = false }: { answer: AnswerMode; json?: boolean }) =>
      runInTerminal({ input: { demo: true }, prompt: demoPrompt, answer, json }, cli),
    )
}
