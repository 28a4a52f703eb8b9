/** What rolldown asks before it takes all of a package for its default export, as Node does where an ES module imports CommonJS. */
const asked = 'isNodeMode || !mod'

/**
 * Modules of Node's that many files use in some functions, and most starts in none, are loaded when something of them is first asked for: `node:crypto` takes
 * 5 milliseconds (decision 265).
 * @param {string} code
 */
export const loadedLater = (code) =>
  code.replaceAll(
    /^let (node_(?:crypto|child_process|net)) = (require\("node:\w+"\));$/gm,
    (line, name, load) =>
      // Taken as a whole somewhere, it is no stand-in's.
      code.includes(`__toESM(${name}`)
        ? line
        : `let ${name} = new Proxy({}, { get: (_, name) => (${name} = ${load})[name] });`,
  )

/**
 * The main bundle is CommonJS: V8 keeps what it made of a script when it has run, but of an ES module only what was compiled before (decision 161).
 * The folder says so for the files in it, whose names stay. A package that is an ES module has a default export of its own also when it is required.
 * @returns {import('vite').Plugin}
 */
export const nodeScripts = () => ({
  name: 'node-scripts',
  apply: 'build',
  renderChunk(code) {
    if (!code.includes('var __toESM = ')) return undefined
    if (!code.includes(asked)) this.error('rolldown reads what it requires in another way than is known here')
    return {
      code: code.replace(asked, 'isNodeMode && mod?.[Symbol.toStringTag] !== "Module" || !mod'),
      map: null,
    }
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = loadedLater(chunk.code)
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
  },
})
