const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** How many bytes the text takes as UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** Moves a cut off the middle of a character: back for a head's end, forward for a tail's start. */
function boundary(bytes: Uint8Array, at: number, step: -1 | 1): number {
  let place = Math.max(0, at)
  while (place > 0 && place < bytes.length && ((bytes[place] ?? 0) & 0xc0) === 0x80) place += step
  return place
}

/** The beginning of the text, at most `limit` bytes of UTF-8, whole characters only. */
export function cutEnd(text: string, limit: number): string {
  const bytes = encoder.encode(text)
  return bytes.length <= limit ? text : decoder.decode(bytes.subarray(0, boundary(bytes, limit, -1)))
}

/** The end of the text, at most `limit` bytes of UTF-8, whole characters only. */
export function cutStart(text: string, limit: number): string {
  const bytes = encoder.encode(text)
  if (bytes.length <= limit) return text
  return decoder.decode(bytes.subarray(boundary(bytes, bytes.length - Math.max(0, limit), 1)))
}

/** Head and tail with the marker on a line between them, together at most `limit` bytes; a text that fits is left alone. */
export function cutMiddle(text: string, limit: number, marker: string): string {
  if (byteLength(text) <= limit) return text
  const half = Math.floor((limit - byteLength(marker) - 2) / 2)
  return `${cutEnd(text, half)}\n${marker}\n${cutStart(text, half)}`
}
