import { z } from 'zod'
import { conversationEvents } from './conversation-events'
import { toolEvents } from './tool-events'

/** Everything a conversation says on the wire (docs/spec/wire.md). Text of models and commands in here is untrusted. */
export const EventMsg = z.discriminatedUnion('type', [...conversationEvents, ...toolEvents])
export type EventMsg = z.infer<typeof EventMsg>

/** An event on its way out. `id` is that of the submission which caused it; '' for what nobody submitted. */
export const WireEvent = z.strictObject({ id: z.string(), msg: EventMsg })
export type WireEvent = z.infer<typeof WireEvent>
