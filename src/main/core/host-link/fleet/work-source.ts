import { BranchName, type FleetWork, type WorkRefusal } from '@shared/domain/fleet-work'
import type { readGit } from '../../commands/read-git'
import type { RunTyped } from '../../commands/run-typed'
import { cloneAddress, type WorkspaceSource } from './workspace'

/** Where the work is looked up on this machine. `sendFolder` throws FaultError `bad-request` for a folder that cannot be sent. */
export interface WorkPlace {
  /** The address of a remote of the repository that a folder is in; undefined: there is none of that name. */
  readonly remoteAddress: (folder: string, remote: string, stop: AbortSignal) => Promise<string | undefined>
  readonly sendFolder: (folder: string, stop: AbortSignal) => Promise<AsyncIterable<Uint8Array>>
}

/** The name of a remote, and no address. */
const remoteName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,100}$/

/** What a named work is, looked up on this machine; or what is not right about it. */
export async function workSource(
  work: FleetWork,
  { remoteAddress, sendFolder }: WorkPlace,
  stop: AbortSignal,
): Promise<WorkspaceSource | { readonly kind: 'refused'; readonly why: WorkRefusal }> {
  if (work.kind === 'send')
    return { kind: 'send', name: nameThere(work.folder), tar: await sendFolder(work.folder, stop) }
  const { branch, folder } = work
  if (branch !== undefined && !BranchName.safeParse(branch).success) return { kind: 'refused', why: 'branch' }
  const isRemote = remoteName.test(work.from)
  const named =
    isRemote && folder !== undefined
      ? await remoteAddress(folder, work.from, stop)
      : isRemote
        ? ''
        : work.from
  if (isRemote && (named === undefined || named === '')) return { kind: 'refused', why: 'remote' }
  const url = cloneAddress(named ?? '')
  return url === undefined ? { kind: 'refused', why: 'address' } : { kind: 'clone', url, branch }
}

/** What a folder that is sent is called there: its own name, as far as any system takes it. */
function nameThere(folder: string): string {
  const last = folder.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const name = last.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[.-]+/, '')
  return name === '' ? 'workspace' : name.slice(0, 100)
}

/** The address of a remote, as git says it where nothing that is configured starts a program; undefined: none of that name. */
export async function remoteAddress(
  [folder, remote]: readonly [folder: string, remote: string],
  { readGit: read, runTyped, stop }: { readGit: typeof readGit; runTyped: RunTyped; stop: AbortSignal },
): Promise<string | undefined> {
  const { git } = await read(folder, { runTyped, signal: stop })
  const { code, out } = await git('remote', 'get-url', '--', remote)
  return code === 0 ? out.replace(/\n$/, '') : undefined
}
