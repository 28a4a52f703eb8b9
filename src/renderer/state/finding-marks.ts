import { z } from 'zod'

/** What a person made of a finding. `sent`: it was accepted and given to the agent. */
export const FindingMark = z.enum(['accepted', 'dismissed', 'sent'])
export type FindingMark = z.infer<typeof FindingMark>

const Marks = z.record(z.string(), FindingMark)

/** Marks by `findingKey`; a finding without one is open. */
export type FindingMarks = Readonly<Record<string, FindingMark>>

const key = 'countersign.findings'
/** The newest stay when there are more. */
const mostKept = 2000

/** The name under which a finding's mark is kept: the turn of its review names that on record. */
export const findingKey = (turnId: string, findingId: string): string => `${turnId} ${findingId}`

/** The marks as this tab last held them; none when they cannot be read. */
export function loadMarks(storage: Storage): FindingMarks {
  try {
    return Marks.parse(JSON.parse(storage.getItem(key) ?? '{}'))
  } catch {
    return {} // storage is switched off, or holds something else: every finding is open
  }
}

/** Keeps the marks for this tab, over a reload. Failure only loses that. */
export function saveMarks(storage: Storage, marks: FindingMarks): void {
  try {
    storage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(marks).slice(-mostKept))))
  } catch {
    // Storage is full or switched off: the marks stay in memory, as they would without it.
  }
}
