import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { machineName } from '@shared/domain/machine-server'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { pictureAt, scriptedHost } from './scripted-host'

const served =
  "const s = require('node:http').createServer((_, r) => r.end('packed')); s.listen(0, '127.0.0.1', () => console.log(s.address().port))"
const over: (() => void)[] = []
afterEach(() => {
  for (const close of over.splice(0)) close()
})

test('an escalated installation that writes a cache outside and wants a host is asked about once', async () => {
  const registry = execFile(process.execPath, ['-e', served])
  over.push(() => registry.kill())
  const port = await new Promise<string>((resolve) => {
    registry.stdout?.once('data', (text: string) => {
      resolve(text.trim())
    })
  })
  const host = await scriptedHost(
    ({ base }) =>
      ({ body }: RecordedRequest): Answer => {
        if (JSON.stringify(body).includes('call_1')) return { text: 'It is installed.' }
        mkdirSync(join(base, 'caches'), { recursive: true })
        const install = `c=$(dirname "$PWD")/caches/tool; mkdir "$c" && echo x > "$c/x"; u=$(echo http://${machineName}); curl -sf "$u:${port}/pack" > pack`
        const asks = { with_escalated_permissions: true, justification: 'It needs the registry.' }
        return {
          calls: [{ id: 'call_1', name: 'shell', arguments: { command: ['sh', '-c', install], ...asks } }],
        }
      },
    { below: '/var/tmp', config: 'approval_policy = "on-request"\nsandbox_mode = "workspace-write"' },
  )
  const { page, workspace, base } = host
  const composer = await host.startSession()
  await composer.fill('Install it')
  await composer.press('Enter')
  const panel = page.locator('section.approval')
  const gives = panel.locator('.gl-gives')
  await gives.waitFor()
  // Its rehearsal says what its words hide: the cache, and the port.
  await expect.poll(() => gives.innerText()).toMatch(/caches\/tool/)
  expect(await gives.innerText()).toContain(port)
  await page.screenshot({ path: pictureAt('asked-once') })
  await expect
    .poll(
      async () => {
        if ((await panel.count()) > 0)
          await panel
            .locator('.a-once')
            .click({ timeout: 1000 })
            .catch(() => undefined)
        return panel.count()
      },
      { interval: 700 },
    )
    .toBe(0)
  // A second question would keep the turn from its end.
  await page.getByText('It is installed.').waitFor()
  expect(readFileSync(join(workspace, 'pack'), 'utf8')).toBe('packed')
  expect(readFileSync(join(base, 'caches/tool/x'), 'utf8')).toBe('x\n')
})
