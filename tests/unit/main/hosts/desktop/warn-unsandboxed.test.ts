import { expect, test } from 'vitest'
import { english } from '@shared/languages/english/messages'
import { warnUnsandboxed } from '../../../../../src/main/hosts/desktop/warn-unsandboxed'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { createFakeLog } from '../../../../fakes/fake-engine'

interface Start {
  readonly switches?: string[]
  readonly argv?: string[]
  readonly env?: NodeJS.ProcessEnv
}

function setUp({ switches = [], argv = [], env = {} }: Start = {}) {
  const { api, world } = createFakeElectron({ switches })
  const log = createFakeLog()
  const done = warnUnsandboxed({ electron: api, env, argv }, { log, messages: () => english.native })
  return { world, log, done }
}

test.each([
  ['Chromium’s switch', { switches: ['no-sandbox'] }],
  ['an argument', { argv: ['countersign', '--no-sandbox'] }],
  ['a variable', { env: { ELECTRON_DISABLE_SANDBOX: '1' } }],
])('a start without the windows’ sandbox is said and logged: %s', async (_, how) => {
  const { world, log, done } = setUp(how)
  const [box] = world.boxes
  expect(box?.options).toMatchObject({
    type: 'warning',
    message: 'The windows run without a sandbox',
    defaultId: 0,
  })
  expect(log.lines).toHaveLength(1)
  box?.answer('Go on without')
  await done
  expect(world.exits).toEqual([])
})

test('it can be quit from there', async () => {
  const { world, done } = setUp({ switches: ['no-sandbox'] })
  world.boxes[0]?.answer('Quit')
  await done
  expect(world.exits).toEqual([0])
})

test('an ordinary start says nothing', async () => {
  const { world, log, done } = setUp({
    argv: ['countersign', '--hidden'],
    env: { ELECTRON_DISABLE_SANDBOX: '' },
  })
  await done
  expect([world.boxes, log.lines]).toEqual([[], []])
})
