import { maxProcesses } from '../../core/processes/process-table'
import type { OutputListener } from '../../core/ports/sandbox'
import { Lanes } from '../app-server/lanes'
import { defaultTimeoutMs, lanesCount, timedOut, type MachineWorld } from '../app-server/machine-handlers'
import { policyWithin } from '../app-server/policy-within'
import { RequestError } from '../app-server/request-error'
import { NamedCommand } from './named-command'
import type { RequestHandlers } from './protocol/client-requests'
import type { commandRequests } from './protocol/command-requests'
import { sandboxOf } from './sandbox-of'
import type { Threads } from './threads'
import type { Emitted } from './protocol/notifications'

/** What the requests about commands of a client's own work with. */
export interface CommandsWorld extends Pick<MachineWorld, 'engine' | 'runTyped' | 'stop'> {
  readonly threads: Pick<Threads, 'policies'>
  readonly emit: OutputWay['emit']
  readonly room: OutputWay['room']
}

/** Bytes of each stream that are told while a command runs, where the client says nothing else. */
const defaultCap = 1024 * 1024
/** As shells say it of a program that was killed. */
const killed = 137
/** So many writes wait for commands that do not read. More would keep the request that ends one from being read. */
const maxWaiting = 64
const noWords = new Uint8Array()
const terminal = { columns: 80, rows: 24 }

/**
 * Answers the requests about commands that the client runs by itself. One has the very policy that it was begun with to its end; nobody
 * is asked, and what it reaches for beyond is refused. Names are this client's alone, and all end with it.
 */
export function commandHandlers(
  world: () => Promise<CommandsWorld>,
): Pick<RequestHandlers, keyof typeof commandRequests> {
  const lanes = new Lanes(lanesCount)
  const running = new Map<string, NamedCommand>()
  let waiting = 0

  /** The command of that name. Throws RequestError. */
  const get = (processId: string): NamedCommand => {
    const found = running.get(processId)
    if (found) return found
    const names = [...running.keys()].slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)))
    throw new RequestError(
      `no command runs under processId ${JSON.stringify(processId)}; expected ${names.length > 0 ? `one that does, such as ${names.join(', ')}` : 'that of a command/exec which is not answered yet'}`,
    )
  }

  /** Keeps a command under its name. Throws RequestError. */
  const keep = (processId: string, command: NamedCommand): void => {
    if (running.has(processId))
      throw new RequestError(
        `processId ${JSON.stringify(processId)} is that of a command which still runs; expected another`,
      )
    if (running.size >= maxProcesses)
      throw new RequestError(
        `${String(maxProcesses)} commands run already; expected command/exec/terminate for one of them before`,
      )
    running.set(processId, command)
  }

  return {
    'command/exec': async (asked) => {
      const at = await world()
      const { command, cwd = process.cwd(), processId, tty, streamStdin, size } = asked
      const named =
        processId === undefined
          ? undefined
          : new NamedCommand({ processId, streamStdin, terminal: tty ? (size ?? terminal) : undefined })
      if (named && processId !== undefined) keep(processId, named)
      try {
        const { defaults } = await at.engine.state()
        const wish = asked.sandboxPolicy && sandboxOf(asked.sandboxPolicy)
        const policy = policyWithin(wish, {
          ...{ method: 'command/exec', configured: defaults.sandboxPolicy },
          others: at.threads.policies,
        })
        const timeoutMs = asked.disableTimeout ? Infinity : (asked.timeoutMs ?? defaultTimeoutMs)
        const input = named?.input
        const typed = { command, cwd, policy, timeoutMs, ...(input && { input }) }
        const { outputBytesCap } = asked
        const cap = asked.disableOutputCap ? Infinity : (outputBytesCap ?? defaultCap)
        const streams = processId !== undefined && (asked.streamStdoutStderr || tty)
        const reported = streams ? emittedOutput({ ...at, processId, cap }) : undefined
        const signal = named ? AbortSignal.any([at.stop, named.signal]) : at.stop
        const unheard: OutputListener = () => undefined
        const run = () => at.runTyped(typed, signal, reported ?? unheard)
        const result = await (named ? run() : lanes.run(run))
        if (result.kind === 'failed') throw new RequestError(`the command was not run: ${result.reason}`)
        const { kind, notes, output } = result
        const exitCode = kind === 'exited' ? result.exitCode : kind === 'timed-out' ? timedOut : killed
        if (!reported) {
          const cut = (text: string): string => cutToBytes(text, outputBytesCap ?? Infinity)
          return { exitCode, stdout: cut(output.stdout), stderr: cut(output.stderr) }
        }
        if (notes !== undefined) await reported.bytes('stderr', Buffer.from(notes))
        return { exitCode, stdout: '', stderr: '' }
      } finally {
        if (named && processId !== undefined) {
          running.delete(processId)
          named.ended()
        }
      }
    },

    'command/exec/write': async ({ processId, deltaBase64 = noWords, closeStdin }) => {
      await world()
      const command = get(processId)
      if (waiting >= maxWaiting)
        throw new RequestError(
          `${String(maxWaiting)} writes wait for commands that do not read; expected this one after an answer to one of them`,
        )
      waiting += 1
      try {
        await command.write(deltaBase64, closeStdin)
      } finally {
        waiting -= 1
      }
      return {}
    },

    'command/exec/resize': async ({ processId, size }) => {
      await world()
      await get(processId).resize(size)
      return {}
    },

    'command/exec/terminate': async ({ processId }) => {
      await world()
      get(processId).end()
      return {}
    },
  }
}

type Stream = 'stdout' | 'stderr'

/** Where a command's output goes while it runs. */
interface OutputWay {
  readonly processId: string
  /** Bytes of each stream that are told at most. */
  readonly cap: number
  readonly emit: (reported: Emitted) => void
  /** Resolves when the client has caught up with what it was told. */
  readonly room: () => Promise<void>
}

/**
 * Tells a command's output as it comes, byte by byte and no faster than the client reads: its end does not have it once more. The last
 * piece of a stream that reaches the cap says so, and the rest of it is let go.
 */
function emittedOutput({ processId, cap, emit, room }: OutputWay): OutputListener & {
  readonly bytes: (stream: Stream, chunk: Uint8Array) => Promise<void> | undefined
} {
  const left = { stdout: cap, stderr: cap }
  const full = new Set<Stream>()
  const bytes = (stream: Stream, chunk: Uint8Array): Promise<void> | undefined => {
    if (full.has(stream) || chunk.length === 0) return undefined
    const shown = Buffer.from(chunk.subarray(0, left[stream]))
    left[stream] -= shown.length
    const capReached = left[stream] === 0
    if (capReached) full.add(stream)
    const deltaBase64 = shown.toString('base64')
    emit({ method: 'command/exec/outputDelta', params: { processId, stream, deltaBase64, capReached } })
    return room()
  }
  return Object.assign(() => undefined, { bytes })
}

/** Text cut to so many bytes; a character that the cut goes through becomes U+FFFD. */
function cutToBytes(text: string, cap: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= cap ? text : bytes.subarray(0, cap).toString()
}
