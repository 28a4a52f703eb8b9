/**
 * Writes what is no ASCII in code as escapes. V8 keeps a whole file with two bytes a letter, for as long as the program runs, where one letter of it
 * needs that (decision 161). Strings, templates, patterns and names mean the same by an escape; a template that is read raw would not.
 * @param {string} code
 */
export const asAscii = (code) =>
  code.replaceAll(/\\[^]|[^\0-\x7f]/g, (token) => {
    const sign = token.at(-1) ?? ''
    return sign > '\x7f' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : token
  })

/**
 * The same for every file of a bundle.
 * @returns {import('vite').Plugin}
 */
export const asciiChunks = () => ({
  name: 'ascii-chunks',
  apply: 'build',
  // Not `renderChunk`: files are printed once more after that.
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(chunk.code))
        this.error(`${chunk.fileName} reads a template raw that is no ASCII`)
      chunk.code = asAscii(chunk.code)
    }
  },
})
