import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { riskySettings } from '../../../../../../src/main/adapters/sandbox-linux/protection/risky-git-config'

/** The keys that are harmless with an ordinary value, of those that git itself lists, less colours and hints; a later git brings none. */
const harmless =
  'author.email author.name branch.description branch.merge branch.pushremote branch.rebase branch.remote branch.autosetupmerge branch.autosetuprebase branch.sort commit.cleanup commit.gpgsign commit.status commit.verbose committer.email committer.name core.abbrev core.autocrlf core.bare core.bigfilethreshold core.commentchar core.compression core.eol core.filemode core.ignorecase core.logallrefupdates core.precomposeunicode core.preloadindex core.quotepath core.repositoryformatversion core.safecrlf core.sparsecheckout core.sparsecheckoutcone core.symlinks core.untrackedcache diff.algorithm diff.colormoved diff.context diff.mnemonicprefix diff.noprefix diff.renames diff.submodule extensions.objectformat extensions.worktreeconfig extensions.noop extensions.partialclone extensions.preciousobjects extensions.relativeworktrees feature.experimental feature.manyfiles fetch.parallel fetch.prune fetch.prunetags fetch.recursesubmodules fetch.writecommitgraph gc.auto gc.autodetach gc.autopacklimit gc.packrefs gc.pruneexpire index.recordendofindexentries index.recordoffsettable index.sparse index.threads index.version init.defaultbranch merge.autostash merge.conflictstyle merge.ff merge.log merge.renames merge.stat pack.allowpackreuse pack.compression pack.deltacachelimit pack.deltacachesize pack.depth pack.indexversion pack.island pack.islandcore pack.packsizelimit pack.preferbitmaptips pack.threads pack.usebitmaps pack.usesparse pack.window pack.windowmemory pack.writebitmaphashcache pack.writebitmaplookuptable pack.writereverseindex pull.ff pull.octopus pull.rebase pull.twohead push.autosetupremote push.default push.followtags rebase.autosquash rebase.autostash rebase.stat rebase.updaterefs remote.fetch remote.mirror remote.partialclonefilter remote.promisor remote.prune remote.prunetags remote.push remote.pushurl remote.skipfetchall remote.tagopt remote.url rerere.autoupdate rerere.enabled status.aheadbehind status.branch status.displaycommentprefix status.relativepaths status.renamelimit status.renames status.short status.showstash status.showuntrackedfiles status.submodulesummary submodule.active submodule.branch submodule.fetchrecursesubmodules submodule.ignore submodule.recurse submodule.url tag.gpgsign tag.sort user.email user.name user.signingkey user.useconfigonly'.split(
    ' ',
  )

const risky = (text: string, gitFolder = '/w/p/.git') => riskySettings(text, gitFolder)
const line = (key: string, value = 'x'): string => {
  const [section = '', ...rest] = key.split('.')
  const name = rest.at(-1) ?? ''
  const below = rest.slice(0, -1).join('.')
  return `[${section}${below === '' ? '' : ` "${below}"`}]\n\t${name.replace('*', 'any')} = ${value}\n`
}
/** `section.key`, in small letters, without what stands between. */
const short = (key: string): string => {
  const parts = key.toLowerCase().split('.')
  return [parts[0], parts.at(-1)].join('.')
}

const listed = execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
  .split('\n')
  .filter((each) => /^[A-Za-z0-9]+\.\S+$/.test(each))

test('every key of git’s own list that is not known to be harmless counts as able to run a program', () => {
  expect(listed.length).toBeGreaterThan(500)
  const passed = listed.filter((key) => risky(line(key)).length === 0).map(short)
  expect(passed.filter((key) => !/^(color|advice)\./.test(key) && !harmless.includes(key))).toEqual([])
})

test('every key that the documentation says names a place or a program does', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../../../docs/spec/git-configuration.md'),
    'utf8',
  )
  const rows = page
    .split('\n')
    .filter((row) => / held(; read-only|, but `user|: they only take| where it is off)/.test(row))
  const keys = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([\w.*]+)`/g)].map(([, key = '']) => key),
  )
  expect(keys.length).toBeGreaterThan(60)
  const meant = keys.filter((key) => key !== 'user.signingKey')
  expect(meant.filter((key) => risky(line(key)).length === 0)).toEqual([])
})

test.each([
  'core.pager',
  'newsection.key',
  'core.newkey',
  'pack.newhook',
  'status.newprogram',
  'index.newpath',
  'rerere.dir',
  'feature.command',
])('%s is risky', (key) => {
  expect(risky(line(key))).toEqual([short(key)])
})

test('colours and hints are harmless with plain values', () => {
  expect(
    risky(
      '[color]\n ui = auto\n[color "diff"]\n meta = "yellow bold"\n old = #ff0000\n[advice]\n detachedHead\n',
    ),
  ).toEqual([])
  expect(risky('[color]\n pager = /bin/sh\n[advice]\n x = !sh\n')).toEqual(['color.pager', 'advice.x'])
})

