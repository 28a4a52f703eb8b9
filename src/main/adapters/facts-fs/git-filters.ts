import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { RepositoryPlace } from './git-refs'
import { missing, readText, type Look } from './read-text'

/** Attributes by which git stores something else than the file. */
const changing = /(?:^|[\s!-])(?:filter|ident|working-tree-encoding)(?:[\s=]|$)/

/**
 * Which files of a repository git may store as something else than they are, as its attributes in the folder and in `info` say: what a clean filter took out is
 * nowhere in git, though it calls the file unchanged. What takes an attribute away again, and the letter case of a name, do not count, so that rather more fit.
 * Attributes of the person for all repositories are not read.
 */
export class GitFilters {
  private readonly known = new Map<string, Promise<Ignore>>()

  constructor(
    private readonly place: RepositoryPlace,
    private readonly look: Look,
  ) {}

  /** Of a file, by its name from the root. Where attributes cannot be read it may be. */
  async mayChange(name: string): Promise<boolean> {
    const parts = name.split('/')
    const { root, commonDir } = this.place
    if ((await this.in(join(commonDir, 'info/attributes'))).ignores(name)) return true
    for (let depth = 0; depth < parts.length; depth++) {
      const file = join(root, ...parts.slice(0, depth), '.gitattributes')
      if ((await this.in(file)).ignores(parts.slice(depth).join('/'))) return true
    }
    return false
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
