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

/** Decodes backslash escapes as bash does in $'…' and as printf does: \n, \xHH, \NNN, \uHHHH and their kin. */
export function decodeAnsiC(body: string): string {
  return body.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,4}|[\s\S])/g,
    (_, escape: string) => {
      if (/^[xuU]./.test(escape)) {
        const code = Number.parseInt(escape.slice(1), 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      }
      // Three digits, or four when the first is 0: printf's and echo's \0NNN.
      if (/^[0-7]/.test(escape)) {
        const digits = escape.length === 4 && !escape.startsWith('0') ? escape.slice(0, 3) : escape
        return String.fromCharCode(Number.parseInt(digits, 8) & 0xff) + escape.slice(digits.length)
      }
      return escapes[escape] ?? `\\${escape}`
    },
  )
}
