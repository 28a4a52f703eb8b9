import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { previewPage } from './fresh-page'
import { asked, openSession, openWindow } from './open-changes'

// Cards of tools of MCP servers, in a real browser over the stub engine.

test('a tool’s call that the policy refused unasked can be made again; one that the server did not answer cannot', async () => {
  const { page, faults } = await openWindow({ hash: 'cards' })
  await openSession(page, 'Pin Actions')
  const card = (tool: string) => page.getByRole('article', { name: new RegExp(tool) })
  const again = (tool: string) => card(tool).getByRole('button', { name: 'Allow and run again…' })
  await card('delete_project').getByText('it was not called').waitFor()
  await card('delete_project').getByRole('button', { name: 'Copy' }).waitFor()
  expect(await again('close_ticket').count()).toBe(0)
  expect(await again('create_ticket').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await again('delete_project').click()
  await expect.poll(() => asked(page, 'turn.run-again')).toEqual([expect.objectContaining({ callId: 'm3' })])
  expect(faults).toEqual([])
})

test('of lines of megabytes a part is drawn, more of it where it is asked for, and a picture of several whole', async () => {
  const page = await previewPage('heavy')
  await openSession(page, 'Pin Actions')
  const card = page.getByRole('article', { name: /take_picture/ })
  await card.getByRole('img').waitFor()
  const drawn = () => page.locator('#transcript').evaluate(({ textContent }) => textContent.length)
  expect(await drawn()).toBeLessThan(100_000)
  await card.getByRole('button', { name: 'Show all of it' }).click()
  await card.getByRole('button', { name: /characters/ }).waitFor()
  expect(await drawn()).toBeLessThan(300_000)
})

test('a picture of 50 MB is refused by its name and is not read', async () => {
  const { page, faults } = await openWindow({ hash: 'quiet' })
  await openSession(page, 'Pin Actions')
  await page.locator('#composer').evaluate((field) => {
    const file = new File([new Uint8Array(50_000_000)], 'poster.png', { type: 'image/png' })
    Blob.prototype.arrayBuffer = () => {
      throw new Error('it was read')
    }
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText('15 MB together: poster.png.').waitFor()
  expect(faults).toEqual([])
})
