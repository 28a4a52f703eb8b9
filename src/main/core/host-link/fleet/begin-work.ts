import type { FleetSettings } from '@shared/domain/fleet-settings'
import { HostFault } from '../greet-host'
import type { FleetSandbox, FleetSandboxes } from './sandboxes'
import { fillSandbox, type Workspace, type WorkspaceSource } from './workspace'

/**
 * What is told while a sandbox is made and filled. `waiting` comes with words of the cluster, untrusted, as soon as it says why; `sending` with each piece that was taken;
 * `trouble`: the cluster cannot be told that it is in use.
 */
export type BeginStep =
  | { readonly kind: 'waiting'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'ready'; readonly sandbox: FleetSandbox }
  | { readonly kind: 'cloning'; readonly url: string }
  | { readonly kind: 'sending'; readonly bytes: number }
  | { readonly kind: 'trouble'; readonly sandbox: FleetSandbox; readonly why: string }
  | DeletedAgain

/** What came of deleting what was made in vain. */
export type DeletedAgain =
  | { readonly kind: 'deleted'; readonly sandbox: FleetSandbox }
  | { readonly kind: 'not-deleted'; readonly sandbox: FleetSandbox; readonly why: string }

/** A sandbox with the work in it. It counts as in use until `release` is called. */
export interface BegunWork {
  readonly sandbox: FleetSandbox
  readonly workspace: Workspace
  readonly release: () => Promise<void>
}

/**
 * Makes a sandbox and brings the work there. Throws HostFault where it does not come to that, or what reading the work throws; what was made for it is deleted
 * again then.
 */
export async function beginWork(
  fleet: FleetSandboxes,
  source: WorkspaceSource,
  {
    folder,
    stop,
    tell,
  }: Pick<FleetSettings, 'folder'> & {
    readonly stop: AbortSignal
    readonly tell: (step: BeginStep) => void
  },
): Promise<BegunWork> {
  tell({ kind: 'waiting' })
  const sandbox = await fleet.make(stop, (reason, message) => {
    tell({ kind: 'waiting', reason, message })
  })
  tell({ kind: 'ready', sandbox })
  const release = fleet.hold(sandbox, (why) => {
    tell({ kind: 'trouble', sandbox, why })
  })
  try {
    if (source.kind === 'clone') tell({ kind: 'cloning', url: source.url })
    else tell({ kind: 'sending', bytes: 0 })
    const told =
      source.kind === 'clone'
        ? source
        : {
            ...source,
            tar: counted(source.tar, (bytes) => {
              tell({ kind: 'sending', bytes })
            }),
          }
    const workspace = await fillSandbox(fleet, sandbox, told, { folder, stop })
    return { sandbox, workspace, release }
  } catch (error) {
    await deleteAgain(fleet, sandbox, tell)
    await release()
    throw error
  }
}

/** Deletes what was made for a work that did not come to a session, and tells what came of that: whether it is deleted. */
export async function deleteAgain(
  fleet: FleetSandboxes,
  sandbox: FleetSandbox,
  tell: (step: DeletedAgain) => void,
): Promise<boolean> {
  try {
    await fleet.delete(sandbox)
    tell({ kind: 'deleted', sandbox })
    return true
  } catch (error) {
    if (!(error instanceof HostFault)) throw error
    tell({ kind: 'not-deleted', sandbox, why: error.message })
    return false
  }
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  tell: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    yield piece
    bytes += piece.length
    tell(bytes)
  }
}
