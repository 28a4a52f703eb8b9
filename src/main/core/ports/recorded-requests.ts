import type { Recorded } from '../effect-rules/back-test'
import type { RequestRecord } from '../effect-rules/record-request'

/** The questions about commands that are over, over all sessions on file, for rules to be tried on. It is made of the records and can be made anew of them at any time. */
export interface RecordedRequests {
  /** Throws FaultError `store-failed`. */
  add(record: RequestRecord): Promise<void>
  /** The last first. Made anew of the records where it is missing or damaged. Throws FaultError `store-failed`. */
  read(): Promise<readonly Recorded[]>
  /** Records have gone: what was made of them is not used any more. Throws FaultError `store-failed`. */
  forget(): Promise<void>
}
