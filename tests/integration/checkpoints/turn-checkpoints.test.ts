import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFolders } from '../../../src/main/adapters/checkpoint-store/store-folders'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import { untilKept } from './keeping'

let base = ''
let folder = ''
let home = ''
let kept: TurnCheckpoints
const problems: unknown[] = []
const budget = { bytes: 1024 * 1024 * 1024, ageMs: 86_400_000 }
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

/** `before`: what happens between the look of a restore and the restore. */
function open(before: () => Promise<unknown> = () => Promise.resolve()): TurnCheckpoints {
  const folders = storeFolders(home)

  return new TurnCheckpoints({
    beginningMs: 240_000, // what is tried here is not how fast this machine is
    sandbox: createLinuxSandbox(process.env.PATH, { home: base, engineHome: home }),
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: {
      ...folders,
      async plan(store, texts) {
        const plan = await folders.plan(store, texts)
        await before()
        return plan
      },
    },
    log: { error: (text, error) => problems.push([text, error]) },
    clock: { now: () => Date.now() },
    budget: () => budget,
  })
}

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-kept-'))
  folder = join(base, 'work')
  home = join(base, 'state')
  for (const each of [folder, home]) mkdirSync(each)
  problems.length = 0
  kept = open()
})
afterEach(async () => {
  await kept.close()
  rmSync(base, { recursive: true, force: true })
  expect(problems).toEqual([])
})

let turns = 0
const place = () => ({ sessionId: 's-1', cwd: folder })

/** A turn that does this to the folder. */
async function turn(work: () => void): Promise<number> {
  turns += 1
  const followed = kept.follow({ ...place(), turnNumber: turns })
  await followed.begun
  work()
  followed.end()
  await untilKept(base, 's-1', turns)
  return turns
}

/** What is to be put back, as one line for each file. */
async function shown(way: 'undo' | 'redo'): Promise<unknown> {
  const look = await kept.look(place(), way)
  if (look.kind !== 'ready') return look.kind
  const lines = (files: typeof look.files) =>
    files.map(({ path, becomes }) => `${becomes} ${path}`).toSorted()
  return { turn: look.turnNumber, files: lines(look.files), since: lines(look.since) }
}

const wish = (way: 'undo' | 'redo', turnNumber: number, sinceToo = false) => ({ way, turnNumber, sinceToo })

test('what a turn changed is told as a diff, whoever changed it, without a line of what may hold secrets', async () => {
  writeFileSync(at('changed'), 'one\n')
  writeFileSync(at('grün "x'), 'one\n')
  const number = await turn(() => {
    writeFileSync(at('changed'), 'two\n')
    writeFileSync(at('grün "x'), 'two\n')
    writeFileSync(at('.env'), 'TOKEN=hush\n')
    writeFileSync(at('bytes'), Buffer.from([0, 1, 2]))
  })
  const after = await turn(() => undefined)
  const diff = (await kept.changes(place(), number)) ?? ''
  expect(diff).toContain('--- a/changed\n+++ b/changed\n@@ -1 +1 @@\n-one\n+two\n')
  expect(diff.match(/^diff --git /gm)).toHaveLength(4)
  expect(diff).not.toContain('hush')
  expect(await kept.changes(place(), after)).toBe('')
  expect(await kept.changes(place(), 4711)).toBe(undefined)
  expect(await kept.changes({ sessionId: 'other', cwd: folder }, number)).toBe(undefined)
  expect(await kept.changes({ sessionId: 's-1', cwd: base }, number)).toBe(undefined)
})

