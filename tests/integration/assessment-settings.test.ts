import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SettingEdit } from '@shared/domain/settings-view'
import { afterEach, expect, test } from 'vitest'
import { composeJudge, type Judge } from '../../src/main/compose-judge'
import { startModelServer } from '../fakes/model-server'
import { opinionText } from '../fakes/view-subject'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** What judges for a home whose model waits before each of some twenty pieces of a view. */
async function start(config: string): Promise<{ judge: Judge; folder: string }> {
  const server = await startModelServer(() => ({ text: opinionText(), delayMs: 30 }))
  closing.push(() => server.close())
  const base = mkdtempSync(join(tmpdir(), 'cs-assess-'))
  closing.push(() => {
    rmSync(base, { recursive: true, force: true })
  })
  const folder = join(base, 'project')
  mkdirSync(join(base, 'home'))
  mkdirSync(folder)
  const provider = `[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`
  writeFileSync(
    join(base, 'home/config.toml'),
    `# mine\nmodel_provider = "ours"\nmodel = "scripted"\n${config}\n${provider}`,
  )
  const env = { ...process.env, COUNTERSIGN_HOME: join(base, 'home') }
  const judge = await composeJudge({ env, version: 'test', runtimeProgram: '' })
  closing.push(() => judge.close())
  return { judge, folder }
}

async function set({ settings }: Judge, key: string, value: SettingEdit['value']): Promise<void> {
  const { version } = await settings.read()
  expect((await settings.write(version, [{ key, value }])).kind).toBe('written')
}

test('what is set of the model’s view counts for the next request, without another start', async () => {
  const { judge, folder } = await start('assessment_timeout_ms = 100')
  let asked = 0
  const view = async (): Promise<unknown> => {
    asked += 1 // another command each time: what was answered once is remembered
    const question = { argv: ['rm', '-rf', `kept-${String(asked)}`], cwd: folder, model: true }
    return (await judge.assessTyped(question, new AbortController().signal)).view
  }
  expect(await view()).toMatchObject({ status: 'timeout', limitMs: 100 })
  await set(judge, 'assessment_timeout_ms', 20_000)
  expect(await view()).toMatchObject({ status: 'success', model: 'scripted' })
  await set(judge, 'assessment_model', 'smaller')
  expect(await view()).toMatchObject({ status: 'success', model: 'smaller' })
  await set(judge, 'features.sandbox_command_assessment', false)
  expect(await view()).toMatchObject({ status: 'disabled' })
})
