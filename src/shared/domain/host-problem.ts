import type { FleetProblem } from './fleet-problem'

/** How what carries the line to a host ended. `not-started`: there is no such program, or it cannot be run. */
export type HostPipeEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly program: string; readonly code: string }
  | { readonly kind: 'ended' | 'output' | 'cut-off' }

/** What of what a host says no engine says. */
export type HostBroken =
  | {
      readonly kind:
        | 'acknowledged'
        | 'missing'
        | 'message'
        | 'request'
        | 'body'
        | 'unasked'
        | 'id'
        | 'sessions'
        | 'waiting'
        | 'changed'
    }
  | { readonly kind: 'answer'; readonly channel: string }

/**
 * Why a host's engine cannot be had, or not any more; the sentence stands in `messages/host-problem`. `early`: before an engine answered. `fault`: in words of
 * the engine there or of this program, in English.
 */
export type HostProblem =
  | {
      readonly kind: 'version'
      readonly there: string
      readonly thereProtocol: number
      readonly expected: string
      readonly expectedProtocol: number
    }
  | { readonly kind: 'no-answer' | 'late'; readonly seconds: number }
  | { readonly kind: 'early' | 'ended'; readonly end: HostPipeEnd }
  | { readonly kind: 'banner'; readonly kilobytes: number }
  | { readonly kind: 'broken'; readonly what: HostBroken }
  | { readonly kind: 'form' | 'half' | 'too-long' | 'silent' | 'line-lost' | 'left' | 'stopped' | 'replaced' }
  /** Its command asked a person who did not answer, or whom nobody could ask here. */
  | { readonly kind: 'unanswered' | 'nobody-asked' }
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'fleet'; readonly what: FleetProblem }
