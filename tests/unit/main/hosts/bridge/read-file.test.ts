import { expect, test } from 'vitest'
import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { readFile } from '../../../../../src/main/hosts/bridge/file-requests'
import { createFakeEngine } from '../../../../fakes/fake-engine'
import { session } from '../../../renderer/samples'

test('a file is read below the folders of its session alone: where it works, and where it may write', async () => {
  const policies: SandboxPolicy[] = [
    {
      mode: 'workspace-write',
      writable_roots: ['/cache'],
      network_access: false,
      exclude_tmpdir_env_var: false,
      exclude_slash_tmp: false,
    },
    sandboxPolicyForMode('read-only'),
    sandboxPolicyForMode('danger-full-access'),
  ]
  const roots = await Promise.all(
    policies.map(async (sandboxPolicy) => {
      const engine = createFakeEngine({
        openSession: (id) =>
          Promise.resolve({ session: session(id, { cwd: '/older', sandboxPolicy }), events: [] }),
      })
      await readFile(engine)({ sessionId: 's9', path: '/older/a' })
      return engine.calls.findLast(([name]) => name === 'readFile')
    }),
  )
  expect(roots).toEqual([
    ['readFile', '/older/a', ['/older', '/cache']],
    ['readFile', '/older/a', ['/older']],
    ['readFile', '/older/a', ['/older']],
  ])
})
