import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { asked, openSession, openWindow } from './open-changes'

// Cards of tools of MCP servers, in a real browser over the stub engine.

test('a tool’s call that the policy refused unasked can be asked for again; one that the server did not answer cannot', async () => {
  const { page, faults } = await openWindow({ hash: 'cards' })
  await openSession(page, 'Pin Actions')
  const card = (tool: string) => page.getByRole('article', { name: new RegExp(tool) })
  const again = (tool: string) => card(tool).getByRole('button', { name: 'Ask the agent to try again' })
  await card('delete_project').getByText('it was not called').waitFor()
  await card('delete_project').getByRole('button', { name: 'Copy' }).waitFor()
  expect(await again('close_ticket').count()).toBe(0)
  expect(await again('create_ticket').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await again('delete_project').click()
  await expect.poll(() => asked(page, 'turn.start')).toHaveLength(1)
  const [{ text }] = (await asked(page, 'turn.start')) as [{ text: string }]
  expect(text).toMatch(
    /`delete_project` of the server tickets was not let through[^]*"title":"Pin the actions"/,
  )
  expect(faults).toEqual([])
})
