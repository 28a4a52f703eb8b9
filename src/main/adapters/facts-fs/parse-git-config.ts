/** One line of a git configuration. `key` is `section.sub.name`, section and name in lower case. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

/** What a configuration says. `whole`: it was understood to its end; false: git may take something else from it, or refuses it. */
export interface GitConfig {
  readonly settings: readonly GitSetting[]
  readonly whole: boolean
}

const mostSettings = 5000
/** What git takes for white space (git-compat-util.h), which is less than what a text's is. */
const space = ' \t\r'
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\\': '\\', '"': '"' }

/** Reads a text as git's own reader goes through it (config.c), a character after the other. */
class ConfigReader {
  readonly settings: GitSetting[] = []
  whole = true
  readonly #text: string
  #at = 0
  #section: string | undefined

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  }

  read(): void {
    while (this.#at < this.#text.length) {
      const next = this.#text.charAt(this.#at)
      if (next === '\n' || space.includes(next)) this.#at += 1
      else if (next === '#' || next === ';') this.#toLineEnd()
      else if (this.settings.length >= mostSettings) {
        this.whole = false
        return
      } else if (!(next === '[' ? this.#header() : this.#setting())) {
        // git ends here; whoever only wants to know what else it says reads on.
        this.whole = false
        this.#toLineEnd()
      }
    }
  }

  #toLineEnd(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  #header(): boolean {
    const [, name, sub] = this.#match(/\[([A-Za-z0-9.-]*)(?:[ \t\r]+"((?:\\[^\n]|[^"\\\n])*)")?\]/y) ?? []
    if (name === undefined) return false
    this.#section = name.toLowerCase() + (sub === undefined ? '' : `.${sub.replace(/\\([^\n])/g, '$1')}`)
    return true
  }

  #setting(): boolean {
    const [, name] = this.#match(/([A-Za-z][A-Za-z0-9-]*)[ \t]*/y) ?? []
    if (name === undefined || this.#section === undefined) return false
    const next = this.#text.charAt(this.#at)
    if (next !== '' && next !== '\n' && next !== '=') return false
    this.#at += next === '=' ? 1 : 0
    const value = next === '=' ? this.#value() : 'true'
    if (value === undefined) return false
    this.settings.push({ key: `${this.#section}.${name.toLowerCase()}`, value })
    return true
  }

  /** The value, which ends at the end of a line; undefined: git refuses it. */
  #value(): string | undefined {
    let out = ''
    let kept = 0
    let quoted = false
    for (; this.#at < this.#text.length; this.#at += 1) {
      const next = this.#text.charAt(this.#at)
      if (next === '\n') break
      if (!quoted && (next === '#' || next === ';')) {
        this.#toLineEnd()
        break
      }
      if (!quoted && space.includes(next)) {
        if (out !== '') out += next
        continue
      }
      if (next === '"') quoted = !quoted
      else if (next === '\\') {
        this.#at += 1
        const escaped = this.#text.charAt(this.#at)
        if (escaped === '\n') continue
        const character = escapes[escaped]
        if (character === undefined) return undefined
        out += character
      } else out += next
      kept = out.length
    }
    return quoted ? undefined : out.slice(0, kept)
  }
}

/**
 * Reads a git configuration as data: sections, names, values. Includes are not followed, nothing is expanded or run.
 * Lines that make no sense are passed over, since a hostile file must not stop the reading; the text is not `whole` then.
 */
export function parseGitConfig(text: string): GitConfig {
  const reader = new ConfigReader(text)
  reader.read()
  return { settings: reader.settings, whole: reader.whole }
}

/** The last value of a setting, as git takes it; undefined when it is not set. */
export function settingOf(settings: readonly GitSetting[], key: string): string | undefined {
  return settings.findLast((each) => each.key === key)?.value
}
