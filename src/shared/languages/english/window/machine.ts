import type { DoctorCheck } from '../../../domain/doctor'
import type { Fault } from '../../../domain/fault'

/** How a row of the machine is said in a language that the engine does not speak; `text` stands for its detail where that is fixed. */
export interface CheckMessages {
  readonly title: string
  readonly text?: string
}

/** What the engine says of itself in English, for languages that it does not speak: nothing in English. */
export const machine: {
  /** Before the engine's own words for a fault; empty: they stand alone. */
  readonly faults: Readonly<Record<Fault['code'], string>>
  /** By the row's id and status, with a dot between them. */
  readonly checks: Readonly<Partial<Record<`${string}.${DoctorCheck['status']}`, CheckMessages>>>
} = {
  faults: {
    'bad-request': '',
    'unknown-session': '',
    'turn-running': '',
    'no-turn': '',
    'not-steerable': '',
    'missing-key': '',
    unauthorized: '',
    'rate-limited': '',
    quota: '',
    'unknown-model': '',
    'unknown-provider': '',
    'connection-failed': '',
    'server-error': '',
    'bad-stream': '',
    'context-length': '',
    'store-failed': '',
    forbidden: '',
    internal: '',
  },
  checks: {},
}
