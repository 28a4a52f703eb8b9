import { z } from 'zod'
import { RemoteRun } from '@shared/domain/remote-run'
import { proofName, secretForm } from '../own-process/proof'

const Version = z.string().max(100)

/** What a run says first: a proof that it is this user's, and the text that the window is to prove the same with. */
export const Hello = z.strictObject({
  kind: z.literal('hello'),
  version: Version,
  proof: z.string().regex(proofName),
  secret: z.string().regex(secretForm),
  nonce: z.string().regex(secretForm),
  from: RemoteRun,
})
export type Hello = z.infer<typeof Hello>

/** What a window answers one that has shown who it is. `other-version`: the two programs may not understand each other. */
export const Welcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('welcome'), proof: z.string().regex(proofName) }),
  z.strictObject({ kind: z.literal('other-version'), version: Version }),
])
export type Welcome = z.infer<typeof Welcome>
