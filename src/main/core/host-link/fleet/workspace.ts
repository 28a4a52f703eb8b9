import type { FleetSettings } from '@shared/domain/fleet-settings'
import { commitForm } from './resources'
import { fleetFault, worked } from './run-kubectl'
import type { FleetSandbox, FleetSandboxes } from './sandboxes'

/** Where the work of a sandbox comes from. `send`: a tar in pieces, of a folder of this name. */
export type WorkspaceSource =
  | { readonly kind: 'clone'; readonly url: string; readonly branch?: string | undefined }
  | { readonly kind: 'send'; readonly name: string; readonly tar: AsyncIterable<Uint8Array> }

/** A workspace there. `base`: the commit that it began as; undefined: there is no git, and nothing can be brought back. */
export interface Workspace {
  readonly folder: string
  readonly base: string | undefined
}

const cloneMs = 30 * 60_000
const mostSaid = 64 * 1024

/**
 * What a workspace begins as is named by a ref of ours, so that what was done since can be told. Nothing that is configured there, and no hook, is
 * needed for it.
 */
export const baseRef = 'refs/countersign/base'

const clone = `set -eu
umask 077
mkdir -p -- "$1"
cd -- "$1"
GIT_TERMINAL_PROMPT=0 git clone --quiet \${4:+--branch "$4"} -- "$2" "$3" >&2
cd -- "$3"
git update-ref ${baseRef} HEAD
pwd -P
git rev-parse HEAD
`

const unpack = `set -eu
umask 077
mkdir -p -- "$1"
cd -- "$1"
mkdir -- "$2"
cd -- "$2"
tar -xf -
pwd -P
command -v git >/dev/null 2>&1 || exit 0
git init -q >&2
git -c core.hooksPath=/dev/null add -A -f >&2
tree=$(git write-tree)
commit=$(GIT_AUTHOR_NAME=Countersign GIT_AUTHOR_EMAIL=sandbox@countersign.invalid GIT_COMMITTER_NAME=Countersign \\
  GIT_COMMITTER_EMAIL=sandbox@countersign.invalid git commit-tree -m 'As it was sent' "$tree")
git update-ref HEAD "$commit"
git update-ref ${baseRef} "$commit"
echo "$commit"
`

/** The last part of an address, as git names the folder of a clone. */
function folderOf(url: string): string {
  const last =
    url
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  return /^[A-Za-z0-9._-]{1,100}$/.test(last) && !/^\.|^-/.test(last) ? last : 'workspace'
}

/**
 * What may be cloned there: an address with a scheme of git's own, or as ssh has it. Undefined: none such; one with a password in it is none, since
 * it would be written down there.
 */
export function cloneAddress(text: string): string | undefined {
  if (/\p{Cc}|\s/u.test(text) || text.length > 2000) return undefined
  if (/^(?:[A-Za-z0-9_.-]+@)?[A-Za-z0-9][A-Za-z0-9.-]*:(?!\/\/)[^:]+$/.test(text)) return text
  const scheme = /^(https?|ssh|git|file):\/\/([^/]*)\/./.exec(text)
  if (!scheme) return undefined
  const [, name = '', authority = ''] = scheme
  const user = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@')) : ''
  const mayHaveUser = name === 'ssh' && /^[A-Za-z0-9_.-]*$/.test(user)
  return user === '' || mayHaveUser ? text : undefined
}

/**
 * Brings the work into a sandbox, and has the cluster keep which commit it began as. Throws HostFault with what was said there where it does not come to
 * that.
 */
export async function fillSandbox(
  fleet: FleetSandboxes,
  sandbox: FleetSandbox,
  source: WorkspaceSource,
  { folder, stop }: Pick<FleetSettings, 'folder'> & { readonly stop: AbortSignal },
): Promise<Workspace> {
  const use = { stop, withinMs: cloneMs, mostBytes: mostSaid }
  const said =
    source.kind === 'clone'
      ? await fleet.script(
          sandbox,
          [clone, folder, source.url, folderOf(source.url), source.branch ?? ''],
          use,
        )
      : await fleet.script(sandbox, [unpack, folder, source.name], { ...use, input: source.tar })
  if (!worked(said)) throw fleetFault({ kind: source.kind }, { said: () => said.err })
  const [there = '', base] = said.out.trim().split('\n')
  // It stands in what a person is told to type: nothing that a shell here would read is a folder of ours.
  if (!/^(?:\/[A-Za-z0-9._+@-]{1,255}){1,100}$/.test(there))
    throw fleetFault({ kind: 'no-folder' }, { said: () => said.err })
  if (base === undefined || !commitForm.test(base)) return { folder: there, base: undefined }
  await fleet.remember(sandbox, base, stop)
  return { folder: there, base }
}
