import { cutEnd } from '../text/cut-text'

const maxBytes = 2 * 1024
const maxLines = 64
const notice = '[... telemetry preview truncated ...]'

/**
 * The beginning of an output for logs and telemetry: at most 2 KiB of UTF-8 and 64 lines, cut at a character boundary,
 * then the notice of docs/spec/tools.md on a line of its own. What fits comes back as it is.
 */
export function previewForLog(text: string): string {
  const lines = text.split('\n')
  const head = cutEnd(lines.slice(0, maxLines).join('\n'), maxBytes)
  const whole = head.length === text.length || (lines.length === maxLines + 1 && text === `${head}\n`)
  if (whole) return text
  return head.endsWith('\n') ? `${head}${notice}` : `${head}\n${notice}`
}
