const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

const byCode = String.raw`x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}`
const every = (alternatives: string): RegExp => new RegExp(String.raw`\\(?:${alternatives}|[\s\S])`, 'g')

/** Who reads an escape: `$'…'`, the format of printf, what printf has for `%b`, `echo -e`. Each takes other ones for a byte by its number (strtrans.c, printf.def of bash 5.2). */
const manners = {
  quoted: every(String.raw`x\{[0-9a-fA-F]*\}?|${byCode}|[0-7]{1,3}|c(?:\\\\|[\s\S])`),
  format: every(`${byCode}|[0-7]{1,3}`),
  argument: every(`${byCode}|0[0-7]{0,3}|[1-7][0-7]{0,2}`),
  echo: every(`${byCode}|0[0-7]{0,3}`),
} as const

/** Of `argument` and `echo` nothing is printed from there on. */
const stop = /^\\c/

/** The number of the byte, or of the character, that an escape stands for; undefined: it is written otherwise. */
function codeOf(
  escape: string,
  manner: keyof typeof manners,
): { readonly code: number; readonly isByte: boolean } | undefined {
  const rest = escape.slice(2)
  if (/^\\x\{/.test(escape))
    return { code: (Number.parseInt(rest.replace(/[{}]/g, '').slice(-2), 16) || 0) & 0xff, isByte: true }
  if (/^\\[xuU]./.test(escape)) return { code: Number.parseInt(rest, 16), isByte: escape[1] === 'x' }
  if (manner === 'echo' ? escape.startsWith('\\0') : /^\\[0-7]/.test(escape))
    return { code: Number.parseInt(escape.slice(1), 8) & 0xff, isByte: true }
  const [, control] = (manner === 'quoted' && /^\\c([\s\S])/.exec(escape)) || []
  if (control === undefined) return undefined
  // Of what is no byte it takes the first one.
  if (control > '\x7f') return { code: Infinity, isByte: false }
  return { code: control === '?' ? 0x7f : control.toUpperCase().charCodeAt(0) & 0x1f, isByte: true }
}

/** Bytes as text; undefined where they are none. A mark of the order of bytes is a character that stands there. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // names of other bytes are no text: nothing is known of them
  }
}

/**
 * Escapes as bash decodes them, bytes together as the characters that they are. Undefined where they are none: such names are no text, and nothing
 * can be known of them. `$'…'` ends where it has a NUL.
 */
export function decodeEscapes(body: string, manner: keyof typeof manners): string | undefined {
  let text = ''
  let bytes: number[] = []
  let isText = true
  let at = 0
  const takesQuotes = manner === 'quoted' || manner === 'format'
  const flush = (): void => {
    if (bytes.length === 0) return
    const decoded = textOfBytes(Uint8Array.from(bytes))
    isText &&= decoded !== undefined
    text += decoded ?? ''
    bytes = []
  }
  for (const found of body.matchAll(manners[manner])) {
    const [escape] = found
    if (found.index > at) flush()
    text += body.slice(at, found.index)
    at = found.index + escape.length
    if (stop.test(escape) && (manner === 'argument' || manner === 'echo')) {
      flush()
      return isText ? text : undefined
    }
    const meant = codeOf(escape, manner)
    if (meant?.code === 0 && manner === 'quoted') {
      flush()
      return isText ? text : undefined
    }
    if (meant?.isByte && meant.code > 0x7f) {
      bytes.push(meant.code)
      continue
    }
    flush()
    if (!meant)
      text += (takesQuotes || !/^\\[?'"]/.test(escape) ? escapes[escape.slice(1)] : undefined) ?? escape
    else if (meant.code > 0x10ffff || (meant.code >= 0xd800 && meant.code < 0xe000)) isText = false
    else text += String.fromCodePoint(meant.code)
  }
  flush()
  return isText ? text + body.slice(at) : undefined
}

/** Whether what is printed ends with an escape that says so. */
export const stopsOutput = (body: string, manner: 'argument' | 'echo'): boolean =>
  [...body.matchAll(manners[manner])].some(([escape]) => stop.test(escape))

/** The same of a literal in another language, as far as it can be told. */
export const decodeAnsiC = (body: string): string => decodeEscapes(body, 'quoted') ?? body
