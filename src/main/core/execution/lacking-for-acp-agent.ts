import type { FileChanges } from '@shared/domain/file-change'
import type { Grant } from '@shared/domain/grant'
import { opensFiles } from '@shared/domain/sandbox-policy'
import { mayGrantIn } from '../commands/offers'
import { covers } from '../commands/covered-grants'
import { pathsBeyond } from '../patch/decide-patch'
import { patchGrants } from '../patch/patch-grants'
import type { TouchedPath } from '../patch/touched-paths'
import type { CommandParts, TurnContext } from '../turn/turn-context'

/** With more files than this nothing is granted with the answer. */
const maxFiles = 50

/**
 * What the sandbox lacks, beside what was `given`, for the files that an ACP agent says it writes, as narrow as for a patch of ours. Nothing where
 * that is not known for each of them, cannot be given, or a folder would have to be opened that holds the home.
 */
export async function lackingForAcpAgent(
  changes: FileChanges,
  given: readonly Grant[],
  turn: TurnContext,
  { patches, sandbox, workspace }: Pick<CommandParts, 'patches' | 'sandbox' | 'workspace'>,
): Promise<readonly Grant[]> {
  const { cwd, sandboxPolicy } = turn
  const paths = Object.keys(changes)
  if (opensFiles(sandboxPolicy) || paths.length > maxFiles) return []
  const places = await patches.places(sandboxPolicy, cwd, undefined)
  const roots = sandboxPolicy.mode === 'workspace-write' ? [cwd, ...sandboxPolicy.writable_roots] : [cwd]
  const touched: TouchedPath[] = []
  for (const path of paths) {
    const target = await patches.look(path, 'follow', roots)
    if (target.kind === 'refused') return []
    touched.push({ path, place: target.place, target, effect: 'write' })
  }
  const where = { changes: touched, writableRoots: places.writable, protectedPaths: places.protected }
  const { outside, guarded } = pathsBeyond(where)
  const grants = patchGrants([...outside, ...guarded], workspace.home()) ?? []
  const lacking = grants.filter((grant) => !covers(given, grant))
  return lacking.every(mayGrantIn(sandbox)) ? lacking : []
}
