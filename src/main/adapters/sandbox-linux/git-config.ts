/**
 * Settings that can run no program and lead git to no other file, as `section.key`; a subsection's name is left out. All
 * others count as able to (aliases, filters, pagers, hooks' folders, includes, helpers …), those not thought of as well.
 */
const harmless: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|sharedrepository|worktree|abbrev|compression|untrackedcache|preloadindex|commentchar|longpaths|protecthfs|protectntfs|sparsecheckout|sparsecheckoutcone|bigfilethreshold)$/,
  user: /^(name|email|signingkey|useconfigonly)$/,
  author: /^(name|email)$/,
  committer: /^(name|email)$/,
  init: /^defaultbranch$/,
  remote: /^(url|pushurl|fetch|push|mirror|tagopt|prune|prunetags|promisor|partialclonefilter|skipfetchall)$/,
  branch: /^(remote|pushremote|merge|rebase|description|autosetupmerge|autosetuprebase|sort)$/,
  submodule: /^(url|active|path|branch|ignore|recurse|shallow|fetchrecursesubmodules)$/,
  extensions:
    /^(objectformat|refstorage|partialclone|worktreeconfig|noop|preciousobjects|relativeworktrees)$/,
  pull: /^(rebase|ff|twohead|octopus)$/,
  push: /^(default|autosetupremote|followtags)$/,
  fetch: /^(prune|prunetags|parallel|writecommitgraph|recursesubmodules)$/,
  merge: /^(ff|conflictstyle|renames|stat|log|autostash)$/,
  rebase: /^(autostash|autosquash|stat|updaterefs)$/,
  commit: /^(gpgsign|verbose|cleanup|status)$/,
  tag: /^(gpgsign|sort)$/,
  diff: /^(renames|algorithm|mnemonicprefix|noprefix|colormoved|context|submodule)$/,
  status: /.*/,
  color: /.*/,
  advice: /.*/,
  gc: /^(auto|autodetach|autopacklimit|pruneexpire|packrefs)$/,
  pack: /.*/,
  index: /.*/,
  feature: /.*/,
  rerere: /.*/,
  lfs: /^(repositoryformatversion|locksverify)$/,
}

/** Addresses that name a program: `ext::sh -c …`, or any other helper with two colons. */
const runsHelper = /^["']?[a-z0-9+-]+::/i

/** A setting that could make git run a program or read another file, as `section.key` in small letters, and its raw value. */
export interface RiskySetting {
  readonly name: string
  readonly value: string
}

/**
 * The settings in a configuration text that could make a later git run a program. Reads git's format line by line and
 * takes every line it does not understand for one of them (fails closed); values are only looked at in addresses.
 */
export function riskySettings(text: string): readonly string[] {
  return riskyValues(text).map(({ name }) => name)
}

/** The same with their values; a line that is not understood is its own value. */
export function riskyValues(text: string): readonly RiskySetting[] {
  const risky: RiskySetting[] = []
  let section = ''
  for (const raw of text.split('\n')) {
    let line = raw.trim()
    const header = /^\[([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\]/.exec(line)
    if (header) {
      section = (header[1] ?? '').toLowerCase().split('.')[0] ?? ''
      line = line.slice(header[0].length).trim()
    }
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const setting = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line)
    const key = (setting?.[1] ?? '').toLowerCase()
    const value = setting?.[2] ?? ''
    const known = Object.hasOwn(harmless, section) && harmless[section]?.test(key) === true
    if (!known || value.endsWith('\\') || runsHelper.test(value))
      risky.push(
        setting
          ? { name: `${section}.${key}`, value }
          : { name: `${section}: ${line.slice(0, 60)}`, value: line },
      )
  }
  return risky
}