test('what a session changed is told from before its first turn until now, whoever changed it', async () => {
  writeFileSync(at('first'), 'one\n')
  writeFileSync(at('back'), 'one\n')
  expect(await kept.changesOfAll({ sessionId: 'all', cwd: folder })).toBe(undefined)
  const all = { sessionId: 'all', cwd: folder }
  for (const [number, text] of [
    [1, 'two\n'],
    [2, 'three\n'],
  ] as const) {
    const followed = kept.follow({ ...all, turnNumber: number })
    await followed.begun
    writeFileSync(at('first'), text)
    writeFileSync(at('back'), number === 1 ? text : 'one\n')
    followed.end()
    await untilKept(base, 'all', number)
  }
  writeFileSync(at('.env'), 'TOKEN=hush\n')
  const diff = (await kept.changesOfAll(all)) ?? ''
  expect(diff).toContain('--- a/first\n+++ b/first\n@@ -1 +1 @@\n-one\n+three\n')
  expect(diff.match(/^diff --git .*$/gm)).toEqual(['diff --git a/.env b/.env', 'diff --git a/first b/first'])
  expect(diff).not.toContain('hush')
})

test('a turn is taken back and done again: contents, modes, links, what was made and what was removed', async () => {
  writeFileSync(at('changed'), 'one\n')
  writeFileSync(at('removed'), 'here\n')
  writeFileSync(at('program'), '#!/bin/sh\n')
  mkdirSync(at('deep/er'), { recursive: true })
  writeFileSync(at('deep/er/file'), 'deep\n')
  symlinkSync('changed', at('link'))
  writeFileSync(at('odd \n"name'), 'odd\n')
  const bytes = Buffer.from([0x61, 0xff, 0x62])
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), bytes]), 'bytes\n')
  const number = await turn(() => {
    writeFileSync(at('changed'), 'two\r\n')
    rmSync(at('removed'))
    chmodSync(at('program'), 0o755)
    rmSync(at('deep'), { recursive: true })
    rmSync(at('link'))
    symlinkSync('/etc/passwd', at('link'))
    writeFileSync(at('odd \n"name'), 'other\n')
    rmSync(Buffer.concat([Buffer.from(`${folder}/`), bytes]))
    mkdirSync(at('made/in'), { recursive: true })
    writeFileSync(at('made/in/it'), 'new\n')
  })
  expect(await shown('undo')).toEqual({
    turn: number,
    files: [
      'changed changed',
      'changed link',
      'changed odd \n"name',
      'changed program',
      'made a\u{fffd}b',
      'made deep/er/file',
      'made removed',
      'removed made/in/it',
    ],
    since: [],
  })
  expect(await shown('redo')).toBe('nothing')
  expect(await kept.restore(place(), wish('undo', number))).toEqual({ files: 8, left: [] })
  expect([read('changed'), read('removed'), read('deep/er/file'), readlinkSync(at('link'))]).toEqual([
    'one\n',
    'here\n',
    'deep\n',
    'changed',
  ])
  expect([lstatSync(at('program')).mode & 0o111, existsSync(at('made'))]).toEqual([0, false])
  expect(existsSync(Buffer.concat([Buffer.from(`${folder}/`), bytes]))).toBe(true)
  expect(await shown('undo')).toBe('nothing')
  expect(await kept.restore(place(), wish('redo', number))).toEqual({ files: 8, left: [] })
  expect([read('changed'), existsSync(at('removed')), existsSync(at('made/in/it'))]).toEqual([
    'two\r\n',
    false,
    true,
  ])
  expect(await shown('redo')).toBe('nothing')
})

test('what somebody changed since is left, and named, unless they say otherwise', async () => {
  writeFileSync(at('mine'), 'one')
  writeFileSync(at('theirs'), 'one')
  const number = await turn(() => {
    writeFileSync(at('mine'), 'two')
    writeFileSync(at('theirs'), 'two')
  })
  writeFileSync(at('mine'), 'edited by hand')
  expect(await shown('undo')).toEqual({ turn: number, files: ['changed theirs'], since: ['changed mine'] })
  expect(await kept.restore(place(), wish('undo', number))).toEqual({ files: 1, left: ['mine'] })
  expect([read('mine'), read('theirs')]).toEqual(['edited by hand', 'one'])
  await kept.restore(place(), wish('redo', number))
  expect(await kept.restore(place(), wish('undo', number, true))).toEqual({ files: 2, left: [] })
  expect([read('mine'), read('theirs')]).toEqual(['one', 'one'])
})

