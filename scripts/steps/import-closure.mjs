import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { sha256 } from '../setup/places.mjs'

/** What a file names of other files: imports of every kind, and paths beside it (`join(import.meta.dirname, 'child.ts')`). */
const named = /(?:from|import)\s*\(?\s*'([^']+)'|import\.meta\.dirname,\s*'([^']+)'/g
const endings = ['', '.ts', '.tsx', '.mjs', '/index.ts']

/**
 * Every file that a file leads to by its imports, itself included, from the root. What is no program text (C sources, records of programs)
 * counts with the folder that it lies in, since it is read and not imported; so does the whole of `src` for what runs the built program.
 * @param {string} root
 */
export function importClosures(root) {
  /** @type {Map<string, readonly string[]>} */
  const known = new Map()
  /** @param {string} file @returns {readonly string[]} */
  const namedBy = (file) => {
    const before = known.get(file)
    if (before) return before
    const found = /\.(ts|tsx|mjs)$/.test(file) ? readNames(root, file) : []
    known.set(file, found)
    return found
  }
  /** @param {string} file */
  return (file) => {
    const seen = new Set([file])
    for (const each of seen) for (const next of namedBy(each)) seen.add(next)
    return [...seen].sort()
  }
}

/** @param {string} root @param {string} file @returns {string[]} */
function readNames(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  const here = dirname(join(root, file))
  const found = [...text.matchAll(named)].flatMap(([, imported, beside]) => {
    const name = imported ?? beside ?? ''
    const path = name.startsWith('@shared/')
      ? join(root, 'src/shared', name.slice(8))
      : imported === undefined || name.startsWith('.')
        ? resolve(here, name)
        : undefined
    return path === undefined ? [] : filesAt(path)
  })
  // What runs the built program runs everything that it is built from.
  if (/out\/main|\bcliEntry\b/.test(text)) found.push(...filesBelow(join(root, 'src')))
  if (relative(root, here).startsWith('src')) found.push(...textsIn(here))
  return found
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => !path.startsWith('..'))
}

/** @param {string} path @returns {string[]} */
function filesAt(path) {
  const file = endings
    .map((ending) => path + ending)
    .find((each) => existsSync(each) && statSync(each).isFile())
  return file === undefined ? [] : [file]
}

/** What of a folder is read and not imported. @param {string} folder */
function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(c|h|toml)$/.test(entry.name))
    .map(({ name }) => join(folder, name))
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * One hash over names and contents of files below a root.
 * @param {string} root
 * @param {readonly string[]} files
 * @param {Map<string, string>} contents hashes of contents by path, so that of many calls each file is read once
 */
export function hashOf(root, files, contents) {
  /** @param {string} file */
  const hashed = (file) => {
    const path = join(root, file)
    const hash = contents.get(path) ?? (existsSync(path) ? sha256(readFileSync(path)) : 'missing')
    contents.set(path, hash)
    return hash
  }
  return sha256(files.map((file) => `${file} ${hashed(file)}`).join('\n'))
}
