// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own file
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Evidence } from '@shared/domain/evidence'
import { opensFiles, opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../../../core/ports/sandbox'
import { entryAt } from '../../regular-file/entry-at'
import { realPath } from '../protection/protected-entry'
import { Looks } from '../looks'
import { isUnder, type WritablePlaces } from '../writable-roots'

/** Where the C library and its modules look up users and hosts: programs try them on their own, and go on without. */
const nameService = /^\/(?:var\/)?run\/(?:nscd|systemd)\/|^\/var\/lib\/sss\//
/** What libraries try on their own besides: the buses, sound, display and journal of a person's desktop. */
const ofDesktop =
  /^\/run\/(?:avahi-daemon|dbus|systemd|udev)\/|^\/run\/user\/\d+\/(?:bus|systemd\/|pulse\/|pipewire-|wayland-|at-spi\/)|^\/tmp\/\.(?:X11|ICE)-unix\/|^\/dev\/log$/
const sharedBits = 0o022

/** The sockets of the machine that a run was allowed to reach: a grant for a folder opens none in it. */
function granted({ permit }: Pick<RunSpec, 'permit'>): readonly string[] {
  return permit.grants.flatMap((grant) => {
    const path = grant.kind === 'write' ? realPath(grant.path) : undefined
    const found = path === undefined || path.includes('\n') ? undefined : entryAt(path)
    return path !== undefined && found?.kind === 'there' && found.stats.isSocket() ? [path] : []
  })
}

/**
 * How the observing program is told which Unix sockets a run may have (decision 155): those of its own network, which is its session's and
 * nobody else's, or in the machine's network those that it made itself; and besides the granted ones. None where every file is open: its own
 * would stand where others look for theirs.
 */
export function socketsVariable(spec: Pick<RunSpec, 'permit' | 'policy'>): Readonly<Record<string, string>> {
  if (opensFiles(spec.policy)) return {}
  const lines = [opensNetwork(spec.policy) ? 'open' : 'own', ...granted(spec)]
  return { COUNTERSIGN_OBSERVER_SOCKETS: lines.map((line) => `${line}\n`).join('') }
}

/** The paths that sockets of the machine's network have; none where that cannot be read. */
function machineSockets(): readonly string[] {
  try {
    const lines = readFileSync('/proc/net/unix', 'utf8').split('\n')
    return lines.flatMap((line) => /^(?:\S+ +){7}(\/.*)$/.exec(line)?.[1] ?? [])
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/** Whether only one user makes anything in this folder. */
function isPrivate(folder: string): boolean {
  try {
    return (statSync(folder).mode & sharedBits) === 0
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/**
 * What of a path in a temporary folder is somebody's alone: the folder that they made for the socket, also when it is gone. The last name may be
 * the same for all who run such a program, and one that is taken can be given nowhere.
 */
function ownName(path: string, looks: Looks): string {
  const folder = dirname(path)
  if (looks.at(folder).kind !== 'missing') return isPrivate(folder) ? folder : path
  let gone = folder
  while (looks.at(dirname(gone)).kind === 'missing') gone = dirname(gone)
  return gone
}

/**
 * The names by which other programs find the machine's sockets where a run may write: a command that took one would be taken for who
 * listened there.
 */
export function takenNames({ roots, temporary }: WritablePlaces): readonly string[] {
  // Many have lost their folder, or have it where other mounts are: all in few others.
  const looks = new Looks()
  const names = machineSockets().flatMap((path) => {
    if (roots.some((root) => isUnder(path, root))) return [path]
    if (!temporary.some((place) => isUnder(path, place))) return []
    return [temporary.includes(dirname(path)) ? path : ownName(path, looks)]
  })
  return [...new Set(names)].filter((path) => !path.includes('\n')).slice(0, 256)
}

/**
 * The sockets of the machine that a run was kept from, as evidence. Only where it failed: most programs that try one on their own go on
 * without.
 */
export const refusedSockets = (paths: Iterable<string>, backend: string): readonly Evidence[] =>
  [...paths]
    .filter((path) => !nameService.test(path))
    .map((target) => ({ kind: 'write', target, operation: 'connect', source: 'kernel', backend }))

/**
 * The same of a run that goes on, of which it is not known whether it fails for that: without those that libraries try on their own, so
 * that nobody is asked about a bus which the program does without.
 */
export const meantSockets = (paths: Iterable<string>, backend: string): readonly Evidence[] =>
  refusedSockets(paths, backend).filter(({ target }) => !ofDesktop.test(target))
