import { posix } from 'node:path'

/**
 * Settings that can run no program and lead git to no other file, as `section.key`; a subsection's name is left out. All others count as
 * able to, those of later versions of git as well. docs/spec/git-configuration.md says of each that names a place or a program what is done.
 */
const harmless: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|commentchar|longpaths|sparsecheckout|sparsecheckoutcone|bigfilethreshold)$/,
  user: /^(name|email|signingkey|useconfigonly)$/,
  author: /^(name|email)$/,
  committer: /^(name|email)$/,
  init: /^defaultbranch$/,
  remote: /^(url|pushurl|fetch|push|mirror|tagopt|prune|prunetags|promisor|partialclonefilter|skipfetchall)$/,
  // Keys with a hyphen are editors' notes on a branch: git has none.
  branch:
    /^(remote|pushremote|merge|rebase|description|autosetupmerge|autosetuprebase|sort|[a-z0-9]+(-[a-z0-9]+)+)$/,
  submodule: /^(url|active|path|branch|ignore|recurse|shallow|fetchrecursesubmodules)$/,
  extensions: /^(objectformat|partialclone|worktreeconfig|noop|preciousobjects|relativeworktrees)$/,
  pull: /^(rebase|ff|twohead|octopus)$/,
  push: /^(default|autosetupremote|followtags)$/,
  fetch: /^(prune|prunetags|parallel|writecommitgraph|recursesubmodules)$/,
  merge: /^(ff|conflictstyle|renames|stat|log|autostash)$/,
  rebase: /^(autostash|autosquash|stat|updaterefs)$/,
  commit: /^(gpgsign|verbose|cleanup|status)$/,
  tag: /^(gpgsign|sort)$/,
  diff: /^(renames|algorithm|mnemonicprefix|noprefix|colormoved|context|submodule)$/,
  status:
    /^(aheadbehind|branch|displaycommentprefix|relativepaths|renamelimit|renames|short|showstash|showuntrackedfiles|submodulesummary)$/,
  gc: /^(auto|autodetach|autopacklimit|pruneexpire|packrefs)$/,
  pack: /^(allowpackreuse|compression|deltacachelimit|deltacachesize|depth|indexversion|island|islandcore|packsizelimit|preferbitmaptips|threads|usebitmaps|usesparse|window|windowmemory|writebitmaphashcache|writebitmaplookuptable|writereverseindex)$/,
  index: /^(recordendofindexentries|recordoffsettable|sparse|threads|version)$/,
  feature: /^(experimental|manyfiles)$/,
  rerere: /^(autoupdate|enabled)$/,
  lfs: /^(repositoryformatversion|locksverify)$/,
}

/** Settings that are harmless with these values, whole, and in small letters. */
const harmlessValues: Readonly<Record<string, RegExp>> = {
  'core.sharedrepository': /^(umask|false|no|off|0)$/,
  'extensions.refstorage': /^(files|reftable)$/,
}

