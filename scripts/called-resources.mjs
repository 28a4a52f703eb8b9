const ofSdk = /[\\/]node_modules[\\/]openai[\\/](.+)\.mjs$/
/** What is called of the SDK's resources, and how they are reached. */
const called = ['chat/chat', 'chat/completions/completions', 'responses/responses']
/** What these have beside it: streams that read along, and runs of tools. */
const beside = [
  'lib/ChatCompletionRunner',
  'lib/ChatCompletionStream',
  'lib/ChatCompletionStreamingRunner',
  'lib/responses/ResponseStream',
]
const exported = /^export class (\w+)/gm

/** @param {string} path */
const isLeftOut = (path) => {
  const [, resource] = /^resources\/(.+)/.exec(path) ?? []
  if (resource === undefined) return beside.includes(path)
  return !called.includes(resource) && !/(?:^|\/)index$/.test(resource)
}

/**
 * Of OpenAI's SDK only what is called goes into the bundle: its client makes all of its resources, nine tenths of which are for
 * what no agent asks of a model. Each of the others becomes an empty class, so that a call of it would be no function.
 * @returns {import('vite').Plugin}
 */
export const calledResources = () => {
  /** @type {Set<string>} */
  const seen = new Set()
  return {
    name: 'called-resources',
    apply: 'build',
    transform(code, id) {
      const path = ofSdk.exec(id)?.[1]?.replaceAll('\\', '/')
      if (path === undefined) return undefined
      seen.add(path)
      if (!isLeftOut(path)) return undefined
      const classes = [...code.matchAll(exported)].map(([, name]) => `export class ${name} {}`)
      return { code: classes.join('\n'), map: null }
    },
    buildEnd(error) {
      if (error) return
      const missing = ['resources/beta/beta', ...called.map((name) => `resources/${name}`), ...beside].filter(
        (path) => !seen.has(path),
      )
      if (seen.size > 0 && missing.length > 0)
        this.error(`OpenAI's SDK is laid out in another way than is known here: no ${missing.join(', ')}`)
    },
  }
}
