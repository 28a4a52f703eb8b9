import { lstatSync, readlinkSync, statSync, type BigIntStats } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { Looks } from '../looks'
import { riskyValues, type RiskySetting } from './risky-git-config'
import { joinProtections, noProtection, type Protection } from '../mounts/mask'
import { protectEntry, realPath, type WhenMissing } from './protected-entry'
import { hookNames } from './hook-names'
import { isUnder } from '../writable-roots'

/** Longer configuration is not read further, and includes are followed so far; git itself stops at ten. */
const maxBytes = 262_144
const maxIncludes = 6
/** The kernel follows no more links on a way. */
const maxLinks = 40
/** More places than this are not protected one by one; the run is refused (fails closed). */
const maxPlaces = 64

interface ReadConfig {
  readonly was: string
  readonly settings: Promise<readonly RiskySetting[]>
}

/** A repository that git would find: where its working tree begins, and its configuration files. */
export interface ConfiguredRepository {
  readonly top: string
  readonly configs: readonly string[]
}

async function readSettings(path: string): Promise<readonly RiskySetting[]> {
  try {
    const read = await readRegularFile(path, { limit: maxBytes, links: 'follow' })
    return read.kind === 'read' ? riskyValues(read.bytes.toString(), dirname(path)) : []
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [] // gone meanwhile, or not ours to read
    throw error
  }
}

