import { describe, expect, it } from 'vitest'
import {
  chooseBackend,
  runtimeBackend,
} from '../../../../../src/main/adapters/sandbox-runtime/choose-backend'
import { dependencyStatus } from '../../../../../src/main/adapters/sandbox-runtime/runtime-sandbox'

describe('the backend by platform', () => {
  it.each([
    ['linux', 'sandbox-linux', 'bubblewrap'],
    ['darwin', 'sandbox-runtime', 'seatbelt'],
    ['win32', 'sandbox-runtime', 'srt-win'],
    ['freebsd', 'none', undefined],
    ['aix', 'none', undefined],
  ] as const)('%s: %s', (platform, adapter, backend) => {
    expect([chooseBackend(platform), runtimeBackend(platform)]).toEqual([adapter, backend])
  })
})

describe('what the runtime finds missing', () => {
  const status = (errors: readonly string[], warnings: readonly string[] = [], supported = true) =>
    dependencyStatus({ supported, errors, warnings }, 'seatbelt', 'sandbox-runtime 1')

  it('nothing: the sandbox is there', () => {
    expect(status([], ['bubblewrap is older than 0.5.0'])).toEqual({
      kind: 'available',
      backend: 'seatbelt',
      version: 'sandbox-runtime 1',
    })
  })

  it.each([
    [['socat not installed'], 'sudo apt install socat'],
    [['bubblewrap (bwrap) not installed', 'socat not installed'], 'sudo apt install bubblewrap'],
    [['ripgrep (rg) not found'], 'sudo apt install ripgrep'],
    [['Windows sandbox user is not provisioned'], 'npx @anthropic-ai/sandbox-runtime windows-install'],
    [['something new'], 'countersign doctor'],
  ])('%j: unavailable, with the remedy', (errors, remedy) => {
    expect(status(errors)).toEqual({ kind: 'unavailable', reason: errors.join('; '), remedy })
  })

  it('a warning that Unix sockets are open makes it unavailable too', () => {
    expect(status([], ['seccomp not available - unix socket access not restricted']).kind).toBe('unavailable')
  })

  it('an unsupported platform is unavailable even without an error', () => {
    expect(status([], [], false).kind).toBe('unavailable')
  })
})
