import { once } from 'node:events'
import type { AskForHost } from '../../../core/host-link/host-asks'
import { terminalAsk, type Terminal } from '../../cli/terminal-ask'
import { visible } from '../../visible'
import { ownLine } from '../request-lines'

/** The terminal of one command, which may be opened for a whole run or for one question. */
export class HostTerminal {
  readonly #stop: AbortSignal
  #kept: Terminal | undefined

  constructor(stop: AbortSignal) {
    this.#stop = stop
  }

  /** Opens it for a run: what is typed between two questions is for none of them. Whoever opens it closes it. */
  open(): Terminal {
    this.#kept = terminalAsk(this.#stop)
    return this.#kept
  }

  /** Asks what the command of the host of this name asks, with that name before every line; nobody where there is no terminal. */
  askFor(name: string): AskForHost {
    return async ({ kind, prompt }, over) => {
      const terminal = this.#kept ?? terminalAsk(this.#stop)
      const { ask, askHidden } = terminal
      try {
        if (!ask || !askHidden) return { kind: 'nobody' }
        const lines = askedLines(name, prompt)
        if (kind === 'note') {
          process.stdout.write(`${lines.join('\n')}\n`)
          if (!over.aborted) await once(over, 'abort')
          return { kind: 'cancelled' }
        }
        const last = lines.pop() ?? ''
        for (const line of lines) process.stdout.write(`${line}\n`)
        const typed = await (kind === 'secret' ? askHidden : ask)(`${last} `, over)
        return typed === undefined || typed === '' ? { kind: 'cancelled' } : { kind: 'answer', text: typed }
      } finally {
        if (terminal !== this.#kept) terminal.close()
      }
    }
  }
}

/** What a host's command asks in rows that fit, each of them marked: what the terminal broke by itself could pass for a question of ours. */
export const askedLines = (name: string, prompt: string, columns?: number): string[] =>
  visible(prompt)
    .trimEnd()
    .split('\n')
    .flatMap((line) => ownLine(`${name} | ${line}`, columns).split('\n'))

/** Who reads what a command prints for a program is not asked. */
export const askNobody: AskForHost = () => Promise.resolve({ kind: 'nobody' })
