/**
 * The main bundle is CommonJS: V8 keeps what it made of a script when it has run, but of an ES module only what was compiled before (decision 161).
 * The folder says so for the files in it, whose names stay.
 * @returns {import('vite').Plugin}
 */
export const nodeScripts = () => ({
  name: 'node-scripts',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
  },
})
