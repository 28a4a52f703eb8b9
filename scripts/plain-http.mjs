const imported = /^import \{([^}]*)\} from "node:http";$/m

/**
 * `import … from 'node:http'` reads every name of that module, also those that load all of Node's fetch: 40 ms of each start. Required, it is there
 * in 4. So the bundle requires it, and the sources import it as ever.
 * @returns {import('vite').Plugin}
 */
export const plainHttp = () => ({
  name: 'plain-http',
  apply: 'build',
  renderChunk(code) {
    const [line, names] = imported.exec(code) ?? []
    if (line === undefined || names === undefined) return undefined
    const required = [
      'import { createRequire as requireFrom } from "node:module";',
      `const {${names.replaceAll(' as ', ': ')}} = requireFrom(import.meta.url)("node:http");`,
    ]
    return { code: code.replace(line, required.join(' ')), map: null }
  },
})
