import type { AssessedLevel } from '@shared/domain/risk'
import type { ModelView } from '@shared/domain/assessment'

/** What happened, and the attributes it is recorded with (docs/spec/configuration.md). Times are whole milliseconds. */
interface Events {
  readonly conversation_starts: {
    readonly provider_name: string
    readonly approval_policy: string
    readonly sandbox_policy: string
    readonly active_profile?: string
  }
  /** One attempt at a request to a model; `error.message` is there when it failed, and holds no key. */
  readonly api_request: {
    readonly attempt: number
    readonly duration_ms: number
    readonly 'error.message'?: string
  }
  /** A finished item of an answer, the answer's end or its failure. Deltas are not recorded one by one. */
  readonly sse_event: {
    readonly 'event.kind': string
    readonly duration_ms: number
    readonly input_token_count?: number
    readonly output_token_count?: number
    readonly cached_token_count?: number
    readonly tool_token_count?: number
    readonly 'error.message'?: string
  }
  /** `prompt` is the text as it was typed; the adapter redacts it unless the configuration asks for it. */
  readonly user_prompt: { readonly prompt_length: number; readonly prompt: string }
  /**
   * `source` says who decided: the policies (`config`), a grant given earlier (`grant`), a person in front of a host
   * (`user`), a flag of the command line (`flag`), or the engine because nobody could be asked (`engine`).
   */
  readonly tool_decision: {
    readonly tool_name: string
    readonly call_id: string
    readonly decision: 'approved' | 'approved_for_session' | 'denied' | 'abort'
    readonly source: 'config' | 'grant' | 'user' | 'flag' | 'engine'
  }
  /** `output` is cut to the preview of docs/spec/configuration.md; `duration_ms` includes the wait for a decision. */
  readonly tool_result: {
    readonly tool_name: string
    readonly call_id: string
    readonly arguments: string
    readonly duration_ms: number
    readonly success: boolean
    readonly output: string
  }
  /** `risk_level` and `risk_categories` are the model's, there on `success` only; `floor_level` is the checks'. */
  readonly sandbox_assessment: {
    readonly call_id: string
    readonly status: Exclude<ModelView['status'], 'waiting'>
    readonly risk_level?: AssessedLevel
    /** Joined by `, `. */
    readonly risk_categories?: string
    readonly duration_ms?: number
    readonly floor_level?: AssessedLevel
  }
  readonly sandbox_assessment_latency: { readonly call_id: string; readonly duration_ms: number }
  /** An MCP server of a session: `ended` is one that was there; `reason` is ours, and can repeat the server's last words. */
  readonly mcp_server: {
    readonly server: string
    readonly state: 'ready' | 'failed' | 'ended'
    readonly reason?: string
  }
  readonly sandbox_outcome: {
    readonly tool_name: string
    readonly call_id: string
    readonly outcome: 'denied' | 'escalated' | 'timed_out' | 'signal'
    readonly duration_ms?: number
  }
}

/** The name of an event, without the prefix `countersign.`. */
export type TelemetryName = keyof Events

/** One event with the attributes of its name. */
export type TelemetryEvent = {
  readonly [Name in TelemetryName]: { readonly name: Name; readonly attributes: Events[Name] }
}[TelemetryName]

/** Which session an event belongs to, and the model it speaks to then; absent: the one last told of for the session. */
export interface TelemetrySubject {
  readonly sessionId: string
  readonly model?: string
}

/**
 * Takes the events of docs/spec/configuration.md. Off unless configured. `record` returns at once, never throws and never delays
 * what it tells of: an event that cannot be delivered is lost. `close` delivers what is still queued, within a bound.
 */
export interface Telemetry {
  record(subject: TelemetrySubject, event: TelemetryEvent): void
  close(): Promise<void>
}

/** Telemetry that is off. */
export const noTelemetry: Telemetry = { record: () => undefined, close: () => Promise.resolve() }
