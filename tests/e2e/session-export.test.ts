import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptedHost } from './scripted-host'

function recordFile(home: string): string {
  const folder = join(home, 'sessions')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return join(folder, names.find((name) => name.endsWith('.jsonl')) ?? '')
}

test('the record is exported byte for byte, from the menu and from the palette, while it is written and after', async () => {
  const host = await scriptedHost(() => () => ({ text: 'Grüße, 世界 \u2028 🎈' }))
  const field = await host.startSession()
  const { page } = host
  await field.fill('Say hello\u202E')
  await field.press('Enter')
  await page.getByText('Grüße').waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  const file = recordFile(host.home)
  const byMenu = await host.saved(async () => {
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Export the record (JSONL)' }).click()
  })
  expect(byMenu.name).toBe(basename(file))
  expect(byMenu.bytes.equals(readFileSync(file))).toBe(true)
  expect(byMenu.bytes.toString('utf8')).toContain('世界')

  const drawn = await host.saved(async () => {
    await page.getByRole('button', { name: 'Session actions' }).click()
    await page.getByRole('menuitem', { name: 'Export as HTML' }).click()
  })
  expect(drawn.name).toMatch(/\.html$/)
  expect(drawn.bytes.toString('utf8')).toMatch(
    /^<!doctype html>[^]*<blockquote>Say hello\\u\{202e\}<\/blockquote>/i,
  )

  // Another program has written to it: no text, and no end of a line.
  await page.goto('about:blank')
  appendFileSync(file, Buffer.from('{"type":"other","payload":"\xff\xfe\0', 'latin1'))
  const again = await host.restart()
  await again.getByText('Grüße').waitFor()
  const byName = await host.saved(async () => {
    await again.keyboard.press('ControlOrMeta+k')
    await again.getByRole('dialog').getByRole('combobox').fill('Export the record')
    await again.keyboard.press('Enter')
  })
  expect(byName.bytes.equals(readFileSync(file))).toBe(true)
  expect(byName.bytes.subarray(-3)).toEqual(Buffer.from([0xff, 0xfe, 0]))
  expect(host.complaints).toEqual([])
})
