/** Limits of semantics §6.1: bytes of UTF-8 and lines that a model gets of one command's output. */
const maxBytes = 10 * 1024
const maxLines = 256
const headLines = 128
const tailLines = 128

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Moves a cut off the middle of a character: back for a head's end, forward for a tail's start. */
function boundary(bytes: Uint8Array, at: number, step: -1 | 1): number {
  let place = at
  while (place > 0 && place < bytes.length && ((bytes[place] ?? 0) & 0xc0) === 0x80) place += step
  return place
}

function cutBytes(text: string, limit: number, marker: string): string {
  const bytes = encoder.encode(text)
  if (bytes.length <= limit) return text
  const half = Math.floor((limit - marker.length - 2) / 2)
  const head = decoder.decode(bytes.subarray(0, boundary(bytes, half, -1)))
  const tail = decoder.decode(bytes.subarray(boundary(bytes, bytes.length - half, 1)))
  return `${head}\n${marker}\n${tail}`
}

/**
 * Output as the model gets it: at most 10 KiB and 256 lines, head and tail kept, cut at character boundaries, with the
 * documented markers (semantics §6.1). `omittedBytes` is what the collector had already dropped; it forces a marker.
 */
export function truncateForModel(text: string, omittedBytes = 0): string {
  const marker = `[... output truncated to fit ${String(maxBytes)} bytes ...]`
  const lines = text.split('\n')
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length
  if (count > maxLines) {
    const omitted = count - headLines - tailLines
    const head = lines.slice(0, headLines).join('\n')
    const tail = lines.slice(count - tailLines).join('\n')
    const middle = `[... omitted ${String(omitted)} of ${String(count)} lines ...]`
    const total = `Total output lines: ${String(count)}\n\n`
    const half = Math.floor((maxBytes - total.length - middle.length - 4) / 2)
    return `${total}${keepHead(head, half)}\n\n${middle}\n\n${keepTail(tail, half)}`
  }
  const cut = cutBytes(text, maxBytes, marker)
  return omittedBytes > 0 && cut === text ? `${text}\n${marker}` : cut
}

function keepHead(text: string, limit: number): string {
  const bytes = encoder.encode(text)
  return bytes.length <= limit ? text : decoder.decode(bytes.subarray(0, boundary(bytes, limit, -1)))
}

function keepTail(text: string, limit: number): string {
  const bytes = encoder.encode(text)
  return bytes.length <= limit
    ? text
    : decoder.decode(bytes.subarray(boundary(bytes, bytes.length - limit, 1)))
}
