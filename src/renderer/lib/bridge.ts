import type { RequestChannel } from '@shared/ipc/channels'
import { forms, Reply } from '@shared/ipc/contract'
import { Push } from '@shared/ipc/push'
import type { RawBridge, RequestOf, ResponseOf } from '@shared/ipc/contract'
import { FaultError } from '@shared/domain/fault'

/**
 * The engine as the renderer sees it. `request` rejects only with FaultError: what the engine refused, an answer that
 * does not fit the contract, or a bridge that broke. `onPush` hands over undefined for a push that cannot be read, so
 * that the listener can ask for a fresh snapshot; it returns the unsubscribe.
 */
export interface Bridge {
  request<C extends RequestChannel>(channel: C, payload: RequestOf<C>): Promise<ResponseOf<C>>
  onPush(listener: (push: Push | undefined) => void): () => void
}

/** A validating bridge over either transport. Payloads and answers that do not fit the contract never pass. */
export function createBridge(raw: RawBridge): Bridge {
  return {
    async request(channel, payload) {
      const schemas = forms[channel]
      const checked = schemas.request.safeParse(payload)
      if (!checked.success) throw new FaultError({ code: 'bad-request', message: firstIssue(checked.error) })
      const reply = Reply.safeParse(await invoke(raw, channel, checked.data))
      if (!reply.success) throw unreadable(channel)
      if (!reply.data.ok) throw new FaultError(reply.data.fault)
      const value = schemas.response.safeParse(reply.data.value)
      if (!value.success) throw unreadable(channel, value.error)
      return value.data as ResponseOf<typeof channel>
    },
    onPush(listener) {
      return raw.on((push) => {
        listener(Push.safeParse(push).data)
      })
    },
  }
}

async function invoke(raw: RawBridge, channel: RequestChannel, payload: unknown): Promise<unknown> {
  try {
    return await raw.invoke(channel, payload)
  } catch (error) {
    throw new FaultError({ code: 'internal', message: `The engine could not be asked (${channel}).` }, error)
  }
}

function unreadable(channel: RequestChannel, cause?: unknown): FaultError {
  return new FaultError(
    { code: 'internal', message: `The engine's answer to ${channel} does not fit the contract.` },
    cause,
  )
}

function firstIssue(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  const issue = error.issues[0]
  return issue === undefined
    ? 'Not a valid request.'
    : `${issue.path.map(String).join('.')}: ${issue.message}`
}
