import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/places.mjs'

/** Texts that packages do not bring themselves. */
const kept = join(root, 'build/licences')

/** What may be shipped with a program under Apache-2.0. Another licence is looked at by a person before it comes in here. */
export const knownLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Python-2.0',
])

/**
 * A package's licence by its manifest, in SPDX words. Throws, naming the package, where there is none or one that is not known here.
 * @param {import('./shipped.mjs').Shipped} shipped
 */
export function licenceOf({ name, version, folder }) {
  const { license, licenses } =
    /** @type {{ license?: string | { type: string }, licenses?: { type: string }[] }} */ (
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    )
  const said = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type)
  const choices = (said ?? 'none').replaceAll(/[()]/g, '').split(/ OR /)
  const known = choices.find((choice) => choice.split(/ AND /).every((each) => knownLicences.has(each)))
  if (known === undefined)
    throw new Error(
      `${name} ${version} has the licence ${said ?? 'none'}; expected one of ${[...knownLicences].join(', ')}.`,
    )
  return known
}

/** The texts that a package brings of its licence and notices; empty: it brings none. @param {string} folder */
function textsOf(folder) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name) && !/\.(js|ts|json)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}

/** @param {import('./shipped.mjs').Shipped} shipped @param {string} licence */
function standardText({ name, version }, licence) {
  const file = join(kept, `${licence}.txt`)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(`${name} ${version} brings no text of its licence, ${licence}; expected one in ${file}.`)
}

/**
 * Writes what the licences of others ask to come with a program: who, which licence, its text.
 * @param {readonly import('./shipped.mjs').Shipped[]} shipped
 * @param {string} file
 */
export function writeLicences(shipped, file) {
  const line = '-'.repeat(80)
  const parts = shipped.map((each) => {
    const texts = textsOf(each.folder)
    const licence = licenceOf(each)
    const text = texts.length > 0 ? texts.join('\n\n') : standardText(each, licence)
    return `${each.name} ${each.version} (${licence})\n\n${text}`
  })
  // What is no package: the Node that runs all, and icons that were taken over.
  for (const [name, text] of Object.entries({
    [`Node.js ${process.versions.node}`]: 'node',
    'Lucide 1.75.0': 'lucide',
  }))
    parts.push(`${name}\n\n${readFileSync(join(kept, `${text}.txt`), 'utf8').trim()}`)
  writeFileSync(
    file,
    `Countersign is made with the following software of others. Electron's own licences lie beside its program.\n\n${line}\n${parts.join(`\n\n${line}\n`)}\n`,
  )
}
