import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../../../../../../src/main/core/ports/sandbox'
import { ownCaches } from '../../../../../../src/main/adapters/sandbox-linux/protection/own-caches'

test('caches that are not the workspace’s lie in another folder, where no command of the workspace writes', () => {
  const base = realpathSync(mkdtempSync('/var/tmp/cs-caches-'))
  onTestFinished(() => {
    rmSync(base, { recursive: true })
  })
  const given = ownCaches(join(base, 'home'), join(base, 'state'))
  const spec = {
    command: ['npx', 'x'],
    env: {},
    policy: {
      ...sandboxPolicyForMode('workspace-write'),
      exclude_slash_tmp: true,
      exclude_tmpdir_env_var: true,
    },
    workspace: join(base, 'work'),
    permit: { confinement: 'policy', grants: [] },
  } as unknown as RunSpec
  const commands = given(spec)
  const server = given({ ...spec, cachesOf: `${spec.workspace}\0github` })
  expect(commands.env['npm_config_cache']).toBe(join(commands.ownCache ?? '-', 'npm'))
  expect(server.env['npm_config_cache']).toBe(join(server.ownCache ?? '-', 'npm'))
  expect(server.ownCache).not.toBe(commands.ownCache)
  expect(given(spec).ownCache).toBe(commands.ownCache)
})
