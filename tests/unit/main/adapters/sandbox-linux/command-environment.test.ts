import { expect, test } from 'vitest'
import { commandEnvironment } from '../../../../../src/main/adapters/sandbox-linux/run/confined-runner'

const agents = {
  PATH: '/usr/bin',
  SRT_DEBUG: '1',
  COUNTERSIGN_OBSERVER_SOCKET: '/mine',
  COUNTERSIGN_HOME: '/h',
}
const observer = { COUNTERSIGN_OBSERVER_WORD: 'word' }
const kept = { PATH: '/usr/bin', COUNTERSIGN_HOME: '/h', COUNTERSIGN_OBSERVER_WORD: 'word' }

test.each([
  ['an ordinary user', agents, 1000, kept],
  ['nobody known', agents, undefined, kept],
  ['root', agents, 0, { ...kept, TAR_OPTIONS: '--no-same-owner' }],
  ['root with options of its own', { ...agents, TAR_OPTIONS: '-v' }, 0, { ...kept, TAR_OPTIONS: '-v' }],
])('%s gives a command no variable of the machinery but the observer’s', (_, env, uid, expected) => {
  expect(commandEnvironment(env, observer, uid)).toEqual(expected)
})
