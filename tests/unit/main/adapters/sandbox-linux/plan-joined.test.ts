import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import {
  prepareOwn,
  type MountPlanParts,
} from '../../../../../src/main/adapters/sandbox-linux/mounts/mount-plan'
import { allow } from '../../../../../src/main/core/policy/permit'

test('a run that cannot be planned gives its part in the session’s network back, once', async () => {
  let held = 0
  const networks = {
    join: () => {
      held += 1
      return Promise.resolve({
        network: 'net:[1]',
        descriptor: -1,
        words: [],
        release: () => void (held -= 1),
      })
    },
  }
  const broken = new Proxy({} as MountPlanParts, {
    get: (_, name) => {
      if (name === 'networks') return networks
      throw new Error('the disk is gone')
    },
  })
  const spec = {
    permit: allow('policy-sandboxed'),
    command: ['true'],
    cwd: '/',
    workspace: '/work',
    env: {},
    policy: sandboxPolicyForMode('workspace-write'),
    timeoutMs: 1000,
  }
  await expect(prepareOwn(spec, broken)).rejects.toThrow('the disk is gone')
  expect(held).toBe(0)
})
