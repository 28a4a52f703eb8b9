import type { ChildProcess } from 'node:child_process'
import { cliEntry, runProgram, type Ran } from './run-cli'

/** Runs the built command line at a terminal of its own, with words that no shell changes, and does this once it has said `asked`. */
export function atTerminal(
  args: readonly string[],
  {
    env,
    cwd,
    asked = 'Your decision',
  }: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string; readonly asked?: string },
  onAsked: (child: ChildProcess) => void,
): Promise<Ran> {
  const command = [process.execPath, cliEntry, ...args].map((word) => `'${word}'`).join(' ')
  let isAsked = false
  return runProgram('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env,
    ...(cwd !== undefined && { cwd }),
    keepInput: true,
    onChild: (child, soFar) => {
      child.stdout?.on('data', () => {
        if (isAsked || !soFar().includes(asked)) return
        isAsked = true
        onAsked(child)
      })
    },
  })
}
