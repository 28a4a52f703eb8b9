import type { FleetSettings } from '@shared/domain/fleet-settings'
import { commitForm } from './resources'
import { visibleFault, worked, type KubectlEnd, type KubectlUse } from './run-kubectl'
import type { FleetSandbox, FleetSandboxes } from './sandboxes'
import { baseRef } from './workspace'

/** What was done in a sandbox, by commits there: what it began as, and what it is now, with all that is not committed. */
export interface SandboxResults {
  readonly base: string
  readonly result: string
}

/** More is no change set that anybody looks through, and no branch that a line carries. */
export const mostPatchBytes = 24 * 1024 * 1024
const mostPackBytes = 512 * 1024 * 1024
const longMs = 15 * 60_000

/**
 * Where git looks for a workspace of ours; nothing that is configured there, and no hook, starts a program for it, and no commit stands for another one.
 */
export const findWorkspace = `set -eu
export GIT_NO_REPLACE_OBJECTS=1
cd -- "$1"
found=
for each in */; do
  if git -C "$each" rev-parse --verify --quiet ${baseRef} >/dev/null 2>&1; then found=$each; fi
done
if [ -z "$found" ]; then echo 'No workspace that Countersign has made is here.' >&2; exit 3; fi
cd -- "$found"
git() { command git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 "$@"; }
`

/** Has `tree` be what the work is now, with what is not committed: by an index of ours of that name. */
export const treeNow = (index: string): string => `GIT_INDEX_FILE=$(git rev-parse --absolute-git-dir)/${index}
export GIT_INDEX_FILE
rm -f -- "$GIT_INDEX_FILE"
git read-tree HEAD
git add -A >&2
tree=$(git write-tree)`

const snapshot = `${findWorkspace}
${treeNow('countersign-index')}
result=$(git rev-parse HEAD)
if [ "$tree" != "$(git rev-parse 'HEAD^{tree}')" ]; then
  result=$(GIT_AUTHOR_NAME=Countersign GIT_AUTHOR_EMAIL=sandbox@countersign.invalid GIT_COMMITTER_NAME=Countersign \\
    GIT_COMMITTER_EMAIL=sandbox@countersign.invalid git commit-tree -p HEAD -m 'What was not committed in the sandbox' "$tree")
fi
git update-ref refs/countersign/result "$result"
git rev-parse --verify "$2^{commit}"
echo "$result"
`

const diff = `${findWorkspace}
exec git --no-pager diff --binary --full-index --no-renames --no-color --no-ext-diff --no-textconv --no-indent-heuristic \\
  --unified=3 --src-prefix=a/ --dst-prefix=b/ --ignore-submodules=none --submodule=short --no-relative "$2" "$3"
`

const pack = `${findWorkspace}
{ echo "$3"; if [ -n "$4" ]; then echo "^$2"; fi; } | git pack-objects --revs --thin --stdout -q
`

/** A sandbox whose work is brought back. `folder`: where workspaces are there. */
export interface SandboxWork {
  readonly fleet: FleetSandboxes
  readonly sandbox: FleetSandbox
  readonly folder: FleetSettings['folder']
  readonly stop: AbortSignal
}

const ended = (said: KubectlEnd, what: string): KubectlEnd => {
  if (worked(said)) return said
  throw visibleFault(`${what}.`, { said: () => said.err })
}

/**
 * Has what is not committed there kept as a commit beside its branches, which stay as they are. It is counted from the commit that was remembered
 * outside of the sandbox when the work began: what runs in it can move any reference. Throws HostFault.
 */
export async function resultsOf({ fleet, sandbox, folder, stop }: SandboxWork): Promise<SandboxResults> {
  const { base } = sandbox
  if (base === undefined)
    throw visibleFault(
      'nobody has kept which commit the work there began with, so what was changed cannot be told.',
      {
        said: () => '',
      },
    )
  const use: KubectlUse = { stop, withinMs: longMs, mostBytes: 64 * 1024 }
  const said = ended(
    await fleet.script(sandbox, [snapshot, folder, base], use),
    'what was changed there could not be looked at; expected git in the template’s image, and the commit that the work began with',
  )
  const [from = '', result = ''] = said.out.trim().split('\n')
  if (from === base && commitForm.test(result)) return { base, result }
  throw visibleFault(
    'what was changed there could not be looked at: it names no commits, or another one than the work began with.',
    { said: () => said.err },
  )
}

/** The change set as git writes it: untrusted, whole, at most `mostPatchBytes`. Throws HostFault. */
export async function patchOf(
  { fleet, sandbox, folder, stop }: SandboxWork,
  of: SandboxResults,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  ended(
    await fleet.script(sandbox, [diff, folder, of.base, of.result], {
      ...{ stop, withinMs: longMs, mostBytes: mostPatchBytes },
      onOutput: (piece) => void pieces.push(Uint8Array.from(piece)),
    }),
    'what was changed there could not be fetched',
  )
  return Buffer.concat(pieces)
}

/** The objects of the result as a pack, in pieces; with `thin` those behind the base are left out. Throws HostFault. */
export async function packOf(
  { fleet, sandbox, folder, stop }: SandboxWork,
  { base, result, thin }: SandboxResults & { readonly thin: boolean },
  onOutput: NonNullable<KubectlUse['onOutput']>,
): Promise<void> {
  ended(
    await fleet.script(sandbox, [pack, folder, base, result, thin ? 'thin' : ''], {
      ...{ stop, withinMs: longMs, mostBytes: mostPackBytes, onOutput },
    }),
    'what was committed there could not be fetched',
  )
}