test('a turn whose end was not kept cannot be told from what somebody did after it: everything is left, unless they say otherwise', async () => {
  writeFileSync(at('a'), 'one\n')
  turns += 1
  await kept.follow({ ...place(), turnNumber: turns }).begun
  writeFileSync(at('a'), 'two\n')
  await kept.close()
  writeFileSync(at('a'), 'mine\n')
  kept = open()
  const undone = await kept.restore(place(), wish('undo', turns))
  expect([undone, read('a')]).toEqual([{ files: 0, left: ['a'] }, 'mine\n'])
  const { left } = await kept.restore(place(), { ...wish('undo', turns), sinceToo: true })
  expect([left, read('a')]).toEqual([[], 'one\n'])
})

test('a turn in which nothing ran ends as it began, at once: what others change then and after it is nobody’s turn’s', async () => {
  writeFileSync(at('a'), 'one\n')
  const first = await turn(() => writeFileSync(at('a'), 'two\n'))
  const idle = async (work: () => void): Promise<number> => {
    turns += 1
    const followed = kept.follow({ ...place(), turnNumber: turns })
    await followed.begun
    work()
    followed.end(true)
    await untilKept(base, 's-1', turns)
    return turns
  }
  const words = await idle(() => writeFileSync(at('theirs'), 'mine\n'))
  writeFileSync(at('later'), 'mine\n')
  expect(await kept.changes(place(), words)).toBe('')
  expect(await shown('undo')).toEqual({ turn: first, files: ['changed a'], since: [] })
  const span = await kept.lookRewind(place(), { turnNumber: words, acts: Infinity })
  expect([span.files, span.since.map(({ path }) => path).toSorted()]).toEqual([[], []])
  const second = await turn(() => writeFileSync(at('b'), 'new\n'))
  expect(await kept.restore(place(), wish('undo', second))).toEqual({ files: 1, left: [] })
  expect(await kept.restore(place(), wish('undo', first))).toEqual({ files: 1, left: [] })
  expect([read('a'), read('theirs'), read('later'), existsSync(at('b'))]).toEqual([
    'one\n',
    'mine\n',
    'mine\n',
    false,
  ])
})

test('one whose beginning is still being kept keeps nobody waiting who closes', async () => {
  let running = 0
  const never = new TurnCheckpoints({
    sandbox: {
      run: (_, signal) => {
        running += 1
        return new Promise((settle) => {
          signal.addEventListener('abort', () => {
            running -= 1
            settle({ kind: 'failed', reason: 'it is given up' })
          })
        })
      },
    },
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: storeFolders(home),
    log: { error: (text, error) => problems.push([text, error]) },
    clock: { now: () => Date.now() },
    budget: () => budget,
  })
  const followed = never.follow({ ...place(), turnNumber: 1 })
  await expect.poll(() => running).toBe(1)
  followed.end(true)
  await never.close()
  expect([running, await followed.begun]).toEqual([0, false])
})

test('turns are taken back one after another, also by an engine that was started anew; a new turn ends what could be done again', async () => {
  const first = await turn(() => {
    writeFileSync(at('a'), '1')
  })
  const second = await turn(() => {
    writeFileSync(at('b'), '2')
  })
  await turn(() => undefined)
  await kept.close()
  kept = open()
  for (const number of [second, first]) await kept.restore(place(), wish('undo', number))
  expect([existsSync(at('a')), existsSync(at('b'))]).toEqual([false, false])
  await kept.restore(place(), wish('redo', first))
  expect([existsSync(at('a')), existsSync(at('b'))]).toEqual([true, false])
  await turn(() => {
    writeFileSync(at('c'), '3')
  })
  expect(await shown('redo')).toBe('nothing')
})

