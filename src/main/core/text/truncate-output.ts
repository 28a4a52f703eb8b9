import { cutEnd, cutMiddle, cutStart } from './cut-text'

/** Limits of docs/spec/tools.md: bytes of UTF-8 and lines that a model gets of one command's output. */
const usualBytes = 10 * 1024
const maxLines = 256
const headLines = 128
const tailLines = 128

/** No provider tells us how it counts before it is asked: four bytes a token is the usual estimate. */
const bytesPerToken = 4

/**
 * Output as the model gets it: at most 10 KiB and 256 lines, or `tokens` and as many lines as there are, head and tail kept, cut at character boundaries, with the
 * documented markers (docs/spec/tools.md). `omittedBytes` is what the collector had already dropped; it forces a marker.
 * Halves of characters that a program wrote come out as U+FFFD: many servers refuse a request that holds them.
 */
export function truncateForModel(output: string, omittedBytes = 0, tokens?: number): string {
  const maxBytes = tokens === undefined ? usualBytes : tokens * bytesPerToken
  const text = output.toWellFormed()
  const marker = `[... output truncated to fit ${String(maxBytes)} bytes ...]`
  const lines = text.split('\n')
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length
  if (tokens === undefined && count > maxLines) {
    const omitted = count - headLines - tailLines
    const head = lines.slice(0, headLines).join('\n')
    const tail = lines.slice(count - tailLines).join('\n')
    const middle = `[... omitted ${String(omitted)} of ${String(count)} lines ...]`
    const total = `Total output lines: ${String(count)}\n\n`
    const half = Math.floor((maxBytes - total.length - middle.length - 4) / 2)
    return `${total}${cutEnd(head, half)}\n\n${middle}\n\n${cutStart(tail, half)}`
  }
  const cut = cutMiddle(text, maxBytes, marker)
  return omittedBytes > 0 && cut === text ? `${text}\n${marker}` : cut
}
