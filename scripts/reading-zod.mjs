const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/
const sentences = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/
const parsers = /[\\/]zod[\\/]v4[\\/]core[\\/]schemas\.js$/
/** What writes a parser for each object as code, which the window's content security policy forbids. */
const written = /const generateFastpass = [^]*?\n {4}let fastpass;/
const exported = /^export (?:const|function|class) (\w+)/gm

/**
 * The window reads by schemas; it writes none as JSON Schema, and says itself what is wrong with what was typed. So zod's part for the one, and
 * its sentences for the other, stay out of what the first screen waits for, as does what would write code. Each schema keeps the method, which throws.
 * @returns {import('vite').Plugin}
 */
export const readingZod = () => ({
  name: 'reading-zod',
  apply: 'build',
  transform(code, id) {
    if (parsers.test(id)) {
      if (!written.test(code)) this.error('zod writes its parsers in another place than is known here')
      return { code: code.replace(written, 'let fastpass, generateFastpass;'), map: null }
    }
    if (sentences.test(id)) return { code: 'export default () => ({})', map: null }
    if (!writers.test(id)) return undefined
    const names = [...code.matchAll(exported)].map(([, name]) => `none as ${name}`)
    const none = "const none = () => () => { throw new Error('The window writes no JSON Schema.') }"
    return { code: `${none}\nexport { ${names.join(', ')} }`, map: null }
  },
})

const kinds = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/

/**
 * Each strict object has a schema of its own for what no key may hold: of 6,000 schemas of an engine every tenth. One is enough. And an object's parser
 * is written as code when it is parsed for the ninth time: most of what a start reads is read once, by a parser that takes longer to be made than all of that.
 * @returns {import('vite').Plugin}
 */
export const sparingZod = () => ({
  name: 'sparing-zod',
  apply: 'build',
  transform(code, id) {
    /** @type {(from: string, to: string) => void} */
    const put = (from, to) => {
      if (!code.includes(from)) this.error(`zod has no ${from} any more, or elsewhere than is known here`)
      code = code.replaceAll(from, to)
    }
    if (kinds.test(id)) {
      put('catchall: never()', 'catchall: no ??= never()')
      return { code: `${code}\nvar no`, map: null }
    }
    if (!parsers.test(id)) return undefined
    put('const fastEnabled = jit && allowsEval.value;', 'let n = jit && allowsEval.value ? 8 : NaN;')
    put('if (jit && fastEnabled &&', 'if ((fastpass || --n < 0) &&')
    put('if (!fastpass)\n                fastpass =', 'fastpass ??=')
    return { code, map: null }
  },
})
