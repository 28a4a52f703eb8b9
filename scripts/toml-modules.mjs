import { parse } from 'smol-toml'

/**
 * Lets code import a TOML file as a module: each table at its top is an export. What is imported is read when the program is
 * built, so that nothing parses it at a start.
 * @returns {import('vite').Plugin}
 */
export function tomlModules() {
  return {
    name: 'toml-modules',
    transform(text, id) {
      if (!id.endsWith('.toml')) return undefined
      const exported = Object.entries(parse(text)).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)}`,
      )
      return { code: exported.join('\n'), map: null, moduleType: 'js' }
    },
  }
}
