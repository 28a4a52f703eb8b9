/** How deep a text in JSON nests, and how many values it has at most. */
export interface JsonShape {
  readonly depth: number
  readonly values: number
}

const [quote, backslash, comma] = ['"', '\\', ','].map((each) => each.charCodeAt(0))
const opening = ['[', '{'].map((each) => each.charCodeAt(0))
const closing = [']', '}'].map((each) => each.charCodeAt(0))

/** Looks at each character once and calls nothing within itself, whatever the text is. */
export function jsonShape(text: string): JsonShape {
  let depth = 0
  let deepest = 0
  let values = 1
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === backslash) at += 1
      else if (code === quote) isText = false
    } else if (code === quote) isText = true
    else if (code === comma) values += 1
    else if (opening.includes(code)) {
      values += 1
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (closing.includes(code)) depth -= 1
  }
  return { depth: deepest, values }
}
