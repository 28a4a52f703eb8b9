import { expectTypeOf, test } from 'vitest'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { DecideReply, Decision } from '@shared/domain/approval'
import type { SessionSummary, TurnOverrides } from '@shared/domain/session'
import type { RequestChannel } from '@shared/ipc/channels'
import type { AppSnapshot, contract, RawBridge, Reply, RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'
import type { UserImage } from '@shared/domain/user-input'
import type { BridgeConnection } from '../../src/main/hosts/bridge/bridge-server'
import type { RequestHandlers } from '../../src/main/hosts/bridge/bridge-server'

test('the contract covers exactly the channels', () => {
  expectTypeOf<keyof typeof contract>().toEqualTypeOf<RequestChannel>()
  expectTypeOf<keyof RequestHandlers>().toEqualTypeOf<RequestChannel>()
})

test('requests and responses have the types of the domain', () => {
  expectTypeOf<RequestOf<'approval.decide'>>().toEqualTypeOf<{
    requestId: string
    decision: Decision
    unasked?: true | undefined
  }>()
  expectTypeOf<RequestOf<'turn.start'>>().toEqualTypeOf<{
    sessionId: string
    text: string
    images?: UserImage[] | undefined
    overrides?: TurnOverrides | undefined
  }>()
  expectTypeOf<ResponseOf<'app.hello'>>().toEqualTypeOf<AppSnapshot>()
  expectTypeOf<ResponseOf<'approval.decide'>>().toEqualTypeOf<DecideReply>()
  expectTypeOf<ResponseOf<'session.open'>>().toEqualTypeOf<{
    session: SessionSummary
    events: SessionEvent[]
    older?: { before: number; userMessages: number } | undefined
  }>()
})

test('payloads cross the bridge as unknown, and requests only under their names', () => {
  expectTypeOf<RawBridge['invoke']>().parameters.toEqualTypeOf<[RequestChannel, unknown]>()
  expectTypeOf<RawBridge['invoke']>().returns.resolves.toBeUnknown()
  expectTypeOf<Parameters<RawBridge['on']>[0]>().toEqualTypeOf<(push: unknown) => void>()
  expectTypeOf<BridgeConnection['handle']>().toEqualTypeOf<
    (channel: unknown, payload: unknown) => Promise<Reply>
  >()
})

test('every push is numbered', () => {
  expectTypeOf<Push['seq']>().toEqualTypeOf<number>()
  expectTypeOf<Extract<Push, { kind: 'events' }>['events']>().toEqualTypeOf<SessionEvent[]>()
})
