import type { TerminalNow } from '@shared/domain/session-terminal'
import type { RequestOf } from '@shared/ipc/contract'

const green = (text: string): string => `\u001b[32m${text}\u001b[0m`
const lines = [
  '$ npm test -- cache',
  '',
  ` ${green('✓')} cache.test.ts \u001b[2m(12 tests)\u001b[0m \u001b[38;2;200;160;40m84ms\u001b[0m`,
  ` \u001b[31m✗\u001b[0m hosts.test.ts \u001b[2m(3 tests)\u001b[0m`,
  '',
  ` \u001b[1;31mFAIL\u001b[0m hosts.test.ts > a name with a port`,
  ` \u001b[7m Tests \u001b[0m \u001b[1;31m1 failed\u001b[0m | \u001b[1;32m14 passed\u001b[0m`,
  '',
  `\u001b[1;34m~/src/countersign\u001b[0m \u001b[33m(main)\u001b[0m`,
  '$ ',
]

/** A terminal in which something was run, where the scene has one; nothing more is said. */
export function readTerminal(
  scene: string,
  { after }: RequestOf<'terminal.read'>,
): TerminalNow | Promise<TerminalNow> {
  const text = lines.join('\r\n')
  if (scene !== 'side') return { run: 0, from: 0, text: '', mode: 'workspace-write' }
  if (after === text.length) return new Promise(() => undefined)
  return { run: 1, from: 0, text, mode: 'workspace-write' }
}