test('what git ignores, what is too large and settings of agents are not kept; a repository of the folder is not read', async () => {
  execFileSync('git', ['init', '-q', folder])
  writeFileSync(at('.gitattributes'), '* text=auto eol=crlf filter=evil\n')
  writeFileSync(
    at('.git/config'),
    '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch /var/tmp/cs-kept-evil; false"\n[filter "evil"]\n\tclean = touch /var/tmp/cs-kept-evil\n\tsmudge = touch /var/tmp/cs-kept-evil\n\trequired = true\n',
  )
  writeFileSync(at('.gitignore'), 'build/\n')
  mkdirSync(at('build'))
  mkdirSync(at('sub/.codex'), { recursive: true })
  const number = await turn(() => {
    writeFileSync(at('text'), 'a\nb\n')
    writeFileSync(at('build/out'), 'x')
    writeFileSync(at('sub/.codex/config.toml'), 'x')
    writeFileSync(at('huge'), Buffer.alloc(21 * 1024 * 1024))
    writeFileSync(at('.git/description'), 'changed')
  })
  expect(await shown('undo')).toEqual({ turn: number, files: ['removed text'], since: [] })
  expect(await kept.look(place(), 'undo')).toMatchObject({ tooLarge: ['huge'] })
  await kept.restore(place(), wish('undo', number))
  await kept.restore(place(), wish('redo', number))
  expect([read('text'), existsSync(at('build/out')), existsSync(at('huge'))]).toEqual(['a\nb\n', true, true])
  expect(existsSync('/var/tmp/cs-kept-evil')).toBe(false)
})

test('it is all or nothing, follows no link out of the folder, and refuses what was not shown', async () => {
  const outside = join(base, 'outside')
  mkdirSync(outside)
  mkdirSync(at('dir'))
  writeFileSync(at('dir/file'), 'one')
  writeFileSync(at('other'), 'one')
  const number = await turn(() => {
    writeFileSync(at('dir/file'), 'two')
    writeFileSync(at('other'), 'two')
  })
  await expect(kept.restore(place(), wish('undo', number + 1))).rejects.toThrow(/was shown/)
  rmSync(at('dir'), { recursive: true })
  symlinkSync(outside, at('dir'))
  for (const behind of ['other', 'two']) {
    writeFileSync(join(outside, 'file'), behind)
    expect(await shown('undo')).toEqual({
      turn: number,
      files: ['changed other'],
      since: ['changed dir/file'],
    })
  }
  await kept.restore(place(), wish('undo', number, true)).catch(() => undefined)
  expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('two')
})

test('a file that became a folder comes back once what is not kept in there has gone, which is named', async () => {
  writeFileSync(at('.gitignore'), '*.log\n')
  writeFileSync(at('file'), 'mine\n')
  const number = await turn(() => {
    rmSync(at('file'))
    mkdirSync(at('file/deep'), { recursive: true })
    writeFileSync(at('file/new'), 'new\n')
    writeFileSync(at('file/deep/a.log'), 'log\n')
  })
  const undo = () => kept.restore(place(), wish('undo', number))
  for (const time of ['once', 'again'])
    await expect(undo(), time).rejects.toThrow(
      'file is a folder by now, with what is not kept in it: file/deep/a.log. Move that elsewhere, and try again.',
    )
  expect([read('file/new'), read('file/deep/a.log')]).toEqual(['new\n', 'log\n'])
  rmSync(at('file/deep/a.log'))
  await undo()
  expect(read('file')).toBe('mine\n')
})

test('an undo that finds a repository in the place of a file leaves it one: its empty folders stay', async () => {
  writeFileSync(at('file'), 'mine\n')
  const number = await turn(() => {
    rmSync(at('file'))
    execFileSync('git', ['init', '-q', at('file')])
  })
  await expect(kept.restore(place(), wish('undo', number))).rejects.toThrow('file is a folder by now')
  const git = ['-C', at('file'), 'rev-parse', '--show-toplevel']
  expect(execFileSync('git', git, { encoding: 'utf8' })).toBe(`${at('file')}\n`)
})

