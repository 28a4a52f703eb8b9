import { relative } from 'node:path'
import { root } from '../setup/places.mjs'

/**
 * Writes `bundled.json` beside each bundle: the folders, from the checkout's root, of the packages whose code went into it. Licences
 * and the bill of materials are made from it; it is in no package.
 * @returns {import('vite').Plugin}
 */
export function bundledPackages() {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = Object.values(bundle)
        .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
        .flatMap(
          (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1] ?? [],
        )
      // Its base styles are in the style sheet, which is no chunk.
      if (folders.some((folder) => folder.endsWith('/react-dom')))
        folders.push(`${root}/node_modules/tailwindcss`)
      const names = [...new Set(folders.map((folder) => relative(root, folder).replaceAll('\\', '/')))].sort()
      this.emitFile({ type: 'asset', fileName: 'bundled.json', source: JSON.stringify(names) })
    },
  }
}