/** Sections of which every key is harmless that has a plain value: colours by name, hints that are on or off. */
const plainSections = new Set(['color', 'advice'])
const plainValue = /^[\w #"-]*$/

/** Addresses that name a program: `ext::sh -c …`, any other helper with two colons, or one by a scheme that git itself does not speak. */
function runsHelper(value: string): boolean {
  const [, scheme = '', rest] = /^([a-z0-9+.-]+):(:|\/\/)/i.exec(value.replace(/["']/g, '')) ?? []
  return rest === ':' || (rest === '//' && !spoken.test(scheme))
}
const spoken = /^(https?|ssh|git|file|ftps?|git\+ssh|ssh\+git)$/i

/** A setting that could make git run a program or read another file, as `section.key` in small letters, and its raw value. */
export interface RiskySetting {
  readonly name: string
  readonly value: string
}

/**
 * The settings in a configuration text that could make a later git run a program, or work in files elsewhere. Reads git's format line by
 * line and takes every line it does not understand for one of them (fails closed). `gitFolder` is the absolute path of the folder that
 * the text lies in.
 */
export function riskySettings(text: string, gitFolder: string): readonly string[] {
  return riskyValues(text, gitFolder).map(({ name }) => name)
}

/**
 * Where the work tree of a git folder lies that says so in its configuration, as git itself writes it: `..` from a `.git`, or for a
 * submodule's in `.git/modules` up from there and down to a place below that folder. An absolute path would stay what it is when
 * everything is moved, and one that goes down before it goes up could pass a link. Undefined: `value` is anything else. Links on the way
 * down are for the caller to look at.
 */
export function ownWorktree(value: string, gitFolder: string): string | undefined {
  const said = /^"([^"\\]*)"$/.exec(value)?.[1] ?? value
  const down = /^\.\.(?:\/\.\.)*\/([^"\\#;\t\0]*)$/.exec(said)?.[1]?.split('/')
  const parts = gitFolder.split('/')
  const at = parts.lastIndexOf('.git')
  if (at < 2) return undefined
  const top = parts.slice(0, at).join('/')
  if (at === parts.length - 1) return said === '..' || said === '../' ? top : undefined
  if (parts[at + 1] !== 'modules' || !down || down.some((name) => /^\.{0,2}$/.test(name))) return undefined
  const target = posix.resolve(gitFolder, said)
  const inside = target.startsWith(`${top}/`) && !/\/\.git(\/|$)/i.test(target.slice(top.length))
  return inside ? target : undefined
}

function isHarmless(section: string, key: string, value: string, gitFolder: string): boolean {
  if (runsHelper(value) || value.endsWith('\\')) return false
  if (section === 'core' && key === 'worktree') return ownWorktree(value, gitFolder) !== undefined
  if (plainSections.has(section)) return plainValue.test(value)
  const values = harmlessValues[`${section}.${key}`]
  if (values !== undefined) return values.test(value.toLowerCase())
  return Object.hasOwn(harmless, section) && harmless[section]?.test(key) === true
}

/** A line of a configuration that sets something; `key` is empty where the line is not understood. */
interface ConfigLine {
  readonly section: string
  readonly key: string
  readonly value: string
  readonly line: string
  /** The line that its section begins with; '' before the first. */
  readonly header: string
}

/** The lines that set something. White space is what git takes for it, which is less than what a text's is. */
function configLines(text: string): readonly ConfigLine[] {
  let [section, heading] = ['', '']
  return text.split('\n').flatMap((raw) => {
    let line = trimmed(raw)
    const header = /^\[([A-Za-z0-9.-]+)(?:[ \t]+"(?:[^"\\]|\\.)*")?\]/.exec(line)
    if (header) {
      section = (header[1] ?? '').toLowerCase().split('.')[0] ?? ''
      heading = header[0]
      line = trimmed(line.slice(header[0].length))
    }
    if (line === '' || line.startsWith('#') || line.startsWith(';')) return []
    const setting = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=[ \t]*(.*))?$/.exec(line)
    return [
      { section, key: (setting?.[1] ?? '').toLowerCase(), value: setting?.[2] ?? '', line, header: heading },
    ]
  })
}

const trimmed = (line: string): string => line.replace(/^[ \t\r]+/, '').replace(/[ \t\r]+$/, '')

/** The same with their values; a line that is not understood is its own value. */
export function riskyValues(text: string, gitFolder: string): readonly RiskySetting[] {
  return configLines(text)
    .filter(({ section, key, value }) => key === '' || !isHarmless(section, key, value, gitFolder))
    .map(({ section, key, value, line }) =>
      key === ''
        ? { name: `${section}: ${line.slice(0, 60)}`, value: line }
        : { name: `${section}.${key}`, value },
    )
}

/**
 * The harmless settings of such a text, as a text of its own. '' where a setting among the others says how the repository is kept
 * (`extensions`): git would read it wrongly without.
 */
export function harmlessPart(text: string, gitFolder: string): string {
  const lines = configLines(text)
  const isKept = ({ section, key, value }: ConfigLine): boolean =>
    key !== '' && isHarmless(section, key, value, gitFolder)
  if (lines.some((each) => each.section === 'extensions' && !isKept(each))) return ''
  return lines
    .filter(isKept)
    .map(({ header, line }, at, all) => `${all[at - 1]?.header === header ? '' : `${header}\n`}\t${line}\n`)
    .join('')
}

/** What a configuration says of where the work tree lies, each time that it does. */
export const saidWorktrees = (text: string): readonly string[] =>
  configLines(text).flatMap(({ section, key, value }) =>
    section === 'core' && key === 'worktree' ? [value] : [],
  )

/**
 * Where a `.git` file says the git folder is, as git reads it (setup.c, read_gitfile): all after the colon but line ends, up
 * to a NUL. Undefined when it is no such file.
 */
export function folderPointedTo(text: string): string | undefined {
  const path = /^gitdir: ([^]*?)[\r\n]*$/.exec(text)?.[1]?.split('\0', 1)[0]
  return path === '' ? undefined : path
}

/** Where a git folder's `commondir` says that hooks, configuration and objects are, as git reads it; empty: nowhere. */
export const commonFolderOf = (text: string): string => text.replace(/[\r\n]+$/, '').split('\0', 1)[0] ?? ''
