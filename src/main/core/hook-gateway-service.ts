import type { Verdict } from './hook-gateway/hook-answer'
import type { HookAsk } from './hook-gateway/hook-body'

/** Where agents of other makers are decided on, as hosts see it. */
export interface HookGatewayService {
  /**
   * Puts what a hook asks to rules, then to a person. `none` when the signal aborts (the agent has gone), its session's turn is
   * stopped, or the engine closes: never an allow that was not decided. Throws FaultError for a folder that is not there and for a
   * session that cannot be begun; that is no answer either.
   */
  ask(ask: HookAsk, signal: AbortSignal): Promise<Verdict>
}
