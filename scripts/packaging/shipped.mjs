import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { root } from '../setup/places.mjs'

/** A package whose code is in ours; `folder` is where it lies on this machine. @typedef {{ name: string, version: string, folder: string }} Shipped */

/**
 * Every package whose code is shipped, by name and version: those in the archive, and those that went into our own bundles, which the
 * build listed. What is installed in two versions stands twice. Throws where the build left no list.
 * @param {string} archive
 * @returns {Shipped[]}
 */
export function shippedPackages(archive) {
  const inArchive = listPackage(archive, { isPack: false })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => file.slice(1, -'/package.json'.length))
  const found = [...inArchive, ...bundled()].map((folder) => manifestOf(archive, folder))
  const byIdentity = new Map(found.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byIdentity.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The lists of `bundledPackages` in electron.vite.config.ts. @returns {string[]} */
function bundled() {
  const folders = readdirSync(join(root, 'out')).filter((name) =>
    existsSync(join(root, 'out', name, 'bundled.json')),
  )
  if (folders.length === 0) throw new Error('out/ has no list of what was bundled: build first.')
  return folders.flatMap((name) => JSON.parse(readFileSync(join(root, 'out', name, 'bundled.json'), 'utf8')))
}

/** @param {string} archive @param {string} folder @returns {Shipped} */
function manifestOf(archive, folder) {
  const here = join(root, folder)
  const text = existsSync(join(here, 'package.json'))
    ? readFileSync(join(here, 'package.json'), 'utf8')
    : extractFile(archive, `${folder}/package.json`).toString()
  const { name, version } = /** @type {{ name: string, version: string }} */ (JSON.parse(text))
  return { name, version, folder: here }
}
