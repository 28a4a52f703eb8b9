/** So many texts are made of one with lists in braces, and of so many characters is what holds them. */
const most = { texts: 256, length: 512 }

const decoded = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** What `{a,b}` or curl's `[a-c]`, `[1-3]` stands for; undefined for what is no such list. */
function members(inner: string, open: string): readonly string[] | undefined {
  if (open === '{') return inner.includes(',') ? inner.split(',') : undefined
  const [, from = '', to = ''] = /^([a-z0-9])-([a-z0-9])$/i.exec(inner) ?? []
  const length = to === '' ? 0 : to.charCodeAt(0) - from.charCodeAt(0) + 1
  return length > 0
    ? Array.from({ length }, (_, at) => String.fromCharCode(from.charCodeAt(0) + at))
    : undefined
}

/** The texts that one with such lists stands for, the inner ones first; cut short where there are too many. */
function spelt(text: string): readonly string[] {
  const done: string[] = []
  const open = [text]
  let left = most.texts
  for (let each = open.pop(); each !== undefined && left > 0; each = open.pop()) {
    left -= 1
    let found = false
    for (const { 0: list, index } of each.matchAll(/\{[^{}]{0,512}\}|\[[^[\]]{3}\]/g)) {
      const all = members(list.slice(1, -1), list.charAt(0))
      if (!all) continue
      const [before, behind] = [each.slice(0, index), each.slice(index + list.length)]
      open.push(...all.slice(0, left).map((one) => before + one + behind))
      found = true
      break
    }
    if (!found) done.push(each)
  }
  return done
}

const name = /(\.|\/\/|@)?(-{0,2})([\p{L}\p{N}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*)/gu

/** Whole names in one text, each as a host would be called. A name without a dot is one only behind `//` or `@`. */
function namesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(name)).flatMap(([, before = '', dashes = '', whole = '']) => {
    if (!whole.includes('.')) return before === '//' || before === '@' ? [whole] : []
    // Of what stands before the dot nothing is known: it is a name below this one.
    if (before === '.') return [`?.${whole}`]
    // `-hNAME`: the letter of an option, with its value.
    return dashes === '-' ? [whole, whole.slice(1)] : [whole]
  })
}

/**
 * Every whole name in a text that could be a host's: with its dots and no letter, digit or hyphen before or behind it. Percent signs are decoded once, and lists in
 * braces are spelt out up to a bound. Numbers with colons (IPv6) stand in brackets.
 */
export function hostNamesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const each of new Set([text, decoded(text)])) {
    namesIn(each).forEach((host) => found.add(host))
    for (const [, address = ''] of each.matchAll(/\[([0-9a-f:.]{2,45})\]/gi)) found.add(address)
    for (const [piece] of each.matchAll(/[^\s'"`;|&()<>]{1,512}/g))
      if (piece.length < most.length && /\{[^{}]*,|\[[a-z0-9]-[a-z0-9]\]/i.test(piece))
        for (const one of spelt(piece)) namesIn(one).forEach((host) => found.add(host))
  }
  return found
}
