import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { leadingFate } from '@shared/messages/rehearsal'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

type At = (...names: string[]) => string
const config = 'rehearse = "off"\napproval_policy = "untrusted"'

/** One commit of `a`, with `ignored` ignored and `forced` in it although it is. */
function repository(at: At): void {
  const git = (cwd: string, ...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd, stdio: 'ignore' })
  for (const name of ['ignored', 'forced', 'fresh']) writeFileSync(at('work', name), 'mine\n')
  writeFileSync(at('work/.gitignore'), 'ignored\nforced\n')
  git(at('work'), 'init', '-q')
  git(at('work'), 'add', 'a')
  git(at('work'), 'add', '-f', 'forced')
  git(at('work'), 'commit', '-qm', 'one')
  writeFileSync(at('work/forced'), 'changed\n')
  writeFileSync(at('work/a'), 'changed\n')
  mkdirSync(at('work/nested'))
  git(at('work/nested'), 'init', '-q')
  writeFileSync(at('work/nested/own'), 'mine\n')
}

/** Asked for after a first command, which runs when the folder is kept. */
async function asked(script: string, before?: (at: At) => void) {
  const world = await asking(['cat a', script], { config, escalated: false, ...(before && { before }) })
  const { request } = await world.seen('approval.requested')
  const fate = leadingFate(request)
  return { world, request, fate: `${fate?.head ?? ''} ${fate?.text ?? ''}` }
}

const here = /^Can be undone here for \d+ days\.$/

test('what is kept with the folder can be undone here: that is said, and it is so', async () => {
  const { world, request, fate } = await asked('rm -r a fresh dist', repository)
  expect(fate).toMatch(here)
  const [offer] = request.offers
  await world.engine.decide(request.id, { kind: 'allow', offerId: offer?.id ?? '' }, 'window')
  await world.seen('turn.finished')
  await expect
    .poll(async () => (await world.engine.restores.look(world.session.id, 'undo')).kind, { timeout: 60_000 })
    .toBe('ready')
  await world.engine.restores.restore(world.session.id, { way: 'undo', turnNumber: 1, sinceToo: false })
  const text = (name: string): string => readFileSync(world.at('work', name), 'utf8')
  expect(['a', 'fresh', 'dist/x'].map(text)).toEqual(['changed\n', 'mine\n', 'one\n'])
})

test('without a repository too', async () => {
  expect((await asked('rm a')).fate).toMatch(here)
})

test.each([
  ['what git ignores', 'rm fresh ignored', 'Cannot be brought back: 1 untracked, 1 ignored.'],
  ['what git has, and ignores by now', 'rm forced', 'Cannot be brought back: changes in 1 file.'],
  ['what lies in a repository of its own', 'rm nested/own', 'Cannot be brought back: 1 untracked.'],
])('%s is not kept with the folder, and nothing says so', async (_, script, said) => {
  const { fate, request } = await asked(script, repository)
  expect([fate.replace(/^(.*?\.).*$/, '$1'), request.undo?.folder]).toEqual([said, undefined])
})

test('what was changed since the turn began is not kept as it is', async () => {
  const { fate } = await asked('rm a', (at) => {
    repository(at)
    execFileSync('touch', ['-d', 'tomorrow', at('work/a')])
  })
  expect(fate).toMatch(/^Cannot be brought back: changes in 1 file/)
})

/** Asked for after the first question has its yes, with what somebody did to the folder meanwhile. */
async function askedSecond(scripts: readonly string[], between: (at: At) => void, before: (at: At) => void) {
  const world = await asking(['cat a', ...scripts], { config, escalated: false, before })
  const first = await world.seen('approval.requested')
  between(world.at)
  const offerId = first.request.offers[0]?.id ?? ''
  await world.engine.decide(first.request.id, { kind: 'allow', offerId }, 'window')
  const requested = () => world.events.filter((each) => each.type === 'approval.requested')[1]
  await expect.poll(requested, { timeout: 120_000, interval: 10 }).toBeDefined()
  return requested()?.request.undo?.folder
}

const nothing = (): void => undefined
const old = (path: string): void => {
  execFileSync('touch', ['-d', 'yesterday', path])
}

test.each<[string, string[], (at: At) => void, (at: At) => void]>([
  [
    'a file that git ignores makes up for one that is gone',
    ['rm dist/y', 'rm -r dist'],
    nothing,
    (at) => {
      repository(at)
      writeFileSync(at('work/dist/ignored'), 'mine\n')
    },
  ],
  [
    'another with an older time was put in its place',
    ['touch b', 'rm a'],
    (at) => {
      renameSync(at('home/other'), at('work/a'))
    },
    (at) => {
      repository(at)
      writeFileSync(at('home/other'), 'mine\n')
      old(at('home/other'))
    },
  ],
  [
    'another folder of as many files was put in its place',
    ['touch b', 'rm -r dist'],
    (at) => {
      renameSync(at('work/dist'), at('home/dist'))
      renameSync(at('home/other'), at('work/dist'))
    },
    (at) => {
      mkdirSync(at('home/other'))
      for (const name of ['p', 'q']) writeFileSync(at('home/other', name), 'mine\n')
    },
  ],
])('as many files are not the same files: nothing is said where %s', async (_, scripts, between, before) => {
  expect(await askedSecond(scripts, between, before)).toBeUndefined()
})
