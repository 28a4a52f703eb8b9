import { expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { ShellEnvironmentPolicy } from '@shared/domain/settings'
import { quietTools } from '../../../../../src/main/adapters/workspace/quiet-tools'
import { buildEnvironment } from '../../../../../src/main/adapters/workspace/workspace'

const closed = SandboxPolicy.parse({ mode: 'workspace-write' })
const names = Object.keys(quietTools)
const quiet = (env: Readonly<Record<string, string>>): readonly string[] =>
  names.filter((name) => name in env)

test('where the network is asked about, tools are told not to look for newer ones of themselves, nor to report their use', () => {
  expect(buildEnvironment({}, closed, true)).toMatchObject(quietTools)
})

test('where it is open, and outside of the sandbox, they do as always', () => {
  const open = SandboxPolicy.parse({ mode: 'workspace-write', network_access: true })
  expect(quiet(buildEnvironment({}, open, true))).toEqual([])
  expect(quiet(buildEnvironment({}, closed, false))).toEqual([])
})

test('what the person’s environment says of it counts more, in any case of the name', () => {
  const env = { DO_NOT_TRACK: '0', NPM_CONFIG_UPDATE_NOTIFIER: 'true' }
  const made = buildEnvironment(env, closed, true)
  expect(made).toMatchObject(env)
  expect(made['npm_config_update_notifier']).toBeUndefined()
})

test.each([
  ['sets', { set: { NEXT_TELEMETRY_DISABLED: '' } }, ''],
  ['leaves out', { exclude: ['NEXT_*'] }, undefined],
  ['does not include', { include_only: ['PATH'] }, undefined],
])('and so does what the configuration %s', (_, shell, value) => {
  const choice = { shell: ShellEnvironmentPolicy.parse(shell), unreadable: [], readable: [] }
  expect(buildEnvironment({}, closed, true, choice)['NEXT_TELEMETRY_DISABLED']).toBe(value)
})
