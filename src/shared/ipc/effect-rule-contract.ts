import { z } from 'zod'
import { YesEnds } from '../domain/effect-rule'
import { EffectRuleList, OfferedRule, RuleWidth } from '../domain/offered-rule'

const RequestId = z.string().min(1).max(100)
const Edited = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('written'), name: z.string() }),
  z.strictObject({ kind: z.literal('refused'), problem: z.string() }),
])

/** The part of the contract about effect rules as a person makes and takes back. */
export const effectRuleContract = {
  /** What a waiting request can become, with what each would have answered. `problem`: the file is wrong, and nothing can be saved. */
  'effect-rule.offer': {
    request: z.strictObject({ requestId: RequestId }),
    response: z.strictObject({
      rehearsal: z.string().optional(),
      rules: z.array(OfferedRule),
      branch: z.string().optional(),
      problem: z.string().optional(),
    }),
  },
  /** Saves one of these and puts in place what was rehearsed. `held`: it was pressed and held. */
  'effect-rule.save': {
    request: z.strictObject({
      requestId: RequestId,
      rehearsal: z.string().max(200),
      width: RuleWidth,
      ends: YesEnds.optional(),
      held: z.literal(true).optional(),
    }),
    response: Edited,
  },
  'effect-rule.list': { request: z.strictObject({}), response: EffectRuleList },
  /** It asks again, or counts again. */
  'effect-rule.suspend': {
    request: z.strictObject({ name: z.string().min(1).max(60), suspended: z.boolean() }),
    response: Edited,
  },
  'effect-rule.remove': {
    request: z.strictObject({ name: z.string().min(1).max(60) }),
    response: Edited,
  },
} as const
