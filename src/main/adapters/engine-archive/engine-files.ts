import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** One file of an engine: its path from the engine's folder with `/`, and where it lies. */
export interface EngineFile {
  readonly path: string
  readonly file: string
  readonly bytes: number
  readonly executable: boolean
}

/** The window's alone: what runs without one loads none of them. */
const ofWindow = ['out/preload', 'out/main/index.js']

/** Packages that the window alone loads, or only a build: they are not looked for. */
const leftOut = ['electron-updater', 'node-gyp-build', 'node-addon-api']

/** What of a package no engine reads: sources, types, maps, what builds it, and what is for Windows (as electron-builder.yml has it, which packs for that as well). */
const unread = [
  /\.(?:map|[cm]?ts|tsbuildinfo)$/,
  /(?:^|\/)(?:\.stamp|bundled\.json)$/,
  /^node_modules\/tree-sitter-bash\/(?:prebuilds|src|bindings|queries|binding\.gyp$|grammar\.js$)/,
  /^node_modules\/web-tree-sitter\/debug\//,
  /^node_modules\/openai\/src\//,
  /^(?:bin\/countersign\.cmd$|node_modules\/@anthropic-ai\/sandbox-runtime\/vendor\/srt-win\/)/,
  new RegExp(`^node_modules/@anthropic-ai/sandbox-runtime/vendor/seccomp/(?!${process.arch}/)[^/]+/`),
]

/**
 * The files that an engine runs from, of the checkout or the package whose folder `root` is, in the order of their paths: what was built, its own
 * Node, the launcher and the packages that package.json names, with those that they name. Throws an error of one line for what is missing, and for
 * what is neither a file nor a folder.
 */
export function engineFiles(root: string): readonly EngineFile[] {
  const node = join('node_modules/node/bin', 'node')
  const folders = ['out', 'bin', ...packagesOf(root).map((folder) => relative(root, folder))]
  const paths = ['package.json', node, ...folders.flatMap((folder) => [...below(root, folder)])]
  return [...new Set(paths.map((path) => path.replaceAll(sep, '/')))]
    .filter((path) => !ofWindow.some((each) => path === each || path.startsWith(`${each}/`)))
    .filter((path) => !unread.some((each) => each.test(path)))
    .sort()
    .map((path) => {
      const file = join(root, path)
      const { size, mode } = found(file)
      return { path, file, bytes: size, executable: (mode & 0o111) !== 0 }
    })
}

function found(file: string): { readonly size: number; readonly mode: number } {
  try {
    return statSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${file} cannot be packed (${code ?? String(error)}); expected a built copy.`, {
      cause: error,
    })
  }
}

/** Of a package what lies in it: what it has below a node_modules of its own is packed where something names it. */
function* below(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory()) yield* below(root, path)
    else if (entry.isFile()) yield path
    else throw new Error(`${join(root, path)} cannot be packed; expected a file.`)
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The folders of the packages that it needs to run. One that is optional and not there is left out. */
function packagesOf(root: string): readonly string[] {
  const known = new Set<string>()
  const visit = (folder: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Manifest
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (leftOut.includes(name)) continue
      const at = packageAt(root, folder, name)
      if (at === undefined && !(name in optionalDependencies))
        throw new Error(`The package ${name} is not below ${root}; expected what package.json names.`)
      if (at === undefined || known.has(at)) continue
      known.add(at)
      visit(at)
    }
  }
  visit(root)
  return [...known]
}

/** Where Node finds a package that one in `folder` names. */
function packageAt(root: string, folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const package_ = join(at, 'node_modules', name)
    if (statSync(join(package_, 'package.json'), { throwIfNoEntry: false })) return package_
    if (at === root) return undefined
  }
}