const outside = [['core.worktree']]
test.each([
  ['/w/p/.git', '..', []],
  ['/w/p/.git', '../', []],
  ['/w/p/.git', '".."', []],
  // What is moved leads elsewhere by these, and what goes down first can pass a link.
  ['/w/p/.git', '"../../p"', ...outside],
  ['/w/p/.git', '/w/p', ...outside],
  ['/w/p/.git', 'a/../..', ...outside],
  ['/w/p/.git', '../p/..', ...outside],
  ['/w/p/.git', './..', ...outside],
  // White space to JavaScript, a part of the name to git.
  ['/w/p/.git', '..\u00a0', ...outside],
  ['/w/p/.git', '\u00a0..', ...outside],
  ['/w/p/.git', '..\f', ...outside],
  ['/w/p/.git', '\f..', ...outside],
  ['/w/p/.git', '..\v', ...outside],
  ['/w/p/.git', ' .. \t', []],
  ['/w/p/.git', '/w', ...outside],
  ['/w/p/.git', '/w/p/..', ...outside],
  ['/w/p/.git', '../..', ...outside],
  ['/w/p/.git', '../sub', ...outside],
  ['/w/p/.git', '.', ...outside],
  ['/w/p/.git', '/', ...outside],
  ['/w/p/.git', '~', ...outside],
  ['/w/p/.git', '~/x', ...outside],
  ['/w/p/.git', '', ...outside],
  ['/w/p/.git', '"/w/p"x', ...outside],
  ['/w/p/.git', '/w/"p"', ...outside],
  ['/w/p/.git', '"/w/p\\"', ...outside],
  ['/w/p/.git', '/w/p # ..', ...outside],
  ['/w/p/.git/modules/sub', '../../../sub', []],
  ['/w/p/.git/modules/a/modules/b', '../../../../../a/b', []],
  ['/w/p/.git/modules/lib one', '../../../lib one', []],
  ['/w/p/.git/modules/Ärger', '../../../Ärger', []],
  // git makes a blank of a tab, and ends at a NUL.
  ['/w/p/.git/modules/sub', '../../../a\tb', ...outside],
  ['/w/p/.git/modules/sub', '../../../a\0b', ...outside],
  ['/w/p/.git/modules/sub', '../../../a/../b', ...outside],
  ['/w/p/.git/modules/sub', '../../../a//b', ...outside],
  ['/w/p/.git/modules/sub', 'x/../../../../sub', ...outside],
  ['/w/p/.git/modules/sub', '/w/p/sub', ...outside],
  ['/w/p/.git/modules/sub', '../../..', ...outside],
  ['/w/p/.git/modules/sub', '../../../..', ...outside],
  ['/w/p/.git/modules/sub', '../../../../home', ...outside],
  ['/w/p/.git/modules/sub', '../..', ...outside],
  ['/w/p/.git/modules/sub', '../../hooks', ...outside],
  ['/w/p/.git/modules/sub', '../../../x/.git/hooks', ...outside],
  ['/w/p/.git/worktrees/one', '../../../sub', ...outside],
  ['/w/p/git', '..', ...outside],
  ['/.git', '..', ...outside],
])('in %s a work tree at %j', (gitFolder, value, found) => {
  expect(risky(`[core]\n\tworktree = ${value}\n`, gitFolder)).toEqual(found)
})

test('a work tree without a value, twice, or beside its section is seen', () => {
  expect(risky('[core]\nworktree\n')).toEqual(['core.worktree'])
  expect(risky('[core] worktree = ..\n[CORE]\nWorkTree=/home/x\n')).toEqual(['core.worktree'])
  expect(risky('[core]\nworktree = ..\\\n/x\n')).toContain('core.worktree')
})

test.each([
  ['https://example.org/x', []],
  ['git@example.org:x', []],
  ['ssh://git@example.org/x', []],
  ['../lib', []],
  ['file:///srv/x', []],
  ['ext::sh -c x', ['remote.url']],
  ['"ext::sh -c x"', ['remote.url']],
  ['e"xt"::sh -c x', ['remote.url']],
  ['""ext::sh', ['remote.url']],
  ['fd::17', ['remote.url']],
  ['helper://x', ['remote.url']],
])('a remote at %j', (value, found) => {
  expect(risky(`[remote "origin"]\n\turl = ${value}\n`)).toEqual(found)
})

test.each([
  ['[core]\nsharedRepository = 0666\n', ['core.sharedrepository']],
  ['[core]\nsharedRepository = group\n', ['core.sharedrepository']],
  ['[core]\nsharedRepository = false\n', []],
  ['[extensions]\nrefStorage = reftable\n', []],
  ['[extensions]\nrefStorage = files:///x\n', ['extensions.refstorage']],
  ['[core]\nprotectNTFS = false\nprotectHFS = false\n', ['core.protectntfs', 'core.protecthfs']],
])('%j', (text, found) => {
  expect(risky(text)).toEqual(found)
})
