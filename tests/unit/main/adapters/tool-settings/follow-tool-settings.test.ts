import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createToolSettings } from '../../../../../src/main/adapters/tool-settings/follow-tool-settings'

let base = ''
let work = ''
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-follow-')
  work = join(base, 'work')
  mkdirSync(work)
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

const put = (name: string, text = 'x'): void => {
  mkdirSync(dirname(join(work, name)), { recursive: true })
  writeFileSync(join(work, name), text)
}
const link = (to: string, name: string): void => {
  mkdirSync(dirname(join(work, name)), { recursive: true })
  symlinkSync(to, join(work, name))
}

/** What is told of a turn that does this, in a folder that was so before. */
async function told(before: () => void, turn: () => void): Promise<readonly string[]> {
  before()
  writeFileSync(join(base, 'last'), '')
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(lstatSync(join(base, 'last')).ctimeMs)
  const settings = createToolSettings({})
  const followed = settings.follow(work)
  await followed.begun
  turn()
  return followed.changed()
}
const nothing = (): void => undefined

test.each<[string, () => void, () => void, readonly string[]]>([
  [
    'a folder of settings that is a link is told, with what is in it',
    nothing,
    () => {
      put('x/settings.json')
      link('x', '.claude')
    },
    ['.claude', '.claude/settings.json'],
  ],
  [
    'what is written behind such a link is told, also where the link was there',
    () => {
      put('x/settings.json')
      link('x', '.claude')
    },
    () => {
      put('x/settings.json', 'y')
    },
    ['.claude/settings.json'],
  ],
  [
    'in a folder with more names than are read each is looked for',
    () => {
      for (let at = 0; at < 2100; at += 1) put(`names/${String(at)}`)
      work = join(work, 'names')
    },
    () => {
      put('.envrc')
    },
    ['.envrc'],
  ],
  [
    'so is a file behind a link',
    () => {
      put('build/env')
      link('build/env', '.envrc')
    },
    () => {
      put('build/env', 'y')
    },
    ['.envrc'],
  ],
  [
    'and another one that is put there',
    () => {
      put('build/env')
      put('build/other')
      link('build/env', '.envrc')
    },
    () => {
      renameSync(join(work, 'build/other'), join(work, 'build/env'))
    },
    ['.envrc'],
  ],
  [
    'a link whose folder is another one',
    () => {
      mkdirSync(join(work, 'x'))
      mkdirSync(join(work, 'y'))
      link('x', '.vscode')
    },
    () => {
      rmSync(join(work, 'x'), { recursive: true })
      renameSync(join(work, 'y'), join(work, 'x'))
    },
    ['.vscode'],
  ],
  ['a link that leads nowhere', nothing, () => link('none', '.hg'), ['.hg']],
  ['a repository of Jujutsu that is elsewhere', nothing, () => put('.jj/repo', '../../x'), ['.jj/repo']],
  ['one of its workspace', nothing, () => put('.jj/workspace-config.toml'), ['.jj/workspace-config.toml']],
  [
    'links in a circle end, and what they are in is told once for each step',
    nothing,
    () => link('..', '.vscode/a'),
    ['.vscode/a'],
  ],
])('%s', async (_, before, turn, paths) => {
  expect(await told(before, turn)).toEqual(paths)
})

test('a folder elsewhere that a link leads to is not gone into', async () => {
  const change = (text: string): void => {
    mkdirSync(join(base, 'elsewhere'), { recursive: true })
    writeFileSync(join(base, 'elsewhere/mine'), text)
  }
  const found = await told(
    () => {
      change('x')
      link('../elsewhere', '.vscode')
    },
    () => {
      change('y')
    },
  )
  expect(found).toEqual([])
})
