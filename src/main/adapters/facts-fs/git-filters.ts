import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { RepositoryPlace } from './git-refs'
import { parseGitConfig } from './parse-git-config'
import { missing, readText, type Look } from './read-text'

/** Attributes by which git stores something else than the file. */
const changing = /(?:^|[\s!-])(?:filter|ident|working-tree-encoding)(?:[\s=]|$)/

/**
 * Which files of a repository git may store as something else than they are, as its attributes in the folder and in `info` say, and those of the person and the system: what a clean filter took out is
 * nowhere in git, though it calls the file unchanged. What takes an attribute away again, and the letter case of a name, do not count, so that rather more fit.
 */
export class GitFilters {
  private readonly known = new Map<string, Promise<Ignore>>()
  private forAll: Promise<readonly string[]> | undefined

  constructor(
    private readonly place: RepositoryPlace,
    private readonly look: Look,
  ) {}

  /** Of a file, by its name from the root. Where attributes cannot be read it may be. */
  async mayChange(name: string): Promise<boolean> {
    const parts = name.split('/')
    const { root } = this.place
    this.forAll ??= this.wholeFiles()
    for (const file of await this.forAll) if ((await this.in(file)).ignores(name)) return true
    for (let depth = 0; depth < parts.length; depth++) {
      const file = join(root, ...parts.slice(0, depth), '.gitattributes')
      if ((await this.in(file)).ignores(parts.slice(depth).join('/'))) return true
    }
    return false
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

  private in(file: string): Promise<Ignore> {
    const known = this.known.get(file)
    if (known) return known
    const read = readText(file, this.look, 'judge').then((text) => {
      if (text.kind === 'text') return ignore().add(patternsIn(text.text))
      return ignore().add(text.reason === missing ? [] : ['*'])
    })
    this.known.set(file, read)
    return read
  }
}

/** The patterns of lines that change what is stored; all, where one is quoted, or a name stands for more than one attribute. */
function patternsIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  if (lines.some((line) => line.startsWith('[attr]') && changing.test(line))) return ['*']
  return lines.flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [, pattern = '*', attributes = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (line.startsWith('"')) return changing.test(line) ? ['*'] : []
    return changing.test(attributes) ? [pattern] : []
  })
}
