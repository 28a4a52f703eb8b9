import type { ApprovalRequest } from '@shared/domain/approval'
import { z } from 'zod'

const Left = z.object({
  files: z.array(z.string()).readonly(),
  hunks: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
})
/** What a person leaves out of a yes: whole files, and of others some of their hunks, by their headers. */
export type Left = z.infer<typeof Left>

/** All is taken until a person leaves something out. */
export const nothingLeft: Left = { files: [], hunks: {} }

/** By which name it is kept what is left out of a request's rehearsal; what is left out of its patch has the request's id. */
export const leftOfRehearsal = (requestId: string, rehearsal = ''): string => `${requestId} ${rehearsal}`

/** Of a request's patch, or of its rehearsal that is shown, a file or a hunk is left out. */
export function isPartLeft(
  { id, rehearsal }: ApprovalRequest,
  leftOut: Readonly<Record<string, Left>>,
): boolean {
  const applies = rehearsal?.state === 'found' ? rehearsal.found.applies : undefined
  const names = [id, ...(applies?.kind === 'possible' ? [leftOfRehearsal(id, applies.id)] : [])]
  return names.some((name) => {
    const { files = [], hunks = {} } = leftOut[name] ?? {}
    return files.length + Object.keys(hunks).length > 0
  })
}

const Lefts = z.record(z.string(), Left)
const key = 'countersign.left-out'
/** The newest stay when there are more. */
const mostKept = 100

/** What this tab last left out, by request, or request and rehearsal (`useLeft`); nothing when it cannot be read. */
export function loadLeft(storage: Storage): Readonly<Record<string, Left>> {
  try {
    return Lefts.parse(JSON.parse(storage.getItem(key) ?? '{}'))
  } catch {
    return {} // storage is switched off, or holds something else: all is taken, as it is shown
  }
}

/** Keeps it for this tab, over a reload. Failure only loses that. */
export function saveLeft(storage: Storage, left: Readonly<Record<string, Left>>): void {
  try {
    storage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(left).slice(-mostKept))))
  } catch {
    // Storage is full or switched off: it stays in memory, as it would without it.
  }
}
