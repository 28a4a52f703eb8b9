import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startModelServer, type Answer, type ModelServer } from '../../fakes/model-server'
import { processesWith } from '../../fakes/processes-with'
import { runCli } from '../../fakes/run-cli'

let model: ModelServer | undefined
let base = ''
afterEach(async () => {
  await model?.close()
  rmSync(base, { recursive: true, force: true })
})

const server = join(import.meta.dirname, '../../fakes/hostile-mcp-server.mjs')

test.each<[string, 'SIGKILL' | 'SIGTERM', Answer, string]>([
  ['idle', 'SIGKILL', { hang: true, text: 'wait' }, 'message.delta'],
  ['idle', 'SIGTERM', { hang: true, text: 'wait' }, 'message.delta'],
  ['busy with a call', 'SIGKILL', { calls: [{ id: 'c', name: 'h__look', arguments: {} }] }, 'mcp.started'],
  ['busy with a call', 'SIGTERM', { calls: [{ id: 'c', name: 'h__look', arguments: {} }] }, 'mcp.started'],
])('a server that is %s ends with the engine (%s)', async (_, signal, answer, at) => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-mcp-ends-')))
  const home = join(base, 'home')
  const workspace = join(base, 'ws')
  for (const each of [home, workspace]) mkdirSync(each)
  const marker = `marker-${String(process.pid)}-${String(performance.now())}`
  const started = await startModelServer(() => answer)
  model = started
  writeFileSync(
    join(home, 'config.toml'),
    [
      'model = "scripted"\nmodel_provider = "local"\n[model_providers.local]\nname = "Local"',
      `base_url = "${started.baseUrl}"\nwire_api = "chat"\n[mcp_servers.h]`,
      `command = "${process.execPath}"\nargs = ["${server}", "never-answers", "${marker}"]\n`,
    ].join('\n'),
  )
  let during = 0
  const ran = await runCli(['exec', '--json', '--cd', workspace, 'go'], {
    env: { PATH: process.env.PATH, HOME: home, COUNTERSIGN_HOME: home },
    onChild: (child, soFar) => {
      child.stdout?.on('data', () => {
        if (during > 0 || !soFar().includes(`"${at}"`)) return
        during = processesWith(marker).length
        child.kill(signal)
      })
    },
  })
  expect(during).toBeGreaterThan(0)
  expect(ran.signal ?? ran.code).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 130)
  await expect.poll(() => processesWith(marker).length, { timeout: 120_000 }).toBe(0)
})
