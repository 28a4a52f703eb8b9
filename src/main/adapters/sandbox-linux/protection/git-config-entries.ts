import type { GitSetting } from '@shared/domain/grant'
import { riskySettings } from './risky-git-config'

/** One key that a configuration sets: its name as git prints it, and its value. */
export type ConfigEntry = Required<GitSetting>

const escaped: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t', b: '\b' }

/** The value of a line as git reads it; undefined for one that goes on in the next line, or is not understood. */
function valueOf(raw: string): string | undefined {
  let value = ''
  let quoted = false
  let kept = 0
  for (let at = 0; at < raw.length; at++) {
    const char = raw.charAt(at)
    if (char === '\\') {
      const meant = escaped[raw.charAt(++at)]
      if (meant === undefined) return undefined
      value += meant
    } else if (char === '"') quoted = !quoted
    else if (!quoted && (char === '#' || char === ';')) break
    else value += char
    if (quoted || !/[ \t\r]/.test(char)) kept = value.length
  }
  return quoted ? undefined : value.slice(0, kept)
}

const header = /^\[([A-Za-z0-9-]+)(?:[ \t]+"((?:[^"\\]|\\["\\])*)")?\][ \t\r]*$/
const line = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=[ \t]*(.*))?$/

/**
 * What a configuration sets, in its order, a key without a value as `true`. Undefined where a line is not one that git itself writes: what
 * such a text says is not known key by key.
 */
export function configEntries(text: string): readonly ConfigEntry[] | undefined {
  const entries: ConfigEntry[] = []
  let section: string | undefined
  for (const raw of text.split('\n')) {
    const trimmed = raw.replace(/^[ \t\r]+/, '').replace(/[ \t\r]+$/, '')
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue
    const [isHeader, name = '', sub] = header.exec(trimmed) ?? []
    if (isHeader !== undefined) {
      section = `${name.toLowerCase()}${sub === undefined ? '' : `.${sub.replace(/\\(.)/g, '$1')}`}`
      continue
    }
    const [isLine, key = '', said] = line.exec(trimmed) ?? []
    const value = said === undefined ? 'true' : valueOf(said)
    if (isLine === undefined || section === undefined || value === undefined) return undefined
    entries.push({ name: `${section}.${key.toLowerCase()}`, value })
  }
  return entries
}

/**
 * Whether the second text differs from the first by nothing but these keys, each of which has one of the values that are meant for it or
 * that it had. False where either text is not understood.
 */
export function changesOnly(before: string, after: string, settings: readonly GitSetting[]): boolean {
  const [was, is] = [configEntries(before), configEntries(after)]
  if (!was || !is) return false
  const isNamed = ({ name }: ConfigEntry): boolean => settings.some((setting) => setting.name === name)
  const others = (entries: readonly ConfigEntry[]): string =>
    JSON.stringify(entries.filter((entry) => !isNamed(entry)))
  const isMeant = ({ name, value }: ConfigEntry): boolean =>
    [...settings, ...was].some((each) => each.name === name && each.value === value)
  return others(was) === others(is) && is.filter(isNamed).every(isMeant)
}

/** Whether each of these keys, set so, could make git run no program and lead it nowhere else. `gitFolder`: where the file lies. */
export const areHarmless = (settings: readonly GitSetting[], gitFolder: string): boolean =>
  settings.every(({ name, value = '' }) => {
    const key = name.slice(name.lastIndexOf('.') + 1)
    const sub = /^([^.]+)\.(.*)\.[^.]+$/s.exec(name)
    const section = sub ? `${sub[1] ?? ''} "${(sub[2] ?? '').replace(/["\\]/g, '\\$&')}"` : name.split('.')[0]
    return riskySettings(`[${section ?? ''}]\n${key} = ${value}`, gitFolder).length === 0
  })
