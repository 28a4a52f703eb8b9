import { expect, test } from 'vitest'
import type { SettingsReply } from '@shared/domain/settings-view'
import { createFakeEngine } from '../../../../fakes/fake-engine'
import { noSettings } from '../../../../fakes/fake-settings'
import { writeRequests } from '../../../../../src/main/hosts/app-server-v2/protocol/client-requests'
import { writeHandlers } from '../../../../../src/main/hosts/app-server-v2/write-handlers'

const view = { ...noSettings, version: 'v2' }
const model = { keyPath: 'model', value: 'm', mergeStrategy: 'replace' }

function world(reply: SettingsReply = { kind: 'written', view }) {
  const written: unknown[] = []
  const engine = createFakeEngine({
    readSettings: () => Promise.resolve(noSettings),
    writeSettings: (...given) => {
      written.push(given)
      return Promise.resolve(reply)
    },
  })
  const handlers = writeHandlers(() => Promise.resolve({ engine }))
  const batch = async (params: object) =>
    handlers['config/batchWrite'](writeRequests['config/batchWrite'].params.parse(params))
  return { handlers, written, batch }
}

test('a value and a batch are written on the version that is there, or the one that is expected', async () => {
  const { handlers, written, batch } = world()
  const done = { status: 'ok', version: 'v2', filePath: noSettings.file, overriddenMetadata: null }
  const one = writeRequests['config/value/write'].params.parse(model)
  const effort = { keyPath: 'model_reasoning_effort', value: null, mergeStrategy: 'upsert' }
  const edits = { edits: [model, effort], expectedVersion: 'v0', filePath: noSettings.file }
  expect([await handlers['config/value/write'](one), await batch(edits)]).toEqual([done, done])
  expect(written).toEqual([
    ['v1', [{ key: 'model', value: 'm' }]],
    [
      'v0',
      [
        { key: 'model', value: 'm' },
        { key: 'model_reasoning_effort', value: null },
      ],
    ],
  ])
})

test.each([
  'sandbox_mode',
  'approval_policy',
  'sandbox_workspace_write.writable_roots',
  'mcp_servers.x.command',
  'model_providers.x.base_url',
  'notify',
  'projects."/".trust_level',
  'hooks.state',
  '__proto__',
])('%s is not a client’s, and then nothing of the batch is written', async (keyPath) => {
  const { written, batch } = world()
  const edits = [model, { ...model, keyPath }]
  await expect(batch({ edits })).rejects.toMatchObject({
    data: { config_write_error_code: 'configLayerReadonly' },
  })
  expect(written).toEqual([])
})

test.each<[string, SettingsReply, object, string]>([
  ['another version', { kind: 'conflict', view }, {}, 'configVersionConflict'],
  ['a bad value', { kind: 'refused', message: 'no' }, {}, 'configValidationError'],
  ['another file', { kind: 'written', view }, { filePath: '/etc/passwd' }, 'configLayerReadonly'],
])('%s is an error that says which', async (_, reply, where, code) => {
  await expect(world(reply).batch({ edits: [model], ...where })).rejects.toMatchObject({
    data: { config_write_error_code: code },
  })
})
