import type { SandboxChanges } from '@shared/domain/fleet-work'
import { HostFault, problemOf } from '../greet-host'
import { findWorkspace, treeNow, type SandboxWork } from './results'
import { worked, fleetFault, type KubectlUse } from './run-kubectl'
import { baseRef } from './workspace'

/** What was brought back whole is named by a ref of ours there. */
const pulledRef = 'refs/countersign/pulled'

/** All that is there now, with what is not committed, against what was brought back last or what it began as. Changes nothing but files of ours. */
const look = `${findWorkspace}
${treeNow('countersign-look')}
rm -f -- "$GIT_INDEX_FILE"
if since=$(git rev-parse --verify --quiet ${pulledRef}); then echo pulled; else since=$(git rev-parse --verify "$2^{commit}"); echo began; fi
names=$(git --no-pager diff-tree -r --no-renames --no-ext-diff --no-textconv --ignore-submodules=none --name-only "$since^{tree}" "$tree")
if [ -z "$names" ]; then echo 0; else printf '%s\\n' "$names" | wc -l; fi
if git rev-parse --verify --quiet refs/stash >/dev/null; then echo stash; else git rev-list --max-count=1 --branches --not HEAD "$since" "$2"; fi
`

const mark = `${findWorkspace}
git update-ref ${pulledRef} "$2"
`

const use = (stop: AbortSignal): KubectlUse => ({ stop, withinMs: 60_000, mostBytes: 64 * 1024 })

/** What was changed there and not brought back, as the sandbox itself says it. */
export async function changesOf({ fleet, sandbox, folder, stop }: SandboxWork): Promise<SandboxChanges> {
  try {
    const said = await fleet.script(sandbox, [look, folder, sandbox.base ?? baseRef], use(stop))
    const [since, count = '', elsewhere = ''] = said.out.trim().split('\n')
    if (worked(said) && (since === 'pulled' || since === 'began') && /^\s*\d{1,9}\s*$/.test(count))
      return {
        kind: 'known',
        files: Number(count),
        elsewhere: elsewhere !== '',
        pulled: since === 'pulled',
      }
    throw fleetFault({ kind: 'no-look' }, { said: () => said.err })
  } catch (error) {
    if (!(error instanceof HostFault)) throw error
    return { kind: 'unknown', why: problemOf(error) }
  }
}

/** Notes there that this commit was brought here whole. What cannot be noted is asked about once more, and nothing else depends on it. */
export async function notePulled(
  { fleet, sandbox, folder, stop }: SandboxWork,
  result: string,
): Promise<void> {
  await fleet.script(sandbox, [mark, folder, result], use(stop)).catch((error: unknown) => {
    if (!(error instanceof HostFault)) throw error
  })
}
