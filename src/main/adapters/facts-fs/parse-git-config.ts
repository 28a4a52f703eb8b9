/** One line of a git configuration. `key` is `section.sub.name`, section and name in lower case. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

const unquote = (text: string): string => {
  let out = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at)
    if (c === '\\') {
      at += 1
      const next = text.charAt(at)
      out += next === 'n' ? '\n' : next === 't' ? '\t' : next
    } else if (c === '"') quoted = !quoted
    else if (!quoted && (c === '#' || c === ';')) break
    else out += c
  }
  return out.trim()
}

/**
 * Reads a git configuration as data: sections, names, values. Includes are not followed, nothing is expanded or run.
 * Lines that make no sense are passed over, since a hostile file must not stop the reading.
 */
export function parseGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = []
  let section = ''
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const [, name, sub] = /^\s*\[\s*([\w.-]+)\s*(?:"((?:\\.|[^"\\])*)")?\s*\]/.exec(line) ?? []
    let rest = line
    if (name !== undefined) {
      section =
        sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`
      rest = line.slice(line.indexOf(']') + 1)
    }
    const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest) ?? []
    if (key === undefined || section === '') continue
    settings.push({
      key: `${section}.${key.toLowerCase()}`,
      value: value === undefined ? 'true' : unquote(value),
    })
    if (settings.length >= 5000) break
  }
  return settings
}

/** The last value of a setting, as git takes it; undefined when it is not set. */
export function settingOf(settings: readonly GitSetting[], key: string): string | undefined {
  return settings.findLast((each) => each.key === key)?.value
}
