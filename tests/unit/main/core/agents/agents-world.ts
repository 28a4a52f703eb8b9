import { messageText, type ResponseItem } from '@shared/domain/response-item'
import type { SessionSummary } from '@shared/domain/session'
import { expect } from 'vitest'
import type { ModelEvent, ModelRequest, ModelStream } from '../../../../../src/main/core/ports/models'
import { calls, fakeEngine } from '../../../../fakes/fake-world'

type Answer = readonly ModelEvent[] | Promise<readonly ModelEvent[]>
type Script = (asked: string, outputs: readonly string[], request: ModelRequest) => Answer

/** What a person, or the agent that started it, wrote in a message; [] for anything else. */
export const said = (item: ResponseItem): string[] =>
  item.type === 'message' && item.role === 'user' && !messageText(item).startsWith('<')
    ? [messageText(item)]
    : []

/** A model for all sessions: answers by the last thing a session was asked, and what its calls since came to. */
function scripted(script: Script): ModelStream & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    async *stream(request, signal) {
      requests.push(request)
      const asked = request.input.flatMap(said).at(-1) ?? ''
      const from = request.input.findLastIndex((item) => said(item).length > 0)
      const outputs = request.input
        .slice(from)
        .flatMap((item) => (item.type === 'function_call_output' ? [JSON.stringify(item.output)] : []))
      const stopped = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => {
        stopped.reject(new Error('aborted'))
      })
      yield* await Promise.race([script(asked, outputs, request), stopped.promise])
    },
  }
}

/** An answer that does not come. */
export const never = new Promise<never>(() => undefined)
/** A call of spawn_agent. */
export const spawn = (name: string, message: string, more: object = {}, id = `s-${name}`) =>
  calls({ id, name: 'spawn_agent', args: { name, message, ...more } })
/** A call of wait; calls of one turn need different arguments. */
export const waits = (args: object = {}) => calls({ id: `w-${JSON.stringify(args)}`, name: 'wait', args })

/** An engine with one session, whose turns are run to their ends. */
export async function world(script: Script, options: Parameters<typeof fakeEngine>[0] = {}) {
  const model = scripted(script)
  const made = fakeEngine({ ...options, model })
  const { engine } = made
  const { id } = await engine.createSession({ cwd: '/work' })
  const rows = () => {
    const last = new Map<string, SessionSummary>()
    for (const notice of made.notices)
      if (notice.kind === 'session') last.set(notice.session.id, notice.session)
    return last
  }
  const child = (name: string) => [...rows().values()].find((row) => row.child?.name === name)
  const told = (sessionId: string) =>
    made.notices.flatMap((notice) =>
      notice.kind === 'event' && notice.event.sessionId === sessionId ? [notice.event.event] : [],
    )
  const turn = async (text: string) => {
    const before = told(id).filter(({ type }) => type === 'turn.finished').length
    await engine.startTurn(id, text)
    await expect.poll(() => told(id).filter(({ type }) => type === 'turn.finished').length).toBe(before + 1)
  }
  return { ...made, id, model, rows, child, told, turn }
}
