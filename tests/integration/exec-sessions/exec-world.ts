import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sandbox } from '../../../src/main/core/ports/sandbox'
import { ProcessTable } from '../../../src/main/core/processes/process-table'
import { execCommandTool } from '../../../src/main/core/tools/exec-command'
import type { Tool } from '../../../src/main/core/tools/tool'
import { writeStdinTool } from '../../../src/main/core/tools/write-stdin'
import { patchWorld } from '../patch/patch-world'

/** What a reading says, taken apart. `session` is undefined once the process has ended, `exit` until then. */
export interface Told {
  readonly text: string
  readonly output: string
  readonly session: number | undefined
  readonly exit: number | undefined
}

function told(text: string): Told {
  const at = text.indexOf('\nOutput:\n')
  const head = at < 0 ? text : text.slice(0, at)
  const number = (pattern: RegExp): number | undefined => {
    const found = pattern.exec(head)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  return {
    text,
    output: at < 0 ? '' : text.slice(at + '\nOutput:\n'.length),
    session: number(/^Process running with session ID (\d+)$/m),
    exit: number(/^Process exited with code (\d+)$/m),
  }
}

/** The arguments of a call, and what it waits for to be printed where it would wait for its whole time. */
type Wait = Readonly<Record<string, unknown>> & { readonly until?: string }

let sandbox: Sandbox | undefined

/** A session's exec tools over the real sandbox, with real processes. Calls are numbered c1, c2, … */
export function execWorld(options: Parameters<typeof patchWorld>[0] = {}) {
  const world = patchWorld({ name: 'cs-exec-', approvalPolicy: 'on-request', ...options })
  const processes = new ProcessTable()
  // One engine has one sandbox, which is made as the user that the test runs as.
  sandbox ??= world.parts.sandbox
  const parts = { ...world.parts, sandbox }
  let count = 0
  /** Everything that was shown of what commands print. */
  const shown = (): string =>
    world.events.flatMap((event) => (event.type === 'command.output' ? [event.text] : [])).join('')
  /** A clock whose long waits are over when this has been printed since now, so that no row waits for the whole of its time. */
  const untilShown = (wanted: string): typeof parts.clock => {
    const from = shown().length
    return {
      now: () => parts.clock.now(),
      async sleep(ms, signal) {
        const over = new AbortController()
        const time = parts.clock.sleep(ms, signal ? AbortSignal.any([signal, over.signal]) : over.signal)
        const found = async (): Promise<void> => {
          while (!over.signal.aborted && !shown().slice(from).includes(wanted)) await delay(10)
        }
        await Promise.race([time, found()]).finally(() => {
          over.abort()
        })
        await time.catch(() => undefined)
        signal?.throwIfAborted()
      },
    }
  }
  const run = (tool: Tool, args: Wait, change: Partial<typeof world.turn> = {}) => {
    const turn = { ...world.turn, processes, ...change }
    const { until, ...rest } = args
    const given = { callId: `c${String((count += 1))}`, arguments: JSON.stringify(rest) }
    const clock = until === undefined ? parts.clock : untilShown(until)
    return tool.run(given, turn, { ...parts, clock })
  }
  const call = async (...given: Parameters<typeof run>): Promise<Told> => told((await run(...given)).text)
  const write = (id: number | undefined, chars: string, more: object = {}, change = {}) =>
    call(writeStdinTool, { session_id: id, chars, ...more }, change)
  return {
    ...world,
    parts,
    processes,
    call: run,
    /** The next call has this number again. */
    callsAgain: (number: number) => {
      count = number - 1
    },
    exec: (cmd: string, more: object = {}, change = {}) =>
      call(execCommandTool, { cmd, yield_time_ms: 250, login: false, ...more }, change),
    write,
    /** Reads on until the output has this in it, or the process has ended. */
    async until(id: number | undefined, wanted: string): Promise<Told> {
      let output = ''
      for (let round = 0; ; round++) {
        const next = await write(id, '', { yield_time_ms: 5_000 })
        output += next.output
        if (output.includes(wanted) || next.session === undefined || round > 5) return { ...next, output }
      }
    },
  }
}

/** The processes whose command line holds this text. */
export function withText(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(text)
      } catch (error) {
        if (error instanceof Error && 'code' in error) return false
        throw error
      }
    })
    .map(Number)
}

/** Waits until the condition holds; the test's own time limit bounds it. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(20)
}

let marks = 0

/** A number of seconds for `sleep` that no other process of this machine sleeps for. */
export function uniqueSleep(): string {
  return `5${String(process.pid)}.${String((marks += 1))}`
}
