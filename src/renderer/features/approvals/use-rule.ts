import type { ApprovalRequest } from '@shared/domain/approval'
import { useEffect, useState } from 'react'
import { useActions } from '../../state/context'
import { offerOf } from './allow-for'
import type { AllowForChoice } from './allow-for'

/** How the text of a rule stands. `checking` until the engine has said; `unchecked` when it could not be asked. */
export type RuleVerdict =
  | { readonly kind: 'valid' | 'checking' | 'unchecked' }
  | { readonly kind: 'invalid'; readonly problem: string }

/** The rule as the person has it in the form. */
export interface EditedRule {
  readonly text: string
  readonly verdict: RuleVerdict
  readonly onText: (text: string) => void
  /** The text when it is not the one that was offered. */
  readonly changed: string | undefined
}

/** Typing pauses this long before the engine is asked, in milliseconds. */
const pause = 150

/**
 * The rule that the form would save, checked by the engine as it is typed. Undefined where there is none to edit: another
 * scope, a script, a patch. The text stays when the person looks at another scope, and when an answer was refused.
 */
export function useRule(
  request: ApprovalRequest,
  choice: AllowForChoice | undefined,
): EditedRule | undefined {
  const actions = useActions()
  const [typed, setTyped] = useState<string>()
  const [checked, setChecked] = useState<{ text: string; verdict: RuleVerdict }>()
  const offered = choice?.scope === 'rule' ? offerOf(request, choice.kind)?.rule : undefined
  const changed = offered === undefined || typed === undefined || typed === offered ? undefined : typed
  useEffect(() => {
    if (changed === undefined) return
    let current = true
    const timer = setTimeout(() => {
      void actions.checkRule(request.id, changed).then((verdict) => {
        if (current) setChecked({ text: changed, verdict: verdict ?? { kind: 'unchecked' } })
      })
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [actions, request.id, changed])
  if (offered === undefined) return undefined
  const verdict: RuleVerdict =
    changed === undefined
      ? { kind: 'valid' }
      : checked?.text === changed
        ? checked.verdict
        : { kind: 'checking' }
  return { text: typed ?? offered, verdict, onText: setTyped, changed }
}

/** False while the text is not known to be one that can be saved; the engine has the last word in any case. */
export function ruleHolds(rule: EditedRule | undefined): boolean {
  return rule === undefined || rule.verdict.kind === 'valid' || rule.verdict.kind === 'unchecked'
}
