import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJournal, sweepJournal } from '../../../../../src/main/adapters/sandbox-linux/mounts/journal'
import { Placeholders } from '../../../../../src/main/adapters/sandbox-linux/mounts/placeholders'
import { protectMetadata } from '../../../../../src/main/adapters/sandbox-linux/protection/run-protection'

let base = ''
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-foreign-')
  chmodSync(base, 0o755)
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})
const at = (...names: string[]): string => join(base, ...names)

const file = (path: string) => ({ path, kind: 'file', content: '.\n' }) as const
const folder = (path: string) => ({ path, kind: 'folder', content: '' }) as const
const open = () => new Placeholders(openJournal(at('journal')))

test('a placeholder is made in a folder of our own, and goes', () => {
  mkdirSync(at('own/in'), { recursive: true })
  const release = open().hold([file(at('own/in/commondir')), folder(at('own/hooks'))], [])
  expect([readdirSync(at('own')), readdirSync(at('own/in'))]).toEqual([['hooks', 'in'], ['commondir']])
  release()
  expect([readdirSync(at('own')), readdirSync(at('own/in'))]).toEqual([['in'], []])
})

test('none is made by way of a link, nor taken away by one that was put there meanwhile', () => {
  for (const name of ['own', 'other']) mkdirSync(at(name))
  symlinkSync(at('other'), at('link'))
  const release = open().hold([file(at('own/commondir')), file(at('link/commondir'))], [])
  expect([readdirSync(at('own')), readdirSync(at('other'))]).toEqual([['commondir'], []])
  renameSync(at('own'), at('moved'))
  writeFileSync(at('other/commondir'), '.\n')
  symlinkSync(at('other'), at('own'))
  release()
  sweepJournal(at('journal'))
  expect(existsSync(at('other/commondir'))).toBe(true)
})

// Only root can make something another user's.
describe.runIf(process.getuid?.() === 0)('in a folder of another user', () => {
  beforeEach(() => {
    mkdirSync(at('theirs/git'), { recursive: true })
    for (const path of [at('theirs/git'), at('theirs')]) {
      chownSync(path, 65_534, 65_534)
      chmodSync(path, 0o777)
    }
  })

  test('nothing is made, at any depth', () => {
    mkdirSync(at('theirs/git/ours'))
    const wanted = ['theirs/x', 'theirs/git/x', 'theirs/git/ours/x']
    const release = open().hold(
      wanted.flatMap((path) => [file(at(path)), folder(at(`${path}-folder`))]),
      [],
    )
    expect(readdirSync(at('theirs'), { recursive: true })).toEqual(['git', 'git/ours'])
    release()
  })

  test('nothing is removed that an engine was killed over, whatever its owner put there', () => {
    openJournal(at('journal')).note([file(at('theirs/commondir')), folder(at('theirs/git/hooks'))])
    writeFileSync(at('theirs/commondir'), '.\n')
    mkdirSync(at('theirs/git/hooks'))
    sweepJournal(at('journal'))
    expect(readdirSync(at('theirs')).sort()).toEqual(['commondir', 'git'])
    expect(readdirSync(at('theirs/git'))).toEqual(['hooks'])
  })

  test('a git folder of theirs is read-only as a whole; in a folder that all share nothing is laid over it', async () => {
    for (const name of ['objects', 'refs']) mkdirSync(at('theirs/.git', name), { recursive: true })
    writeFileSync(at('theirs/.git/HEAD'), '')
    chownSync(at('theirs/.git'), 65_534, 65_534)
    const none = {
      nested: [],
      going: new Set<string>(),
      agents: [],
      engine: [],
      configured: { masks: [], missing: [], links: [] },
      closed: [],
    }
    const inRoot = await protectMetadata({ roots: [at('theirs')], temporary: [] }, [], none)
    expect([inRoot.masks, inRoot.missing]).toEqual([[{ kind: 'read-only', path: at('theirs/.git') }], []])
    const shared = await protectMetadata({ roots: [], temporary: [at('theirs')] }, [], none)
    expect([shared.masks, shared.missing]).toEqual([[], []])
  })
})
