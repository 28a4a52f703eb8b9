import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SettingEdit } from '@shared/domain/settings-view'
import { afterEach, expect, test } from 'vitest'
import { composeEngine, type Composed } from '../../src/main/compose'
import { startModelServer } from '../fakes/model-server'
import { opinionText } from '../fakes/view-subject'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** The engine of a home whose model takes 600 ms for a view. */
async function start(config: string): Promise<{ composed: Composed; folder: string }> {
  const server = await startModelServer(() => ({ text: opinionText(), delayMs: 600 }))
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
  const composed = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  closing.push(() => composed.engine.close())
  return { composed, folder }
}

async function set({ engine }: Composed, key: string, value: SettingEdit['value']): Promise<void> {
  const { version } = await engine.readSettings()
  expect((await engine.writeSettings(version, [{ key, value }])).kind).toBe('written')
}

test('what is set of the model’s view counts for the next request, without another start', async () => {
  const { composed, folder } = await start('assessment_timeout_ms = 100')
  let asked = 0
  const view = async (): Promise<unknown> => {
    asked += 1 // another command each time: what was answered once is remembered
    const question = { argv: ['rm', '-rf', `kept-${String(asked)}`], cwd: folder, model: true }
    return (await composed.assessTyped(question, new AbortController().signal)).view
  }
  expect(await view()).toMatchObject({ status: 'timeout', limitMs: 100 })
  await set(composed, 'assessment_timeout_ms', 20_000)
  expect(await view()).toMatchObject({ status: 'success', model: 'scripted' })
  await set(composed, 'assessment_model', 'smaller')
  expect(await view()).toMatchObject({ status: 'success', model: 'smaller' })
  await set(composed, 'features.sandbox_command_assessment', false)
  expect(await view()).toMatchObject({ status: 'disabled' })
})
