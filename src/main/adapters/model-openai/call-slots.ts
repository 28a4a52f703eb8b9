import type { ResponseItem } from '@shared/domain/response-item'

/** One piece of a tool call as a chunk carries it. */
export interface CallPiece {
  readonly index?: number | null | undefined
  readonly id?: string | null | undefined
  readonly function?:
    | { readonly name?: string | null | undefined; readonly arguments?: string | null | undefined }
    | null
    | undefined
}

interface Slot {
  id: string
  name: string
  arguments: string
}

/**
 * Puts tool calls together from pieces. The index tells them apart; where servers repeat it for every call or leave
 * it out (Ollama, Gemini), a new id starts a new call, and without ids a second name does.
 */
export class CallSlots {
  private readonly slots: Slot[] = []
  private readonly byIndex = new Map<number, Slot>()

  /** How many calls have begun. */
  get size(): number {
    return this.slots.length
  }

  add(piece: CallPiece): void {
    const slot = this.slotFor(piece)
    if (piece.id) slot.id = piece.id
    // Some servers repeat the whole name in every piece; none splits it.
    if (piece.function?.name) slot.name = piece.function.name
    slot.arguments += piece.function?.arguments ?? ''
  }

  /** The calls in the order they began; undefined when one has no name, which is half a call. */
  calls(): Extract<ResponseItem, { type: 'function_call' }>[] | undefined {
    if (this.slots.some((slot) => slot.name === '')) return undefined
    return this.slots.map((slot) => ({
      type: 'function_call',
      name: slot.name,
      arguments: slot.arguments,
      call_id: slot.id,
    }))
  }

  private slotFor(piece: CallPiece): Slot {
    const index = piece.index ?? undefined
    const current = index === undefined ? this.slots.at(-1) : this.byIndex.get(index)
    if (current && !startsAnother(piece, current)) return current
    const slot: Slot = { id: '', name: '', arguments: '' }
    this.slots.push(slot)
    if (index !== undefined) this.byIndex.set(index, slot)
    return slot
  }
}

function startsAnother(piece: CallPiece, current: Slot): boolean {
  if (piece.id && current.id !== '') return piece.id !== current.id
  const named = Boolean(piece.function?.name) && current.name !== ''
  return named && !piece.id && (piece.index ?? undefined) === undefined
}