function look(path: string, follow: boolean): BigIntStats | undefined {
  try {
    return (follow ? statSync : lstatSync)(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** The value without quotes and comment, and the words in it that could be names of files. */
function wordsOf(value: string): { readonly whole: string; readonly words: readonly string[] } {
  const whole =
    /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value.replace(/\s[#;].*$/, '').trim()
  return { whole, words: whole.split(/[\s'"`;&|(){}<>=,!\\$]+/).filter((word) => word !== '') }
}

/** Programs that run a file which they are given. */
const interpreter =
  /^(?:(?:ba|da|z|k|a|fi|c|tc)?sh|python|pypy|perl|ruby|node|nodejs|deno|bun|tsx|ts-node|php|lua|Rscript|pwsh|uv)[\d.]*$/
/** A word that names a file where it stands behind such a program. */
const namesFile = (word: string): boolean => /^[^-%*?:@][^%*?:@]*$/.test(word) && /\/|\.\w{1,8}$/.test(word)

/** The programs that a command line begins with, and the files that interpreters in it are given, as they are written. */
function programsIn(words: readonly string[]): readonly string[] {
  const [first = ''] = words
  const given = words.flatMap((word, at) =>
    interpreter.test(basename(word)) ? (words.slice(at + 1).find(namesFile) ?? []) : [],
  )
  return first.includes('/') ? [first, ...given] : given
}

/** What git-lfs has git start everywhere: its words are no files, and whoever makes one of that name is to be free to. */
const ofLfs = /^git[- ]lfs (?:clean|smudge|filter-process)(?: (?:--skip|--|%f))*$/

/**
 * Knows what git's configuration points at: the folder of hooks, included files, programs and scripts of filters, drivers,
 * aliases, monitors and helpers, and whatever else names a file. A command that could change them would decide what the
 * person's own git runs, however well the configuration itself is kept. Files are read again when they changed.
 */
export class ConfiguredPlaces {
  readonly #read = new Map<string, ReadConfig>()
  readonly #personal: readonly string[]
  readonly #home: string | undefined

  /** `env` and `home` say where a person's own configuration lies, which holds for every repository. */
  constructor(home: string | undefined, env: NodeJS.ProcessEnv) {
    this.#home = home
    const own =
      home === undefined
        ? []
        : [join(home, '.gitconfig'), join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git/config')]
    this.#personal = [
      ...(env.GIT_CONFIG_GLOBAL === undefined ? own : [env.GIT_CONFIG_GLOBAL]),
      '/etc/gitconfig',
    ]
  }

  /**
   * What keeps these places as they are, as far as they lie in `writable`; `problem` when they are too many. Never throws
   * for what a configuration says.
   */
  async protect(
    repositories: readonly ConfiguredRepository[],
    writable: readonly string[],
  ): Promise<Protection | { readonly problem: string }> {
    const parts: Protection[] = []
    for (const { top, configs } of repositories) {
      const queue = [...configs, ...this.#personal].map((file) => ({ file, depth: 0 }))
      const seen = new Set<string>()
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { file, depth } = next
        if (seen.has(file) || seen.size > maxPlaces) continue
        seen.add(file)
        const settings = await this.#settings(file)
        // Nothing is waited for from here to the file's last setting.
        const looks = new Looks()
        for (const setting of settings) {
          const { included, protection } = this.#pointedAt(setting, { top, file, writable, looks })
          parts.push(...protection)
          if (depth < maxIncludes) queue.push(...included.map((path) => ({ file: path, depth: depth + 1 })))
        }
      }
      if (seen.size > maxPlaces || parts.length > maxPlaces)
        return {
          problem: `git's configuration for ${top} points at more than ${String(maxPlaces)} places in the workspace`,
        }
    }
    return joinProtections(parts)
  }

  #settings(file: string): Promise<readonly RiskySetting[]> {
    const found = look(file, true)
    if (!found?.isFile()) return Promise.resolve([])
    const was = [found.dev, found.ino, found.size, found.ctimeNs].map(String).join(' ')
    const known = this.#read.get(file)
    if (known?.was === was) return known.settings
    const settings = readSettings(file)
    this.#read.set(file, { was, settings })
    return settings
  }

  #pointedAt(
    { name, value }: RiskySetting,
    {
      top,
      file,
      writable,
      looks,
    }: {
      readonly top: string
      readonly file: string
      readonly writable: readonly string[]
      readonly looks: Looks
    },
  ): { readonly included: readonly string[]; readonly protection: readonly Protection[] } {
    // It says where the work is, and names nothing that git runs or reads.
    if (name === 'core.worktree') return { included: [], protection: [] }
    const { whole, words } = wordsOf(value)
    const inside = (path: string): boolean =>
      [path, realOf(path, looks)].some((each) => writable.some((root) => isUnder(each, root)))
    const at = (word: string, base: string): string | undefined => {
      if (word.includes('\0') || word.length > 4096) return undefined
      if (word.startsWith('~/')) return this.#home && join(this.#home, word.slice(2))
      return isAbsolute(word) ? resolve(word) : resolve(base, word)
    }
    if (name === 'include.path' || name === 'includeif.path') {
      const path = at(whole, dirname(file))
      if (path === undefined) return { included: [], protection: [] }
      return { included: [path], protection: inside(path) ? [keep(path, { content: '' })] : [] }
    }
    if (name === 'core.hookspath' || name === 'init.templatedir') {
      const path = at(whole, top)
      return { included: [], protection: path === undefined ? [] : keepFolder(path, writable) }
    }
    if (ofLfs.test(whole)) return { included: [], protection: [] }
    const files = [whole, ...words].flatMap((word) => at(word, top) ?? []).filter(inside)
    const kept = [...new Set(files)].filter((path) => {
      const found = looks.follow(path)
      return found.kind === 'there' && found.stats.isFile()
    })
    // A program that is still missing, or a script, could be put there.
    const missing = [...new Set(programsIn(words).flatMap((word) => at(word, top) ?? []))].filter(
      (path) => inside(path) && !look(path, false),
    )
    return {
      included: [],
      protection: [
        ...kept.map((path) => keep(path, 'nothing')),
        ...missing.map((path) => keep(path, { content: '' })),
      ],
    }
  }
}

/** The links on the way that a path says, and on the ways that these lead. A link at its end is one of them. */
function linksOn(path: string, left = maxLinks): readonly Protection[] {
  const found: Protection[] = []
  for (let at = path; at !== '/'; at = dirname(at)) {
    const around = realPath(dirname(at))
    if (around === undefined || look(at, false)?.isSymbolicLink() !== true) continue
    const target = readlinkSync(at)
    found.push({ masks: [], missing: [], links: [{ path: join(around, basename(at)), target }] })
    if (left > 0) found.push(...linksOn(resolve(around, target), left - 1))
  }
  return found
}

/** Where a path leads, as far as that is there. */
function realOf(path: string, looks = new Looks()): string {
  const real = looks.real(path)
  if (real !== undefined || path === '/') return real ?? path
  return join(realOf(dirname(path), looks), basename(path))
}

/** Keeps what it leads to, and the links on the way. Where folders on the way are missing, the first of them stays so. */
function keep(path: string, whenMissing: WhenMissing): Protection {
  const around = dirname(path)
  const found = look(around, true)
  if (!found && !look(around, false)) return whenMissing === 'nothing' ? noProtection : keep(around, 'folder')
  const place = join(realOf(around), basename(path))
  const own = found?.isDirectory() === true ? [protectEntry(place, whenMissing)] : []
  return joinProtections([...linksOn(around), ...own])
}

/** A folder of hooks. husky's own one, `.husky/_`, runs what lies beside it; one that holds the work is kept by its hooks. */
function keepFolder(path: string, writable: readonly string[]): readonly Protection[] {
  const folder = basename(path) === '_' ? dirname(path) : path
  const real = realOf(folder)
  if (![folder, real].some((each) => writable.some((root) => isUnder(each, root) || isUnder(root, each))))
    return []
  if (writable.some((root) => isUnder(root, real)))
    return writable.some((root) => isUnder(real, root))
      ? [...linksOn(folder), ...hookNames.map((name) => keep(join(real, name), { content: '' }))]
      : linksOn(folder)
  return [keep(folder, 'folder')]
}
