import { join } from 'node:path'
import { root } from './setup/places.mjs'

const library = /[\\/]@xterm[\\/]xterm[\\/]lib[\\/]xterm\.mjs$/
const pageStyles = join(root, 'src/renderer/features/side/terminal/page-styles.ts')
/** What is put in the place of what, and how often it stands there. */
const changes = [
  { from: /[\w$.]+\.createElement\("style"\)/g, to: 'pageStyles()', times: 3 },
  {
    from: /([\w$]+)\.setAttribute\("style",`\$\{\1\.getAttribute\("style"\)\|\|""\}\$\{([\w$]+)\};`\)/g,
    to: '$1.style.cssText+=$2+";"',
    times: 1,
  },
]

/**
 * The page takes no style that stands in it (`style-src 'self'`). The terminal's rules become style sheets of the page's own script, and what it
 * writes into an attribute is set as a property: both are the same to look at, and the page's policy stays as it is (decision 201). Another release
 * of the library, in which these places are others, is not built.
 * @returns {import('vite').Plugin}
 */
export const xtermStyles = () => ({
  name: 'xterm-styles',
  config: () => ({ optimizeDeps: { exclude: ['@xterm/xterm'] } }),
  transform(code, id) {
    if (!library.test(id)) return undefined
    let changed = code
    for (const { from, to, times } of changes) {
      const found = changed.match(from)?.length ?? 0
      if (found !== times)
        throw new Error(`${id} has ${String(found)} places of ${String(from)}; expected ${String(times)}`)
      changed = changed.replaceAll(from, to)
    }
    return { code: `import { pageStyles } from ${JSON.stringify(pageStyles)}\n${changed}`, map: null }
  },
})
