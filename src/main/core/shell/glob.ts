/**
 * A shell pattern as a regular expression over a whole name; `*` and `?` do not cross `/`. A bracket that does not close
 * stands for itself.
 */
export function globToRegExp(pattern: string): RegExp {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    const c = pattern.charAt(at)
    if (c === '*') source += source.endsWith('[^/]*') ? '' : '[^/]*'
    else if (c === '?') source += '[^/]'
    else if (c === '[') {
      const end = pattern.indexOf(']', at + 2)
      const body = end < 0 ? '' : pattern.slice(at + 1, end)
      if (!/^[!^]?[\w.-]+$/.test(body)) source += '\\['
      else {
        source += `[${body.replace(/^!/, '^')}]`
        at = end
      }
    } else source += c.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  }
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    // A range such as [z-a]: bash matches nothing with it either.
    return /^(?!)/
  }
}

/** True when a text holds an unescaped pattern character. */
export function hasGlob(text: string): boolean {
  return /[*?]|\[.*\]/s.test(text)
}
