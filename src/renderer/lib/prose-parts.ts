/** Parts are joined up to this length: each costs a little of its own. */
const enough = 800
/** How that begins which Markdown says elsewhere than where it counts. */
const opening = /^ {0,3}\[./ms
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** What a line at the margin goes on with: a list, a quotation, a table. A number alone may still become the one of a list. */
const goesOn = /^(?:[-+*>|]|\d{1,9}(?:[.)]|$))/
/** What may begin raw HTML, in which a fence is none until a line is empty; and what goes on beyond empty lines. */
const html = /^ {0,3}<[/!?a-z]/i
const longHtml = /^ {0,3}<(?:[!?]|(?:script|pre|style|textarea)\b)/i

/**
 * Markdown as parts that mean the same alone as together: joined by line feeds, they are the text. While a message grows only its last part
 * is another one, so that little of it is read anew.
 */
export function proseParts(text: string): readonly string[] {
  if (text.length <= enough || definesSomething(text)) return [text]
  const lines = text.split('\n')
  const parts: string[] = []
  let open: string | undefined
  let from = 0
  let size = 0
  let isHtml = false
  // Whether what follows can be told from here: beside raw HTML it depends on more than lines whether a fence is one.
  let isClear = true
  lines.forEach((line, at) => {
    const startsBlock = at > from && lines[at - 1]?.trim() === '' && /^\S/.test(line) && !goesOn.test(line)
    if (isClear && open === undefined && size >= enough && startsBlock) {
      parts.push(lines.slice(from, at).join('\n'))
      from = at
      size = 0
    }
    size += line.length + 1
    isHtml = line.trim() !== '' && (isHtml || (open === undefined && html.test(line)))
    if (open === undefined && (longHtml.test(line) || (isHtml && fence.test(line)))) isClear = false
    open = fenceAfter(line, open)
  })
  return [...parts, lines.slice(from).join('\n')]
}

/** Whether there may be a definition (`[name]:`), which counts everywhere: such a text is one part. Each bracket is looked at once. */
function definesSomething(text: string): boolean {
  const upToBrackets = text.split(']')
  return upToBrackets.some(
    (before, at) => upToBrackets[at + 1]?.startsWith(':') === true && opening.test(before),
  )
}

/** The fence that is open after a line; undefined: none is. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, marks, behind = ''] = fence.exec(line) ?? []
  if (marks === undefined) return open
  if (open === undefined) return marks.startsWith('`') && behind.includes('`') ? undefined : marks
  return marks[0] === open[0] && marks.length >= open.length && behind.trim() === '' ? undefined : open
}
