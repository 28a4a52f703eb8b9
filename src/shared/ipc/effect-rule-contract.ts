import { z } from 'zod'
import { YesEnds } from '../domain/nearest-rule'
import type { EffectRuleList, OfferedRules, SuggestedRule } from '../domain/offered-rule'

/** What the engine alone makes, of a shape that its types say: the first screen does not wait for a schema of it (domain/offered-rule). */
export const ofEngine = <Shape>(): z.ZodType<Shape> =>
  z.record(z.string(), z.unknown()) as unknown as z.ZodType<Shape>
const Name = z.string()
const RequestId = z.string()
const Edited = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('written'), name: z.string() }),
  z.strictObject({ kind: z.literal('refused'), problem: z.string() }),
])

/** The part of the contract about effect rules as a person makes and takes back. */
export const effectRuleContract = {
  /** What a waiting request can become, with what each would have answered. `problem`: the file is wrong, and nothing can be saved. */
  'effect-rule.offer': {
    request: z.strictObject({ requestId: RequestId }),
    response: ofEngine<OfferedRules>(),
  },
  /** Saves one of these and puts in place what was rehearsed. `held`: it was pressed and held. */
  'effect-rule.save': {
    request: z.strictObject({
      requestId: RequestId,
      rehearsal: z.string(),
      width: z.enum(['files', 'kind', 'folder']),
      ends: YesEnds.optional(),
      held: z.literal(true).optional(),
    }),
    response: Edited,
  },
  'effect-rule.list': { request: z.strictObject({}), response: ofEngine<EffectRuleList>() },
  /** The one rule that is suggested today; with `answer` what becomes of it, and then whether that was written. */
  'effect-rule.suggest': {
    request: z.strictObject({ answer: z.strictObject({ key: Name, take: z.boolean() }).optional() }),
    response: ofEngine<{ readonly suggested?: SuggestedRule; readonly problem?: string }>(),
  },
  /** It asks again, or counts again. */
  'effect-rule.suspend': {
    request: z.strictObject({ name: Name, suspended: z.boolean() }),
    response: Edited,
  },
  'effect-rule.remove': {
    request: z.strictObject({ name: Name }),
    response: Edited,
  },
} as const
