const imported = /^import \{([^}]*)\} from "(node:[\w/]+)";$/gm

/**
 * `import … from 'node:http'` reads every name of that module, also those that load all of Node's fetch: 40 ms of each start. Required, it is there
 * in 4; `node:crypto`, `node:net` and `node:util` bring more than is used in the same way. So the bundle requires Node's modules, and the
 * sources import them as ever.
 * @returns {import('vite').Plugin}
 */
export const plainBuiltins = () => ({
  name: 'plain-builtins',
  apply: 'build',
  renderChunk(code) {
    let found = 0
    const required = code.replace(imported, (line, names, module) => {
      if (module === 'node:module') return line
      found += 1
      return `const {${names.replaceAll(' as ', ': ')}} = requireBuiltin("${module}");`
    })
    if (found === 0) return undefined
    const begin = [
      'import { createRequire as requireFrom } from "node:module";',
      'const requireBuiltin = requireFrom(import.meta.url);',
    ]
    return { code: `${begin.join(' ')}\n${required}`, map: null }
  },
})
