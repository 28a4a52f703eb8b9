import { parse } from 'smol-toml'

/** As a literal of a string whose quotes are those of JSON. @param {string} text */
const inQuotes = (text) => `\`${text.replaceAll(/[\\`$]/g, '\\$&')}\``

/**
 * Lets code import a TOML file as a module: each table at its top is an export. What is imported is read when the program is
 * built, so that nothing parses TOML at a start; V8 takes JSON sooner than a literal, and it is shorter than one that is printed in lines.
 * @param {{ without?: readonly string[] }} [options] members, at any depth, that only tests read: they are left out of what is shipped
 * @returns {import('vite').Plugin}
 */
export function tomlModules({ without = [] } = {}) {
  /** @param {string} name @param {unknown} value @returns {unknown} */
  const kept = (name, value) => (without.includes(name) ? undefined : value)
  return {
    name: 'toml-modules',
    transform(text, id) {
      if (!id.endsWith('.toml')) return undefined
      const exported = Object.entries(parse(text)).map(
        ([name, value]) => `export const ${name} = JSON.parse(${inQuotes(JSON.stringify(value, kept))})`,
      )
      return { code: exported.join('\n'), map: null, moduleType: 'js' }
    },
  }
}
