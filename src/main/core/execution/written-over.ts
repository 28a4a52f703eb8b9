import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { EffectRuleParts } from '../ports/effect-rule-store'
import type { TurnContext } from '../turn/turn-context'

/**
 * Of what is about to be written over the files that nobody but sessions has changed since the folder was kept: what they were before can be brought back, so
 * that it may write over them again. Looked at before it is done.
 */
export async function writtenOver(
  changes: readonly RehearsalChange[],
  { sessionId, cwd, keptSince }: Pick<TurnContext, 'sessionId' | 'cwd' | 'keptSince'>,
  effectRules: Pick<EffectRuleParts, 'gone'> | undefined,
): Promise<readonly string[]> {
  const over = changes.filter(({ kind }) => kind === 'changed' || kind === 'mode')
  if (!effectRules || keptSince === undefined || over.length === 0) return []
  const gone = await effectRules.gone.count(over, { session: sessionId, roots: [cwd], since: keptSince })
  return over.flatMap((each) => (gone(each)?.ignored === 0 ? [each.path] : []))
}
