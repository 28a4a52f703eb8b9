import { expect, test } from 'vitest'
import { createNoSandbox } from '../../../../../src/main/adapters/sandbox-runtime/no-sandbox'
import { runtimeEnvironment } from '../../../../../src/main/adapters/sandbox-runtime/runtime-environment'
import { allow } from '../../../../../src/main/core/policy/permit'

test('a system without a sandbox says so, and runs nothing', async () => {
  const sandbox = createNoSandbox('freebsd')
  const spec = {
    permit: allow('policy-sandboxed'),
    command: ['true'],
    cwd: '/',
    workspace: '/',
    env: {},
    policy: { mode: 'read-only', network_access: false },
    timeoutMs: 1000,
  } as const
  const reason = 'there is no sandbox for freebsd'
  expect(await sandbox.status()).toMatchObject({ kind: 'unavailable', reason })
  expect(await sandbox.run(spec, new AbortController().signal, () => undefined)).toEqual({
    kind: 'failed',
    reason,
  })
})

test.each([
  [
    'linux',
    { PATH: '/bin', HOME: '/h', OPENAI_API_KEY: 'k', HTTPS_PROXY: 'p', path: 'x', LANG: undefined },
    { PATH: '/bin', HOME: '/h' },
  ],
  [
    'win32',
    { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', HOME: 'x', GITHUB_TOKEN: 't', http_proxy: 'p' },
    { Path: 'C:\\bin', SystemRoot: 'C:\\Windows' },
  ],
] as const)('runtimes on %s see no secret and no proxy of the environment', (platform, env, expected) => {
  expect(runtimeEnvironment(env, platform)).toEqual(expected)
})
