import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { IgnoreRules, isIgnored } from '../../core/ignore-rules/ignore-rules'
import type { RepositoryPlace } from './git-refs'
import { parseGitConfig } from './parse-git-config'
import { missing, readText, type Look } from './read-text'

/** Attributes by which git stores something else than the file. */
const changing = /(?:^|[\s!-])(?:filter|ident|working-tree-encoding)(?:[\s=]|$)/

/** So many steps are spent on attributes of one repository; what they do not reach may be changed. */
const maxSteps = 30_000_000

/**
 * Which files of a repository git may store as something else than they are, as its attributes in the folder and in `info` say, and those of the person and the system: what a clean filter took out is
 * nowhere in git, though it calls the file unchanged. What takes an attribute away again, and the letter case of a name, do not count, so that rather more fit.
 */
export class GitFilters {
  private readonly known = new Map<string, Promise<IgnoreRules | undefined>>()
  private readonly steps = { left: maxSteps }
  private forAll: Promise<readonly string[]> | undefined

  constructor(
    private readonly place: RepositoryPlace,
    private readonly look: Look,
  ) {}

  /** Of a file, by its name from the root. Where attributes cannot be read or compared it may be. What fits a folder counts for all in it. */
  async mayChange(name: string): Promise<boolean> {
    const { root } = this.place
    this.forAll ??= this.wholeFiles()
    const all: IgnoreRules[] = []
    for (const file of await this.forAll) all.push(...(await this.in('', file)))
    all.push(...(await this.in('', join(root, '.gitattributes'))))
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
      const folder = name.slice(0, end)
      if (isIgnored(folder, true, all, this.steps) !== false) return true
      all.push(...(await this.in(folder, join(root, folder, '.gitattributes'))))
    }
    return isIgnored(name, false, all, this.steps) !== false
  }

  /** The files of attributes whose names are looked at from the root: the repository's own, the system's, the person's (gitattributes(5)). Includes of settings are not followed. */
  private async wholeFiles(): Promise<readonly string[]> {
    const { commonDir } = this.place
    const home = process.env.HOME ?? homedir()
    const own = join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'git')
    const settings = [
      '/etc/gitconfig',
      join(own, 'config'),
      join(home, '.gitconfig'),
      join(commonDir, 'config'),
    ]
    const texts = await Promise.all(settings.map((each) => readText(each, this.look, 'judge')))
    const named = texts
      .flatMap((each) => (each.kind === 'text' ? parseGitConfig(each.text).settings : []))
      .filter(({ key, value }) => key === 'core.attributesfile' && value !== '')
      .map(({ value }) => resolve(this.place.root, value.replace(/^~(?=\/)/, home)))
    return [join(commonDir, 'info/attributes'), '/etc/gitattributes', join(own, 'attributes'), ...named]
  }

  /** The rules of a file of attributes for what lies in a folder: one for what changes, or none. */
  private async in(folder: string, file: string): Promise<readonly IgnoreRules[]> {
    // A file of attributes may be one of the folder's and one that settings name.
    const key = `${folder}\0${file}`
    const read =
      this.known.get(key) ??
      readText(file, this.look, 'judge').then((text) => {
        const patterns = text.kind === 'text' ? patternsIn(text.text) : text.reason === missing ? [] : ['*']
        return patterns.length === 0 ? undefined : new IgnoreRules(folder, patterns.join('\n'))
      })
    this.known.set(key, read)
    const rules = await read
    return rules ? [rules] : []
  }
}

/** The patterns of lines that change what is stored; all, where one is quoted, or a name stands for more than one attribute. One with `!` is none (gitattributes(5)). */
function patternsIn(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.slice(Math.max(line.search(/[^ \t\r]/), 0)))
  if (lines.some((line) => line.startsWith('[attr]') && changing.test(line))) return ['*']
  return lines.flatMap((line) => {
    if (/^[#!]/.test(line)) return []
    if (line.startsWith('"')) return changing.test(line) ? ['*'] : []
    const end = line.search(/[ \t\r]/)
    return end > 0 && changing.test(line.slice(end)) ? [line.slice(0, end)] : []
  })
}
