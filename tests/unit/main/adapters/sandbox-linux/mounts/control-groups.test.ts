import { expect, test } from 'vitest'
import {
  controlGroups,
  controlGroupsIn,
} from '../../../../../../src/main/adapters/sandbox-linux/mounts/control-groups'

test.each([
  ['the second version alone', '0::/user.slice/user-1000.slice/session-2.scope\n', 'own'],
  ['the first version, at the top', '3:cpuset:/\n2:cpu,cpuacct:/\n1:name=systemd:/\n0::/\n', 'own'],
  ['the first version, below it', '3:cpuset:/\n2:memory:/user.slice\n1:name=systemd:/\n', 'inherited'],
  ['the first and tenth hierarchy', '10:memory:/user.slice\n0::/\n', 'inherited'],
  ['no groups', '', 'own'],
] as const)('%s', (_, text, groups) => {
  expect(controlGroupsIn(text)).toBe(groups)
})

test('of this process', () => {
  expect(['own', 'inherited']).toContain(controlGroups())
})
