import type { FleetProblem } from '@shared/domain/fleet-problem'
import type { HostPipeEnd } from '@shared/domain/host-problem'
import type { Clock } from '../../ports/system'
import { HostFault } from '../greet-host'
import type { BytePipe, HostPipe } from '../host-pipe'

/** Starts `kubectl` for the context and namespace of a fleet, with these arguments behind. */
export type OpenKubectl = (args: readonly string[]) => BytePipe

/** What a use of `kubectl` is run with; `withinMs` and `mostBytes` bound it, and `input` is what it reads. */
export interface KubectlUse {
  readonly stop: AbortSignal
  readonly withinMs?: number
  readonly mostBytes?: number
  readonly input?: string | AsyncIterable<Uint8Array>
  /** Takes what it prints in place of `out`, at most `mostBytes` of it. */
  readonly onOutput?: (piece: Uint8Array) => Promise<void> | void
}

/** How it ended. `out` and `err` are what it printed: untrusted, as all that a cluster says. */
export interface KubectlEnd {
  readonly end: HostPipeEnd
  readonly out: string
  readonly err: string
}

/** What is wrong, with what `kubectl` said beside it. */
export const fleetFault = (
  what: FleetProblem,
  { said }: Pick<HostPipe, 'said'> = { said: () => '' },
): HostFault => new HostFault({ kind: 'fleet', what }, { said: said() })

/** A fault in words of ours, with what `kubectl` said beside it. */
export const visibleFault = (message: string, { said }: Pick<HostPipe, 'said'>): HostFault =>
  new HostFault({ kind: 'fault', message }, { said: said() })

const usualMs = 30_000
const usualBytes = 8 * 1024 * 1024

const finished = (end: HostPipeEnd): boolean => end.kind === 'exit' && end.code === 0

/** Whether it ended well. */
export const worked = ({ end }: KubectlEnd): boolean => finished(end)

/**
 * Runs `kubectl` to its end. A refusal is no error: that is how it ends. Throws HostFault where there is none, it takes too long, says too much, or
 * is stopped.
 */
export async function runKubectl(
  { open, clock }: { readonly open: OpenKubectl; readonly clock: Clock },
  args: readonly string[],
  { stop, withinMs = usualMs, mostBytes = usualBytes, input, onOutput }: KubectlUse,
): Promise<KubectlEnd> {
  // Where we are killed meanwhile nobody else ends it; an exec ends with its input.
  const timeout = `--request-timeout=${String(Math.ceil(withinMs / 1000))}s`
  const pipe = open(args[0] === 'exec' ? args : [...args, timeout])
  const done = new AbortController()
  const feed = async (): Promise<void> => {
    if (typeof input === 'string') pipe.write(input)
    else if (input) for await (const piece of input) if (!(await pipe.send(piece))) break
    pipe.finish()
  }
  const pieces: Uint8Array[] = []
  const read = async (): Promise<HostPipeEnd> => {
    let bytes = 0
    for await (const piece of pipe.output) {
      bytes += piece.length
      if (bytes > mostBytes)
        throw fleetFault({ kind: 'too-much', megabytes: Math.ceil(mostBytes / 1024 / 1024) }, pipe)
      if (onOutput) await onOutput(piece)
      else pieces.push(piece)
    }
    return pipe.ended
  }
  const over = clock.sleep(withinMs, AbortSignal.any([stop, done.signal])).then(
    () => 'late' as const,
    () => 'stopped' as const,
  )
  try {
    // A cluster that takes no more input says why by how it ends; what cannot be read here is told.
    const end = await Promise.race([Promise.all([read(), feed()]).then(([ended]) => ended), over])
    if (end === 'late') throw fleetFault({ kind: 'late', seconds: Math.round(withinMs / 1000) }, pipe)
    if (end === 'stopped') throw fleetFault({ kind: 'stopped' }, pipe)
    if (end.kind === 'not-started') throw fleetFault({ kind: 'no-kubectl', code: end.code }, pipe)
    return { end, out: new TextDecoder().decode(Buffer.concat(pieces)), err: pipe.said() }
  } finally {
    done.abort()
    pipe.end()
  }
}
