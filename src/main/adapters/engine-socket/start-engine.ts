import { homedir } from 'node:os'
import { withoutNodeVariables } from '../own-process/node-variables'

/** So much of what an engine says that does not come up is kept. */
const mostSaid = 16 * 1024

/** An engine that comes up. `ended` resolves with what it said when it ends; `leave` lets it be. */
export interface StartingEngine {
  readonly ended: Promise<string>
  leave(): void
}

/** Starts a program of ours that outlives this one and whoever started it, with nothing of its streams but what it says of a start that fails. */
export async function startEngine(
  program: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<StartingEngine> {
  const { execa } = await import('execa')
  const [file = '', ...args] = program
  const child = execa(file, args, {
    ...{ detached: true, cleanup: false, buffer: false, reject: false },
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: env.HOME ?? homedir(),
    env: withoutNodeVariables(env),
    extendEnv: false,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(0, mostSaid)
  })
  const saidAtEnd = async (): Promise<string> => {
    const { failed, exitCode, shortMessage } = await child
    return said.trim() !== '' || !failed || exitCode !== undefined ? said : (shortMessage ?? '')
  }
  return {
    ended: saidAtEnd(),
    leave() {
      child.stderr.destroy()
    },
  }
}
