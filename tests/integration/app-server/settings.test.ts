import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainClient, startAppServer, type Message } from '../../fakes/app-server-client'
import { appServerHome } from '../../fakes/app-server-home'

test('the saved configuration is told, and a new default model is written beside comments that stay', async () => {
  const home = await appServerHome([], { config: '# mine\nsandbox_mode = "read-only"\n' })
  const file = join(home.base, 'config.toml')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('model = "test-1"', 'model = "test-1" # the quick one'),
  )
  const client = startAppServer({ env: home.env, cwd: home.project })
  await client.request(1, 'initialize', plainClient)
  const saved = await client.request(2, 'getUserSavedConfig')
  expect((saved['result'] as Message)['config']).toMatchObject({
    model: 'test-1',
    approvalPolicy: 'on-failure',
    sandboxMode: 'read-only',
    sandboxSettings: null,
    modelReasoningEffort: null,
    profiles: {},
  })
  const set = await client.request(3, 'setDefaultModel', { model: 'test-2', reasoningEffort: 'high' })
  expect(set['result']).toEqual({})
  const text = readFileSync(file, 'utf8')
  for (const part of ['model = "test-2" # the quick one', '# mine', 'model_reasoning_effort = "high"'])
    expect(text).toContain(part)
  const after = await client.request(4, 'getUserSavedConfig')
  expect((after['result'] as Message)['config']).toMatchObject({
    model: 'test-2',
    modelReasoningEffort: 'high',
  })
  expect((await client.end()).code).toBe(0)
  await home.remove()
})

test('-c and --profile of the command line count for every conversation', async () => {
  const home = await appServerHome([], { config: '' })
  const file = join(home.base, 'config.toml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n[profiles.quick]\nmodel = "test-quick"\n`)
  const modelWith = async (...args: string[]): Promise<unknown> => {
    const client = startAppServer({ env: home.env, cwd: home.project, args })
    await client.request(1, 'initialize', plainClient)
    const made = await client.request(2, 'newConversation', { cwd: home.project })
    expect((await client.end()).code).toBe(0)
    return (made['result'] as Message)['model']
  }
  expect([
    await modelWith(),
    await modelWith('-c', 'model=test-9'),
    await modelWith('--profile', 'quick'),
    await modelWith('--profile', 'quick', '-c', 'model="test-9"'),
  ]).toEqual(['test-1', 'test-9', 'test-quick', 'test-9'])
  await expect(modelWith('--profile', 'slow')).rejects.toThrow('profile is "slow", which is not defined')
  await home.remove()
})
