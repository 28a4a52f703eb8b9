import type { ApprovalRequest } from '@shared/domain/approval'
import type { OfferedRule, RuleWidth } from '@shared/domain/offered-rule'
import { toFault } from '@shared/domain/fault'
import type { ResponseOf } from '@shared/ipc/contract'
import { useEffect, useState } from 'react'
import { endsOf, usualEnds, type EndsChoice } from '../../lib/ends-choice'
import { useActions } from '../../state/context'

type Offered = ResponseOf<'effect-rule.offer'>

/** The rules that a request can become, as the form shows them. */
export interface EffectRuleForm {
  /** Undefined until the engine has said. */
  readonly offered: Offered | undefined
  readonly picked: OfferedRule | undefined
  readonly pick: (width: RuleWidth) => void
  readonly ends: EndsChoice
  readonly setEnds: (ends: EndsChoice) => void
  /** Why nothing was offered or saved, as a sentence. */
  readonly problem: string | undefined
  /** It answers what is of high risk, or something that the person denied: saving takes a hold. */
  readonly held: boolean
  readonly ready: boolean
  /** Saves it and puts in place what was rehearsed. */
  readonly save: (held: boolean) => Promise<void>
}

/** Asks the engine when the form is first wanted, and again for another rehearsal. */
export function useEffectRules(request: ApprovalRequest, wanted: boolean): EffectRuleForm {
  const actions = useActions()
  const applies = request.rehearsal?.state === 'found' ? request.rehearsal.found.applies : undefined
  const rehearsal = applies?.kind === 'possible' ? applies.id : undefined
  const [answer, setAnswer] = useState<{ rehearsal: string; offered?: Offered; problem?: string }>()
  const [refused, setRefused] = useState<string>()
  const [width, setWidth] = useState<RuleWidth>()
  const [ends, setEnds] = useState(usualEnds)
  useEffect(() => {
    if (!wanted || rehearsal === undefined) return undefined
    let current = true
    actions.offerRules(request.id).then(
      (offered) => {
        if (current) setAnswer({ rehearsal, offered })
      },
      (error: unknown) => {
        if (current) setAnswer({ rehearsal, problem: toFault(error).message })
      },
    )
    return () => {
      current = false
    }
  }, [actions, request.id, rehearsal, wanted])
  const known = answer?.rehearsal === rehearsal ? answer : undefined
  const offered = known?.offered
  const picked = offered?.rules.find((each) => each.width === width) ?? offered?.rules[0]
  const problem = refused ?? known?.problem ?? offered?.problem
  return {
    ...{ offered, picked, ends, setEnds, problem },
    pick: setWidth,
    held: picked !== undefined && (picked.rule.level === 'high' || picked.test.denied.length > 0),
    ready: picked !== undefined && offered?.problem === undefined,
    async save(held) {
      if (picked === undefined || offered?.rehearsal === undefined) return
      const end = endsOf(ends, Date.now(), offered.branch)
      setRefused(undefined)
      try {
        const why = await actions.saveRule({
          ...{ requestId: request.id, rehearsal: offered.rehearsal, width: picked.width },
          ...(end && { ends: end }),
          ...(held && { held }),
        })
        setRefused(why)
      } catch (error) {
        setRefused(toFault(error).message)
      }
    },
  }
}
