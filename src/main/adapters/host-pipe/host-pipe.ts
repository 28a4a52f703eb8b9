import { randomBytes } from 'node:crypto'
import { execa } from 'execa'
import type { HostPipeEnd } from '@shared/domain/host-problem'
import { hostCommand } from '@shared/domain/host-state'
import type { HostSettings } from '@shared/domain/host-settings'
import type { AskLine } from '../../core/host-link/host-asks'
import type { BytePipe, OpenHostPipe } from '../../core/host-link/host-pipe'
import { outside } from '../own-process/outside'

const mostSaid = 64 * 1024
const endMs = 1_000

/** What names a conversation over several pipes. */
export const lineId = (): string => randomBytes(16).toString('hex')

/**
 * Starts the command of a host once for each pipe. It has the person's environment and terminal; what it asks them it asks by the line that `askLine` makes
 * for it, where there is one.
 */
export function hostPipes(
  settings: HostSettings,
  env: NodeJS.ProcessEnv,
  askLine?: () => Promise<AskLine | undefined>,
): OpenHostPipe {
  return async () => openPipe(hostCommand(settings), env, await askLine?.())
}

/** Starts a program once, as the command of a host is. It ends when a person does not answer what it asks, and `asks` with it. */
export function openPipe(
  [program = '', ...args]: readonly string[],
  person: NodeJS.ProcessEnv,
  asks?: AskLine,
): BytePipe {
  const child = execa(program, args, {
    ...{ stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' },
    ...{ buffer: false, reject: false, forceKillAfterDelay: endMs },
    ...outside({ ...person, ...asks?.env }),
    extendEnv: false,
  })
  let said = ''
  let left = 0
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const room = Math.max(0, mostSaid - said.length)
    said += text.slice(0, room)
    left += Math.max(0, text.length - room)
  })
  if (asks) {
    void asks.refused.then(() => child.kill())
    const close = (): void => {
      asks.close()
    }
    // What asks for a command that was killed holds its standard error open, and waits for an answer from here.
    child.nodeChildProcess.once('exit', close)
    void child.finally(close)
  }
  // What cannot be written any more is over, and its end says so.
  child.stdin.on('error', () => undefined)
  child.stderr.on('error', () => undefined)
  // Awaited: to look at all that execa promises of a `then` takes the compiler seconds.
  const endOf = async (): Promise<HostPipeEnd> => {
    const { exitCode, signal, code, failed } = await child
    if (exitCode !== undefined) return { kind: 'exit', code: exitCode }
    if (signal !== undefined) return { kind: 'signal', signal }
    return failed && code !== undefined ? { kind: 'not-started', program, code } : { kind: 'ended' }
  }
  return {
    output: child.stdout,
    asks: asks?.state,
    write: (text) => child.stdin.write(text),
    send: (bytes) =>
      new Promise((resolve) => {
        child.stdin.write(bytes, (error) => {
          resolve(!error)
        })
      }),
    finish: () => child.stdin.end(),
    said: () => (left === 0 ? said : `${said}\n… ${String(left)} more characters`),
    ended: endOf(),
    end() {
      child.stdin.end()
      const timer = setTimeout(() => child.kill(), endMs)
      timer.unref()
      void child.finally(() => {
        clearTimeout(timer)
      })
    },
  }
}
