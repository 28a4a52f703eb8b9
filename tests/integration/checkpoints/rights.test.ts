import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import { oneBySeed, someBySeed } from '../../fakes/by-seed'
import { asEachUser } from '../patch/ordinary-user'
import { keepingIn, untilKept } from './keeping'

let base = ''
let folder = ''
let kept: TurnCheckpoints
const problems: unknown[] = []
const at = (name: string): string => join(folder, name)
const modeOf = (name: string): string => (lstatSync(at(name)).mode & 0o7777).toString(8)
const put = (name: string, mode: number, text = 'one'): void => {
  writeFileSync(at(name), text)
  chmodSync(at(name), mode)
}
const place = () => ({ sessionId: 's-1', cwd: folder })

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-rights-'))
  folder = join(base, 'work')
  for (const each of [folder, join(base, 'state')]) mkdirSync(each)
  kept = keepingIn(base, problems)
})
afterEach(async () => {
  await kept.close()
  rmSync(base, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
})

let turns = 0
async function turn(work: () => void): Promise<number> {
  turns += 1
  const followed = kept.follow({ ...place(), turnNumber: turns })
  await followed.begun
  work()
  followed.end()
  await untilKept(base, 's-1', turns)
  return turns
}
const goes = (way: 'undo' | 'redo', turnNumber: number, sinceToo = false) =>
  kept.restore(place(), { way, turnNumber, sinceToo })

function setAttribute(name: string, attribute: string, hex: string): void {
  const set = 'import os, sys; os.setxattr(sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3]))'
  execFileSync('python3', ['-c', set, at(name), attribute, hex])
}
const attributesOf = (name: string): string =>
  execFileSync('python3', ['-c', 'import os, sys; print(sorted(os.listxattr(sys.argv[1])))', at(name)], {
    encoding: 'utf8',
  }).trim()
/** One other user may read and write, the file's group nothing. */
function giveList(name: string, kind: 'access' | 'default' = 'access'): void {
  const entry = (tag: number, rights: number, id = 0xffffffff) => [tag, rights, id & 0xffff, id >>> 16]
  const list = [2, 0, entry(1, 7), entry(2, 6, 1), entry(4, 0), entry(16, 6), entry(32, 0)].flat()
  setAttribute(name, `system.posix_acl_${kind}`, Buffer.from(Uint16Array.from(list).buffer).toString('hex'))
}

asEachUser('checkpoints/rights', () => {
  test(
    'a script that git runs, which no command may change, is put back with the rest of a turn in which one was allowed to',
    { timeout: 240_000 },
    async () => {
      const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args])
      git('init', '-q')
      git('config', 'core.hooksPath', '.husky')
      mkdirSync(at('.husky'))
      put('.husky/pre-commit', 0o755, 'mine')
      put('plain', 0o644, 'mine')
      const number = await turn(() => {
        put('.husky/pre-commit', 0o755, 'allowed')
        put('.husky/pre-push', 0o755, 'new')
        put('plain', 0o644, 'changed')
      })
      const now = () =>
        ['.husky/pre-commit', '.husky/pre-push', 'plain'].map((name) =>
          existsSync(at(name)) ? `${readFileSync(at(name), 'utf8')} ${modeOf(name)}` : undefined,
        )
      await goes('undo', number)
      expect(now()).toEqual(['mine 755', undefined, 'mine 644'])
      await goes('redo', number)
      expect(now()).toEqual(['allowed 755', 'new 755', 'changed 644'])
    },
  )

  test.each(oneBySeed('mode of a folder that could not be listed', [0o000, 0o111, 0o444]))(
    'what lay in a folder that could not be listed is removed by no undo of a turn that opened it (mode %i)',
    { timeout: 240_000 },
    async (mode) => {
      mkdirSync(at('closed/in'), { recursive: true })
      put('closed/in/file', 0o600, 'mine')
      chmodSync(at('closed'), mode)
      const number = await turn(() => {
        chmodSync(at('closed'), 0o755)
        put('made', 0o600)
      })
      expect(await goes('undo', number)).toEqual({ files: 1, left: [] })
      expect([existsSync(at('made')), readFileSync(at('closed/in/file'), 'utf8')]).toEqual([false, 'mine'])
    },
  )

  const oddNames = [[':!x'], [':(icase)x'], [':/key', ':'], ['*'], ['in/:^x', 'in'], ['git~1'], ['a\\.git']]
  test.each(someBySeed('names that are more to git', oddNames, 3))(
    'modes come back also beside a file whose name is more than a name to git (%j)',
    { timeout: 120_000 },
    async (odd, folder = '') => {
      put('key', 0o600, 'secret')
      put('stays', 0o600, 'secret')
      if (odd.includes('/')) mkdirSync(at(folder))
      put(odd, 0o640, 'odd')
      const number = await turn(() => {
        for (const name of ['key', odd]) rmSync(at(name))
        chmodSync(at('stays'), 0o644)
      })
      expect(await goes('undo', number)).toEqual({ files: 3, left: [] })
      expect(['key', 'stays', odd].map((name) => [modeOf(name), readFileSync(at(name), 'utf8')])).toEqual([
        ['600', 'secret'],
        ['600', 'secret'],
        ['640', 'odd'],
      ])
    },
  )

  const modes: Readonly<Record<string, number>> = {
    ...{ key: 0o600, own: 0o400, shared: 0o664, program: 0o4750, group: 0o2755 },
  }

  test(
    'modes come back as they were, of what was changed, removed and only given another mode',
    { timeout: 120_000 },
    async () => {
      for (const [name, mode] of Object.entries(modes))
        for (const kind of ['c', 'r', 'm']) put(`${kind}-${name}`, mode)
      mkdirSync(at('closed'))
      put('closed/in', 0o600)
      chmodSync(at('closed'), 0o700)
      mkdirSync(at('gone/deeper'), { recursive: true })
      put('gone/deeper/in', 0o640)
      for (const name of ['gone', 'gone/deeper']) chmodSync(at(name), 0o710)
      mkdirSync(at('open'))
      put('open/in', 0o644)
      chmodSync(at('open'), 0o1770)
      const names = ['c', 'r', 'm'].flatMap((kind) => Object.keys(modes).map((name) => `${kind}-${name}`))
      const all = [
        ...names,
        'closed',
        'closed/in',
        'gone',
        'gone/deeper',
        'gone/deeper/in',
        'open',
        'open/in',
      ]
      const before = all.map(modeOf)
      const number = await turn(() => {
        for (const name of Object.keys(modes)) {
          chmodSync(at(`c-${name}`), 0o644)
          writeFileSync(at(`c-${name}`), 'two')
          rmSync(at(`r-${name}`))
          chmodSync(at(`m-${name}`), 0o666)
        }
        for (const name of ['closed', 'open']) chmodSync(at(name), 0o755)
        rmSync(at('gone'), { recursive: true })
      })
      const after = all.map((name) => (existsSync(at(name)) ? modeOf(name) : 'gone'))
      expect(await goes('undo', number)).toMatchObject({ left: [] })
      expect(all.map(modeOf)).toEqual(before)
      await goes('redo', number)
      expect(all.map((name) => (existsSync(at(name)) ? modeOf(name) : 'gone'))).toEqual(after)
      expect(await goes('undo', number)).toMatchObject({ left: [] })
      expect(all.map(modeOf)).toEqual(before)
    },
  )

  test(
    'what could not be kept, since it was too large or not to be read, is never taken for made by the turn',
    { timeout: 120_000 },
    async () => {
      for (const name of ['opened', 'removed']) put(name, 0, 'secret')
      put('large', 0o600, 'x'.repeat(21 * 1024 * 1024))
      put('small', 0o600)
      const number = await turn(() => {
        chmodSync(at('opened'), 0o600)
        put('opened', 0o600, 'two')
        rmSync(at('removed'))
        put('large', 0o600, 'two')
        put('small', 0o600, 'two')
      })
      expect(await goes('undo', number, true)).toEqual({ files: 1, left: ['large', 'opened', 'removed'] })
      expect(['large', 'opened', 'small'].map((name) => readFileSync(at(name), 'utf8'))).toEqual([
        'two',
        'two',
        'one',
      ])
    },
  )

  test('a turn in which nothing but a folder was given another mode', { timeout: 120_000 }, async () => {
    mkdirSync(at('folder'))
    put('folder/in', 0o600)
    await turn(() => undefined)
    const number = await turn(() => {
      chmodSync(at('folder'), 0o700)
    })
    expect(await goes('undo', number)).toMatchObject({ left: [] })
    expect(modeOf('folder')).toBe('755')
  })

  test(
    'a mode that somebody gave since stays and is named, unless they say otherwise; so does a folder’s',
    { timeout: 120_000 },
    async () => {
      put('key', 0o600)
      mkdirSync(at('folder'))
      put('folder/in', 0o600)
      const number = await turn(() => {
        put('key', 0o600, 'two')
        chmodSync(at('folder'), 0o711)
      })
      chmodSync(at('key'), 0o640)
      chmodSync(at('folder'), 0o750)
      expect(await goes('undo', number)).toEqual({ files: 0, left: ['key', 'folder/'] })
      expect([modeOf('key'), modeOf('folder')]).toEqual(['640', '750'])
      expect(await goes('undo', number, true)).toEqual({ files: 2, left: [] })
      expect([modeOf('key'), modeOf('folder')]).toEqual(['600', '755'])
    },
  )

  test(
    'attributes and access lists stay where the file that goes has the very ones; else it is its owner’s alone, and named',
    { timeout: 120_000 },
    async () => {
      for (const name of ['listed', 'marked', 'removed', 'given', 'taken']) put(name, 0o640)
      giveList('listed')
      giveList('removed')
      setAttribute('marked', 'user.origin', '61')
      setAttribute('taken', 'user.origin', '61')
      const number = await turn(() => {
        for (const name of ['listed', 'marked', 'given']) writeFileSync(at(name), 'two')
        rmSync(at('removed'))
        giveList('given')
        rmSync(at('taken'))
        put('taken', 0o666, 'two')
      })
      const { narrowed = [] } = await goes('undo', number)
      expect(
        ['listed', 'marked', 'removed', 'given', 'taken'].map((name) => readFileSync(at(name), 'utf8')),
      ).toEqual(Array.from({ length: 5 }, () => 'one'))
      expect([attributesOf('marked'), modeOf('marked')]).toEqual(["['user.origin']", '640'])
      // The list that the turn gave is gone, with the mode that it had before.
      expect([attributesOf('given'), modeOf('given')]).toEqual(['[]', '640'])
      expect(modeOf('removed')).toBe('700')
      expect(narrowed).toEqual(expect.arrayContaining(['removed', 'taken']))
      // Nobody got more than he had.
      expect(narrowed.includes('listed') ? modeOf('listed') : attributesOf('listed')).toBe(
        narrowed.includes('listed') ? '700' : "['system.posix_acl_access']",
      )
    },
  )

  test(
    'a folder that gives a list to what is made in it gives nobody more than before',
    { timeout: 120_000 },
    async () => {
      mkdirSync(at('giving'))
      put('giving/plain', 0o660)
      const number = await turn(() => {
        rmSync(at('giving/plain'))
      })
      giveList('giving', 'default')
      const { narrowed = [] } = await goes('undo', number)
      const has = attributesOf('giving/plain')
      expect(
        has === '[]' ? modeOf('giving/plain') : narrowed.includes('giving/plain') ? '600' : 'wider',
      ).toBe(has === '[]' ? '660' : modeOf('giving/plain'))
    },
  )

  test('folders that are changed by an undo have the time that they had', { timeout: 120_000 }, async () => {
    for (const name of ['touched', 'gone', 'left']) {
      mkdirSync(at(name))
      put(`${name}/in`, 0o644)
      utimesSync(at(name), 1_000_000_000, 1_000_000_000)
    }
    const number = await turn(() => {
      rmSync(at('touched/in'))
      rmSync(at('gone'), { recursive: true })
    })
    utimesSync(at('left'), 1_100_000_000, 1_100_000_000)
    await goes('undo', number)
    expect(['touched', 'gone', 'left'].map((name) => lstatSync(at(name)).mtimeMs / 1000)).toEqual([
      ...[1_000_000_000, 1_000_000_000, 1_100_000_000],
    ])
  })

  test(
    'a turn that leaves all as it was has changed nothing, whatever times that moved',
    { timeout: 120_000 },
    async () => {
      mkdirSync(at('folder'))
      put('folder/in', 0o644)
      setAttribute('folder', 'user.origin', '61')
      await turn(() => {
        writeFileSync(at('folder/passing'), '')
        rmSync(at('folder/passing'))
        put('folder/in', 0o644)
      })
      expect((await kept.look(place(), 'undo')).kind).toBe('nothing')
    },
  )

  test(
    'links come back as links, and nothing behind them gets another mode',
    { timeout: 120_000 },
    async () => {
      put('behind', 0o600)
      symlinkSync('behind', at('link'))
      put('file', 0o755)
      const number = await turn(() => {
        rmSync(at('link'))
        put('link', 0o644, 'two')
        rmSync(at('file'))
        symlinkSync('behind', at('file'))
      })
      await goes('undo', number)
      expect([lstatSync(at('link')).isSymbolicLink(), modeOf('file'), modeOf('behind')]).toEqual([
        true,
        '755',
        '600',
      ])
      renameSync(at('behind'), at('away'))
    },
  )
})
