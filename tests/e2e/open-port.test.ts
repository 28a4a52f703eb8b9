import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { scriptedHost } from './scripted-host'

const program = `require('node:http').createServer((request, reply) => {
  reply.setHeader('content-type', 'text/html')
  reply.end('<!doctype html><title>Preview</title><h1>From the sandbox</h1>' + request.headers.host)
}).listen(4567)`
const serve = `${process.execPath} server.cjs`

/** Starts a server and leaves it running. */
function script({ body }: RecordedRequest): Answer {
  const asked = JSON.stringify(body)
  if (asked.includes('call_1')) return { text: 'The server runs.' }
  return { calls: [{ id: 'call_1', name: 'exec_command', arguments: { cmd: serve, yield_time_ms: 250 } }] }
}

test('a development server that the agent started is opened from its card, and is gone when it is stopped', async () => {
  const host = await scriptedHost(() => script, {
    config: 'approval_policy = "never"\nsandbox_mode = "workspace-write"',
    configure: (_, workspace) => {
      writeFileSync(join(workspace, 'server.cjs'), program)
    },
  })
  const { page } = host
  await host.startSession()
  await page.getByRole('textbox', { name: 'Message' }).fill('Start the server')
  await page.keyboard.press('Enter')
  const card = page.getByRole('article', { name: 'Command, running' })
  await card.getByText('Listens on port 4567').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    card.getByRole('button', { name: 'Open in browser: port 4567' }).click(),
  ])
  await opened.getByRole('heading', { name: 'From the sandbox' }).waitFor()
  const { host: at, hostname } = new URL(opened.url())
  expect([hostname, await opened.locator('body').innerText()]).toEqual([
    '127.0.0.1',
    expect.stringContaining(at),
  ])
  const running = page.getByRole('region', { name: 'Still running' })
  await running.getByText('Listens on port 4567').waitFor()
  await running.getByRole('button', { name: /^Stop / }).click()
  await page.getByText('Listens on port 4567').first().waitFor({ state: 'hidden' })
  await expect(fetch(opened.url())).rejects.toThrow()
})
