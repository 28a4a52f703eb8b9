import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/places.mjs'
import { run } from '../setup/run.mjs'

/** @typedef {{ 'bom-ref': string, name: string, version: string, group?: string, purl?: string, type: string }} Component */
/** @typedef {{ metadata: { component: Component }, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} Bill */

/**
 * Writes the bill of materials (CycloneDX) of what is shipped: npm's own list of what is installed, without what only builds and
 * tests, and with the runtimes. Throws where npm does not know a package that is shipped.
 * @param {readonly import('./shipped.mjs').Shipped[]} shipped
 * @param {string} file
 */
export async function writeBill(shipped, file) {
  const windows = process.platform === 'win32'
  const { code, output } = await run(
    windows ? 'npm.cmd' : 'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--loglevel', 'silent'],
    {
      capture: true,
      shell: windows,
    },
  )
  if (code !== 0) throw new Error(`npm could not list what is installed:\n${output.trim()}`)
  const bill = /** @type {Bill} */ (JSON.parse(output.slice(output.indexOf('{'))))
  const wanted = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const known = bill.components.filter((each) => wanted.has(identity(each)))
  const found = new Set(known.map(identity))
  const missing = [...wanted].filter((each) => !found.has(each))
  if (missing.length > 0) throw new Error(`npm does not list what is shipped: ${missing.join(', ')}.`)
  const components = [...known, ...runtimes()]
  // npm takes the name of the folder.
  bill.metadata.component.name = 'countersign'
  const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  writeFileSync(file, `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`)
}

/** @param {Component} component */
function identity({ group, name, version }) {
  return `${group === undefined || name.startsWith('@') ? name : `${group}/${name}`}@${version}`
}

/** @returns {Component[]} */
function runtimes() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
  const node = process.versions.node
  return [
    {
      type: 'framework',
      'bom-ref': `electron@${version}`,
      name: 'electron',
      version,
      purl: `pkg:npm/electron@${version}`,
    },
    {
      type: 'framework',
      'bom-ref': `node@${node}`,
      name: 'node',
      version: node,
      purl: `pkg:generic/node@${node}`,
    },
  ]
}
