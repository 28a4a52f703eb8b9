import { expect, test } from 'vitest'
import type { EngineService } from '../../../../../src/main/core/engine/engine-service'
import { clientWorld, resumedInput } from '../../../../../src/main/hosts/terminal/client-run'

const workspace = {
  mode: 'workspace-write',
  writable_roots: ['/kept'],
  network_access: true,
  exclude_slash_tmp: true,
  exclude_tmpdir_env_var: false,
} as const
const configured = { ...workspace, writable_roots: ['/configured'], network_access: false }
const engineWith = (sandboxPolicy: object): EngineService =>
  ({
    state: () =>
      Promise.resolve({
        defaults: { provider: 'openai', model: 'm', approvalPolicy: 'never', sandboxPolicy: configured },
      }),
    openSession: () => Promise.resolve({ session: { sandboxPolicy }, events: [] }),
  }) as unknown as EngineService

test.each([
  ['nothing', workspace, {}, {}],
  [
    'a mode: all that is configured of it',
    workspace,
    { sandbox: 'workspace-write' },
    { sandboxPolicy: configured },
  ],
  [
    'the network closed',
    workspace,
    { config: ['sandbox_workspace_write.network_access=false'] },
    {
      sandboxPolicy: { ...workspace, network_access: false },
    },
  ],
  [
    'a folder',
    workspace,
    { addDir: ['/more'] },
    { sandboxPolicy: { ...workspace, writable_roots: ['/kept', '/more'] } },
  ],
  ['a folder, for a session that only reads', { mode: 'read-only' }, { addDir: ['/more'] }, {}],
  [
    'the network, for a session that only reads',
    { mode: 'read-only' },
    {
      config: ['sandbox_workspace_write.network_access=true'],
    },
    {},
  ],
  [
    'what is asked about, the effort, the model',
    workspace,
    {
      config: ['model_reasoning_effort="low"', 'approval_policy="never"', 'model_reasoning_effort = "high"'],
      model: 'm',
    },
    { approvalPolicy: 'never', effort: 'high', model: 'm' },
  ],
] as const)('a session that is resumed with %s', async (_, policy, options, input) => {
  expect(await resumedInput(engineWith(policy), 's', options as never)).toEqual(input)
})

test('the SDK’s own options go before what its configuration says; the address of the environment is the weakest', () => {
  const { env, flags } = clientWorld(
    { CODEX_API_KEY: 'k', OPENAI_API_KEY: 'mine', OPENAI_BASE_URL: 'http://old/v1' },
    { model: 'a"b', sandbox: 'read-only', addDir: ['/x'] },
    { config: ['sandbox_mode="danger-full-access"', 'openai_base_url="http://new/v1"'], profile: 'p' },
  )
  expect(env['OPENAI_API_KEY']).toBe('k')
  expect(flags).toEqual({
    profile: 'p',
    config: [
      'openai_base_url="http://old/v1"',
      'sandbox_mode="danger-full-access"',
      'openai_base_url="http://new/v1"',
      'model="a\\"b"',
      'sandbox_mode="read-only"',
    ],
    addedRoots: ['/x'],
    unknown: 'left-out',
  })
})

test('an empty key is none', () => {
  expect(clientWorld({ CODEX_API_KEY: ' ', OPENAI_API_KEY: 'mine' }, {}, {}).env['OPENAI_API_KEY']).toBe(
    'mine',
  )
})
