import type { ApprovalRequest } from '@shared/domain/approval'
import type { Facts } from '@shared/domain/facts'
import { filesOf, goingWithin } from '@shared/domain/going'
import type { TurnContext } from '../turn/turn-context'
import type { ActionParts } from './action'
import type { Asked } from './open-request'

/** So long a request waits at most for a look at what is kept of its folder, in milliseconds: another may be keeping it. */
const keptLookMs = 3_000

/** What is kept of what a yes has written over (keep-for-undo), and of the folder; nothing of what runs elsewhere, or with every file open. */
export async function undoOf(
  { requested, stage, desk }: Asked,
  { turn, facts }: { readonly turn: TurnContext; readonly facts: Facts },
  { preimages, clock }: ActionParts,
): Promise<ApprovalRequest['undo']> {
  const { reads, sandboxPolicy } = turn
  const kept = /^(command|patch)$/.test(requested.kind) && stage !== 'network' && desk === undefined
  const undo =
    kept && reads !== true && sandboxPolicy.mode !== 'danger-no-network' ? preimages?.limits?.() : undefined
  if (!undo) return undefined
  const late = new AbortController()
  const isKept = await Promise.race([
    isFolderKept(facts, turn),
    clock.sleep(keptLookMs, late.signal).then(
      () => false,
      () => false,
    ),
  ])
  late.abort()
  return isKept ? { ...undo, folder: true } : undo
}

/**
 * Whether all that goes within the folder is kept as it is: nobody changed it since, and what git ignores, what lies in a repository of its own or was too large
 * is not in the count. False where nothing goes there, or git has it anyway.
 */
async function isFolderKept(
  facts: Facts,
  { cwd, kept, keptSince, keptFiles }: TurnContext,
): Promise<boolean> {
  const going = goingWithin(facts, cwd)
  if (going.length === 0 || keptFiles === undefined || keptSince === undefined) return false
  if (!going.every(({ newestMs = Infinity }) => newestMs < keptSince) || !(await kept)) return false
  const paths = going.map(({ path }) => path.slice(cwd.length + 1))
  return (await keptFiles(paths).catch(() => -1)) === filesOf(going)
}
