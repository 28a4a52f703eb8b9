import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeScript, takeBackScript } from '../../../src/main/core/checkpoints/placing-scripts'
import type { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import type { CommandRunner } from '../../../src/main/core/ports/sandbox'
import { asEachUser } from '../patch/ordinary-user'
import { keepingIn, untilKept } from './keeping'

let base = ''
let folder = ''
let kept: TurnCheckpoints
const problems: unknown[] = []
/** Done just before a script is run; true: it is not run. */
let meanwhile: ((script: (text: string) => boolean) => boolean) | undefined

const through = (sandbox: CommandRunner): CommandRunner => ({
  run: (spec, signal, onOutput) =>
    meanwhile?.((text) => spec.command.includes(text)) === true
      ? Promise.resolve({ kind: 'failed', reason: 'It breaks.' })
      : sandbox.run(spec, signal, onOutput),
})
const at = (name: string): string => join(folder, name)
const put = (name: string, text: string): void => {
  writeFileSync(at(name), text)
}
const all = (): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const mode = (lstatSync(path).mode & 0o7777).toString(8)
      return `${path.slice(folder.length + 1)} ${mode}${entry.isFile() ? ` ${readFileSync(path, 'utf8')}` : ''}`
    })
    .toSorted()
const place = () => ({ sessionId: 's-1', cwd: folder })

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-read-only-'))
  folder = join(base, 'work')
  for (const each of [folder, join(base, 'state')]) mkdirSync(each)
  meanwhile = undefined
  kept = keepingIn(base, problems, through)
  for (const each of ['1', '2', '3']) put(`${each}.txt`, each)
  mkdirSync(at('ro'))
  put('ro/f', 'f')
  chmodSync(at('ro'), 0o555)
})
afterEach(async () => {
  await kept.close()
  for (const each of ['', 'ro', 'ro/in', 'n', 'n/in']) if (existsSync(at(each))) chmodSync(at(each), 0o755)
  rmSync(base, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
})

async function turn(work: () => void): Promise<void> {
  const followed = kept.follow({ ...place(), turnNumber: 1 })
  await followed.begun
  work()
  followed.end()
  await untilKept(base, 's-1', 1)
}
const goes = (way: 'undo' | 'redo') => kept.restore(place(), { way, turnNumber: 1, sinceToo: false })
const inOpened = (work: () => void): void => {
  chmodSync(at('ro'), 0o755)
  work()
  chmodSync(at('ro'), 0o555)
}

const turns: Readonly<Record<string, { readonly files: number; readonly work: () => void }>> = {
  removed: {
    files: 2,
    work: () => {
      inOpened(() => {
        rmSync(at('ro/f'))
      })
      rmSync(at('1.txt'))
    },
  },
  made: {
    files: 2,
    work: () => {
      inOpened(() => {
        put('ro/g', 'x')
      })
      rmSync(at('1.txt'))
    },
  },
  changed: {
    files: 1,
    work: () => {
      inOpened(() => {
        put('ro/f', 'x')
      })
    },
  },
  'removed with it': {
    files: 1,
    work: () => {
      chmodSync(at('ro'), 0o755)
      rmSync(at('ro'), { recursive: true })
    },
  },
  'made with it': {
    files: 1,
    work: () => {
      mkdirSync(at('n/in'), { recursive: true })
      put('n/in/f', 'x')
      for (const each of ['n/in', 'n']) chmodSync(at(each), 0o555)
    },
  },
  'made deep in it': {
    files: 1,
    work: () => {
      inOpened(() => {
        mkdirSync(at('ro/in'))
        put('ro/in/f', 'x')
      })
    },
  },
}

asEachUser('checkpoints/read-only', (user) => {
  test.each(Object.entries(turns))(
    'in a folder that is closed to writing, a turn is taken back and done again: %s',
    { timeout: 240_000 },
    async (name, { files, work }) => {
      const before = all()
      await turn(work)
      // Of a folder that holds nothing nothing is kept.
      const after = all().filter((each) => name !== 'removed' || each !== 'ro 555')
      for (const [way, as] of [
        ['undo', before],
        ['redo', after],
        ['undo', before],
      ] as const) {
        expect(await goes(way)).toEqual({ files, left: [] })
        expect(all()).toEqual(as)
      }
    },
  )

  test('so it is where the folder itself is closed', { timeout: 240_000 }, async () => {
    await turn(() => {
      rmSync(at('1.txt'))
    })
    chmodSync(folder, 0o555)
    expect(await goes('undo')).toEqual({ files: 1, left: [] })
    expect([readFileSync(at('1.txt'), 'utf8'), lstatSync(folder).mode & 0o7777]).toEqual(['1', 0o555])
    expect(readdirSync(folder).filter((name) => name.startsWith('.countersign'))).toEqual([])
  })

  test(
    'an undo that fails leaves a folder that was empty, and what is just like what it was to put there',
    { timeout: 240_000 },
    async () => {
      await turn(() => {
        inOpened(() => {
          rmSync(at('ro/f'))
        })
        for (const each of ['1.txt', '2.txt']) rmSync(at(each))
      })
      meanwhile = (is) => {
        if (is(placeScript)) put('2.txt', '2')
        return false
      }
      const as = [...all(), '2.txt 644 2'].toSorted()
      await expect(goes('undo')).rejects.toThrow('Something came to be at 2.txt just then')
      expect(all()).toEqual(as)
    },
  )

  test(
    'a name that other systems take for .git brings nothing into an undo that the turn left alone',
    { timeout: 240_000 },
    async () => {
      put('git~1', 'q')
      const before = all()
      await turn(() => {
        for (const each of ['1.txt', '2.txt', '3.txt', 'git~1']) rmSync(at(each))
        mkdirSync(at('1.txt'))
        put('1.txt/made', 'x')
        put('.gitignore', '*\n')
      })
      const as = all()
      await expect(goes('undo')).rejects.toThrow(
        '1.txt is a folder by now, with what is not kept in it: 1.txt/made.',
      )
      expect(all()).toEqual(as)
      rmSync(at('1.txt/made'))
      expect(await goes('undo')).toEqual({ files: 4, left: [], unkept: ['.gitignore'] })
      rmSync(at('.gitignore'))
      expect(all()).toEqual(before)
    },
  )

  test(
    'a folder that a turn closed has its rights again, and so has what lies in it',
    { timeout: 240_000 },
    async () => {
      mkdirSync(at('shut/below'), { recursive: true })
      put('shut/below/f', 'x')
      chmodSync(at('shut'), 0o775)
      chmodSync(at('shut/below'), 0o2755)
      chmodSync(at('shut/below/f'), 0o600)
      const before = all()
      await turn(() => {
        chmodSync(at('shut'), 0o600)
        put('1.txt', 'new')
      })
      expect(await goes('undo')).toEqual({ files: 2, left: [] })
      expect(all()).toEqual(before)
      expect(await goes('redo')).toEqual({ files: 2, left: [] })
      expect(lstatSync(at('shut')).mode & 0o7777).toBe(0o600)
      chmodSync(at('shut'), 0o775)
      expect(all()).toEqual(before.map((line) => line.replace(/^(1\.txt \d+ ).*/, '$1new')))
    },
  )

  test(
    'where what was done cannot be taken back it is told where the files lie, and the next look takes it back',
    { timeout: 240_000 },
    async () => {
      await turn(() => {
        put('1.txt', 'new')
        for (const each of ['2.txt', '3.txt']) rmSync(at(each))
      })
      meanwhile = (is) => {
        if (is(placeScript)) put('3.txt', 'mine')
        return is(takeBackScript)
      }
      const as = [...all(), '3.txt 644 mine'].toSorted()
      const said = (beside: string): string =>
        `An undo in ${folder} was broken off, and what it did cannot be taken back: It breaks. What was there lies in ${folder}/${beside}/old, what was to come in new and back beside it. Once that is mended, the next undo or the next start takes it back.`
      const refused = await goes('undo').catch((error: unknown) => (error as Error).message)
      const beside = readdirSync(folder).find((name) => name.startsWith('.countersign-undo')) ?? ''
      expect(refused).toBe(said(beside))
      expect(readFileSync(at(`${beside}/old/1.txt`), 'utf8')).toBe('new')
      expect(await kept.look(place(), 'undo')).toEqual({ kind: 'unavailable', why: said(beside) })
      meanwhile = undefined
      expect(await kept.look(place(), 'undo')).toMatchObject({ kind: 'ready', turnNumber: 1 })
      expect(all()).toEqual(as)
    },
  )

  if (user === 'root')
    test('a folder of somebody else’s is named, and nothing is moved', { timeout: 240_000 }, async () => {
      await turn(() => {
        for (const each of ['ro/f', '1.txt']) put(each, 'new')
      })
      chownSync(at('ro'), 1, 1)
      const as = all()
      await expect(goes('undo')).rejects.toThrow(
        'ro is not yours to write in; nothing was put back. Get write permission for it, and try again.',
      )
      expect(all()).toEqual(as)
    })
})
