import type { Evidence } from '@shared/domain/evidence'
import { isWithin } from '../../core/shell/paths'
import type { BackendName } from './choose-backend'

/** What a run may write to and may not read, for judging what the runtime reports. */
export interface Reported {
  readonly writable: readonly string[]
  /** What stays read-only below `writable`. */
  readonly deniedWrites: readonly string[]
  readonly deniedReads: readonly string[]
  readonly backend: BackendName
}

/** Places that no policy of ours is about; a refusal there is the kernel's own business. */
const kernelPlaces = ['/dev', '/proc', '/sys']

function writeEvidence(operation: string, target: string, run: Reported): Evidence | undefined {
  const ours = !kernelPlaces.some((place) => isWithin(target, place))
  const allowed =
    run.writable.some((root) => isWithin(target, root)) &&
    !run.deniedWrites.some((path) => isWithin(target, path))
  if (!ours || allowed) return undefined
  return { kind: 'write', target, operation, source: 'kernel', backend: run.backend }
}

function seatbelt(operation: string, target: string, run: Reported): Evidence | undefined {
  if (operation.startsWith('file-write')) return writeEvidence(operation, target, run)
  if (operation.startsWith('file-read'))
    return run.deniedReads.some((root) => isWithin(target, root))
      ? { kind: 'read', target, operation, source: 'kernel', backend: run.backend }
      : undefined // programs look at many files they do not need
  return undefined
}

/**
 * One line of the runtime's violation store as evidence. Undefined for what proves nothing: lines of another form,
 * attempts the policy allows, and refused hosts, which our own gate has on record. The one network line that counts is
 * the resolved-address check's, which the gate does not see.
 */
export function evidenceOf(line: string, run: Reported): Evidence | undefined {
  const network = /^deny network-outbound (\S+:\d+) \(resolved to [^()]*\)$/.exec(line)?.[1]
  if (network !== undefined)
    return {
      kind: 'network',
      target: network,
      operation: 'forbidden-address',
      source: 'proxy',
      backend: run.backend,
    }
  const [, call, path] = /^deny ([a-z0-9_]+) (\/.*)$/.exec(line) ?? []
  if (call !== undefined && path !== undefined) return writeEvidence(call, path, run)
  const [, operation, target] = /^\S+\(\d+\) deny\(\d+\) (\S+) (\/.*)$/.exec(line) ?? []
  return operation !== undefined && target !== undefined ? seatbelt(operation, target, run) : undefined
}

/** All lines of a run, each piece of evidence once, at most 64. */
export function evidenceOfLines(lines: readonly string[], run: Reported): readonly Evidence[] {
  const found = new Map<string, Evidence>()
  for (const line of lines) {
    const evidence = evidenceOf(line, run)
    if (evidence && found.size < 64) found.set(`${evidence.operation ?? ''} ${evidence.target}`, evidence)
  }
  return [...found.values()]
}
