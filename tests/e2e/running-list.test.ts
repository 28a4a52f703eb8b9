import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { scriptedHost } from './scripted-host'

const sleeps = ['sleep 1001', 'sleep 1002', 'sleep 1003']

/** Starts three commands that stay. */
function script({ body }: RecordedRequest): Answer {
  if (JSON.stringify(body).includes('call_0')) return { text: 'They run.' }
  return {
    calls: sleeps.map((cmd, at) => ({
      id: `call_${String(at)}`,
      name: 'exec_command',
      arguments: { cmd, yield_time_ms: 250 },
    })),
  }
}

const list = (page: Page) => page.getByRole('region', { name: 'Still running' })
const stop = (page: Page, command: string) => list(page).getByRole('button', { name: `Stop ${command}` })

async function open(): Promise<Page> {
  const host = await scriptedHost(() => script, {
    config: 'approval_policy = "never"\nsandbox_mode = "workspace-write"',
  })
  const field = await host.startSession()
  await field.fill('Start them')
  await field.press('Enter')
  await host.page.getByText('They run.').waitFor()
  for (const command of sleeps) await stop(host.page, command).waitFor()
  return host.page
}

test('a second click on Stop falls on no other command; the rows close up when the pointer leaves', async () => {
  const page = await open()
  const box = await stop(page, 'sleep 1001').boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const second = await stop(page, 'sleep 1002').boundingBox()
  await page.mouse.click(x, y)
  await stop(page, 'sleep 1001').waitFor({ state: 'detached' })
  await page.mouse.click(x, y)
  await list(page).getByText('You stopped it').waitFor()
  expect(await stop(page, 'sleep 1002').boundingBox()).toEqual(second)
  expect(await axeFindings(page)).toEqual([])
  await page.mouse.move(x, 5)
  await list(page).getByText('You stopped it').waitFor({ state: 'detached' })
  expect(await list(page).getByRole('listitem').count()).toBe(2)
  await stop(page, 'sleep 1002').waitFor()
})

test('by keyboard too an ended row goes after a moment, and the last of them takes the list along', async () => {
  const page = await open()
  for (const command of sleeps) {
    await stop(page, command).focus()
    await page.keyboard.press('Enter')
    await stop(page, command).waitFor({ state: 'detached' })
  }
  await list(page).waitFor({ state: 'detached' })
})