test('a link that git never takes, since it has the name of a list of modules, is named as not kept', async () => {
  symlinkSync('elsewhere', at('.gitmodules'))
  const number = await turn(() => {
    rmSync(at('.gitmodules'))
  })
  expect(await kept.look(place(), 'undo')).toMatchObject({ turnNumber: number, tooLarge: ['.gitmodules'] })
})

test('a store whose making was broken off is made anew', async () => {
  const fresh = join(base, 'fresh')
  mkdirSync(fresh)
  writeFileSync(join(fresh, 'file'), 'one')
  const store = await storeFolders(home).of(fresh)
  execFileSync('git', ['init', '-q', '--bare', join(store, 'git')])
  const theirs = { sessionId: 's-1', cwd: fresh }
  const followed = kept.follow({ ...theirs, turnNumber: 1 })
  await followed.begun
  writeFileSync(join(fresh, 'file'), 'two')
  followed.end()
  await untilKept(base, theirs.sessionId, 1)
  expect(await kept.look(theirs, 'undo')).toMatchObject({ files: [{ path: 'file', becomes: 'changed' }] })
})

test('a folder that cannot be kept is told, and changes nothing', async () => {
  const none = new TurnCheckpoints({
    sandbox: createLinuxSandbox('/nowhere'),
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: storeFolders(home),
    log: { error: () => undefined },
    clock: { now: () => Date.now() },
    budget: () => budget,
  })
  expect(await none.look(place(), 'undo')).toMatchObject({ kind: 'unavailable' })
  const followed = none.follow({ ...place(), turnNumber: 1 })
  await followed.begun
  followed.end()
  await none.close()
})

test('a turn is put back by its own number and no other: what was shown was another one', async () => {
  writeFileSync(at('a'), 'one\n')
  const before = await turn(() => writeFileSync(at('a'), 'two\n'))
  const last = await turn(() => writeFileSync(at('a'), 'three\n'))
  for (const number of [before, last + 1])
    await expect(kept.restore(place(), wish('undo', number))).rejects.toThrow('What was shown is not')
  expect(read('a')).toBe('three\n')
  await kept.restore(place(), wish('undo', last))
  expect(read('a')).toBe('two\n')
})

test('what another engine took back, or did again, just then is refused and stays as that left it', async () => {
  writeFileSync(at('a'), 'one\n')
  const number = await turn(() => writeFileSync(at('a'), 'two\n'))
  for (const [way, then] of [
    ['undo', 'one\n'],
    ['redo', 'two\n'],
  ] as const) {
    const late = open(() => kept.restore(place(), wish(way, number)))
    await expect(late.restore(place(), wish(way, number))).rejects.toThrow('just then')
    await late.close()
    expect([read('a'), await kept.leftBefore(folder)]).toEqual([then, []])
    expect((await kept.look(place(), way === 'undo' ? 'redo' : 'undo')).kind).toBe('ready')
  }
})

test('two engines that restore at once each go by their own plan', async () => {
  writeFileSync(at('a'), 'one\n')
  writeFileSync(at('b'), 'one\n')
  const number = await turn(() => writeFileSync(at('a'), 'two\n'))
  const theirs = { sessionId: 's-2', cwd: folder }
  const followed = kept.follow({ ...theirs, turnNumber: 1 })
  await followed.begun
  writeFileSync(at('b'), 'two\n')
  followed.end()
  await untilKept(base, 's-2', 1)
  const plan = { entries: '', files: '', folders: '' }
  const [store = ''] = readdirSync(join(home, 'checkpoints')).filter((name) => name !== 'tidied')
  const late = open(() => storeFolders(home).plan(join(home, 'checkpoints', store), plan))
  expect(await late.restore(place(), wish('undo', number))).toMatchObject({ files: 1 })
  expect([read('a'), read('b')]).toEqual(['one\n', 'two\n'])
  await late.close()
})
