import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

test.each([
  ['git config --global user.name Ada', '.gitconfig', '[user]\n\tname = Ada\n'],
  ['sed -i s/one/two/ ~/.bashrc', '.bashrc', 'two\n'],
])(
  '%s makes a name of its own in the home folder: no yes is offered that would fail, and its change can be put in place',
  async (script, name, text) => {
    const world = await asking(script, {
      escalated: false,
      config: 'approval_policy = "on-failure"',
      before: (at) => {
        writeFileSync(at('home/.bashrc'), 'one\n')
      },
    })
    const { request } = await world.seen('approval.requested')
    expect(request.offers.map(({ kind }) => kind)).toEqual(['outside'])
    const found = await world.found()
    const { applies } = found
    const id = applies?.kind === 'possible' ? applies.id : ''
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: id }, 'window')
    await world.seen('turn.finished')
    expect(readFileSync(world.at('home', name), 'utf8')).toBe(text)
  },
)

test.each([
  ['cp a ~/copied', 'copied', true],
  ['rm -rf ~/.cache/foo', '.cache/foo', false],
  ['echo new > ~/.cache/note', '.cache/note', true],
])(
  '%s names a place of the home folder: its failure is asked about, and the narrow yes lets it through',
  async (script, name, isThere) => {
    const world = await asking(script, {
      ...{ escalated: false, config: 'approval_policy = "on-failure"\nrehearse = "off"' },
      before: (at) => {
        mkdirSync(at('home/.cache/foo'), { recursive: true })
        writeFileSync(at('home/.cache/foo/x'), 'one\n')
      },
    })
    const { request } = await world.seen('approval.requested')
    const [offer] = request.offers
    expect(offer?.kind).toBe('only-this')
    await world.engine.decide(request.id, { kind: 'allow', offerId: offer?.id ?? '' }, 'window')
    await world.seen('turn.finished')
    const last = world.events.findLast(({ type }) => type === 'command.finished')
    expect(last).toMatchObject({ outcome: { kind: 'exited', exitCode: 0 } })
    expect(existsSync(world.at('home', name))).toBe(isThere)
  },
)

test.each([
  ['mkdir ~/made', 'made'],
  ['cp -r dist ~/copied', 'copied/x'],
  ['ln -s a ~/link', 'link'],
])(
  '%s makes no file of the home folder: a yes in the sandbox is said to be stopped again, and its rehearsal can be put in place',
  async (script, name) => {
    const world = await asking(script, { escalated: false, config: 'approval_policy = "effects"' })
    const { request } = await world.seen('approval.requested')
    const found = request.rehearsal?.state === 'found' ? request.rehearsal.found : undefined
    const only = request.offers.find(({ kind }) => kind === 'only-this')
    expect([only?.grants, only?.means]).toEqual([[], { kind: 'run', mayFail: 'lacks' }])
    const id = found?.applies?.kind === 'possible' ? found.applies.id : ''
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: id }, 'window')
    await world.seen('turn.finished')
    expect(lstatSync(world.at('home', name)).isFIFO()).toBe(false)
  },
)

test.each([
  ['touch ~/new', 'new'],
  ['cp a ~/copied', 'copied'],
])('under effects one yes lets %s through', async (script, name) => {
  const world = await asking(script, { escalated: false, config: 'approval_policy = "effects"' })
  const { request } = await world.seen('approval.requested')
  const only = request.offers.find(({ kind }) => kind === 'only-this')
  await world.engine.decide(request.id, { kind: 'allow', offerId: only?.id ?? '' }, 'window')
  await world.seen('turn.finished')
  expect(world.events.filter(({ type }) => type === 'approval.requested')).toHaveLength(1)
  expect(existsSync(world.at('home', name))).toBe(true)
})
