import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { armed, withClock } from './armed'
import { asked, openSession, openWindow } from './open-changes'

// What a command would change, in the panel of its request, in a real browser over the stub engine.

test('the rail says of a request what its panel says', async () => {
  const { page, faults } = await openWindow({ hash: 'rehearsal-applies' })
  await openSession(page, 'Fix flaky')
  const head = await page.locator('section.approval').getByRole('heading').first().textContent()
  expect(head).toMatch(/^Would /)
  const row = page.getByRole('button', { name: /^High risk Fix flaky|Fix flaky/ }).first()
  await row.getByText(head?.replace(/\.$/, '') ?? '', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('the panel says what would change, with lines, and names secrets without showing them', async () => {
  const { page, faults } = await openWindow({ hash: 'rehearsed' })
  await openSession(page, 'Fix flaky')
  const panel = page.locator('section.approval')
  await expect
    .poll(() => panel.getByRole('heading').first().textContent())
    .toBe('Deletes 312 files (48 MB) in ~/.pi.')
  const rehearsal = panel.getByRole('region', { name: 'Rehearsal' })
  const text = (await rehearsal.innerText()).replace(/\s+/g, ' ')
  // It failed: it does not lead.
  expect(text).toContain('Rehearsed without network: exit code 1, 0.6 s.')
  expect(text).toContain('lost: 2 untracked, changes in 1 file and 35 ignored; git has the rest.')
  expect(text).not.toContain('rimraf')
  expect(await axeFindings(page)).toEqual([])
  await rehearsal.getByText('What it does not show').click()
  await rehearsal.getByText('rehearsed without network; it tried registry.npmjs.org:443.').waitFor()
  await rehearsal.getByRole('button', { name: /package\.json/ }).click()
  await rehearsal.getByText('"clean:all": "rimraf dist",').waitFor()
  // By key: the lines above get their colours meanwhile, and a press that something moves away under is no click.
  await rehearsal.locator('summary', { hasText: 'What it printed' }).press('Enter')
  await rehearsal.getByText('npm error code ENOTFOUND').waitFor()
  await rehearsal.getByRole('button', { name: '1,024 more changes' }).click()
  const all = page.getByRole('dialog', { name: 'What the command would change' })
  await all.getByText('312 files, 48 MB; git does not know it.').waitFor()
  await all.getByText('May hold keys or passwords: named, never shown.').first().waitFor()
  await all
    .locator('.ch-files button')
    .filter({ hasText: /made(?!-)/ })
    .click()
  await all.getByText('A new folder.').waitFor()
  expect(await all.getByText('An empty file.').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
})

test('what changed since a yes is shown with its lines, as untrusted text, and secrets by name alone', async () => {
  const { page, faults } = await openWindow({ hash: 'changed-since' })
  await openSession(page, 'Fix flaky')
  const changed = page
    .locator('section.approval')
    .getByRole('region', { name: 'Changed since it was allowed' })
  const text = (await changed.innerText()).replace(/\s+/g, ' ')
  expect(text).toContain('This is what runs now:')
  expect(text).toContain('rm -rf dist ~/.pi')
  expect(text).toContain('.env.local Changed May hold keys or passwords: named, never shown.')
  expect(text).toContain('scripts/more.sh Deleted Is not there any more.')
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
})

test('it is rehearsed when the person says so, and what comes has to be seen before anything is allowed', async () => {
  const { page } = await openWindow({ hash: 'rehearsal-offered', alone: true })
  await page.clock.install()
  // It only moves when it is told to: what is seen for half a second alone is not missed.
  await page.clock.pauseAt(Date.now() + 60_000)
  await openSession(page, 'Fix flaky')
  const panel = page.locator('section.approval')
  const allow = panel.locator('.a-once')
  const isArmed = () => allow.getAttribute('aria-disabled').then((value) => value !== 'true')
  await armed(page, panel)
  await panel.getByRole('button', { name: 'Rehearse' }).click()
  expect(await asked(page, 'approval.rehearse')).toEqual([{ requestId: 'a1' }])
  const begun = panel.getByText('Rehearsing on copies')
  await expect.poll(() => page.clock.runFor(5).then(() => begun.count())).toBe(1)
  expect(await isArmed()).toBe(true)
  const come = panel.getByText('Rehearsed without network').first()
  await expect.poll(() => page.clock.runFor(50).then(() => come.count())).toBe(1)
  expect(await isArmed()).toBe(false)
  await armed(page, panel)
})

test('what it showed is applied first, whole or in part, and a run for real stands behind More', async () => {
  const { page, faults } = await openWindow({ hash: 'rehearsal-applies', made: withClock })
  await openSession(page, 'Fix flaky')
  await page.clock.runFor(3000)
  const panel = page.locator('section.approval')
  const first = panel.locator('.a-once')
  await expect.poll(() => first.innerText()).toContain('Apply these changes')
  expect(await panel.locator('.gl-gives').innerText()).toContain('A yes applies exactly this')
  expect(await panel.getByRole('button', { name: 'Run for real' }).count()).toBe(0)
  await panel.locator('.a-more').click()
  await panel.getByRole('button', { name: 'Run for real' }).waitFor()
  await panel.getByRole('checkbox', { name: 'Take package.json' }).uncheck()
  await expect.poll(() => first.innerText()).toContain('Apply 26 of 27 changes')
  await panel.getByRole('button', { name: '24 more changes' }).click()
  await panel.getByRole('checkbox', { name: 'Take packages/agent/made-19.ts' }).uncheck()
  await panel.getByRole('checkbox', { name: 'Take packages/agent/dist' }).uncheck()
  await expect.poll(() => first.innerText()).toContain('Apply 24 of 27 changes')
  await panel.getByRole('checkbox', { name: 'Take packages/agent/dist' }).check()
  expect(await axeFindings(page)).toEqual([])
  // No rule answers the whole meanwhile.
  await expect.poll(() => asked(page, 'approval.leaves-out')).toEqual([{ requestId: 'a1', some: true }])
  // The level is high: it is held.
  await first.click()
  expect(await asked(page, 'approval.decide')).toEqual([])
  await panel.getByRole('button', { name: 'type the word' }).click()
  await panel.getByRole('textbox', { name: 'Type the word delete' }).fill('delete')
  await first.click()
  const folder = '/home/me/src/pi-mono'
  await expect
    .poll(() => asked(page, 'approval.decide'))
    .toEqual([
      {
        requestId: 'a1',
        decision: {
          kind: 'apply',
          rehearsal: 'r1',
          leaveOut: [`${folder}/package.json`, `${folder}/packages/agent/made-19.ts`],
        },
      },
    ])
  expect(faults).toEqual([])
})

test('of a file that it changes some hunks are applied', async () => {
  const { page, faults } = await openWindow({ hash: 'rehearsal-applies', made: withClock })
  await openSession(page, 'Fix flaky')
  await page.clock.runFor(3000)
  const panel = page.locator('section.approval')
  await panel
    .getByRole('region', { name: 'Rehearsal' })
    .getByRole('button', { name: /package\.json/ })
    .click()
  await panel.getByRole('checkbox', { name: 'Take the change @@ -31,4 +31,5 @@' }).uncheck()
  await expect.poll(() => panel.locator('.a-once').innerText()).toContain('Apply 27 of 28 changes')
  await expect.poll(() => asked(page, 'approval.leaves-out')).toEqual([{ requestId: 'a1', some: true }])
  await panel.locator('.a-more').click()
  await panel.locator('.a-once').click()
  await panel.getByRole('button', { name: 'type the word' }).click()
  await panel.getByRole('textbox', { name: 'Type the word delete' }).fill('delete')
  await panel.locator('.a-once').click()
  await expect
    .poll(() => asked(page, 'approval.decide'))
    .toMatchObject([
      {
        decision: {
          kind: 'apply',
          rehearsal: 'r1',
          onlyHunks: [{ path: '/home/me/src/pi-mono/package.json', hunks: ['@@ -4,7 +4,7 @@'] }],
        },
      },
    ])
  expect(faults).toEqual([])
})

test('what cannot be applied says why, and the first yes runs it', async () => {
  const { page } = await openWindow({ hash: 'rehearsal-not-applied' })
  await openSession(page, 'Fix flaky')
  const panel = page.locator('section.approval')
  await panel.getByText('package.json has several names').waitFor()
  expect(await panel.locator('.a-once').innerText()).toContain('Allow once')
  expect(await panel.getByRole('checkbox').count()).toBe(0)
})

test('what a rule that came near does not cover leads in a few words, and stands whole in the details', async () => {
  const { page } = await openWindow({ hash: 'surprise' })
  await openSession(page, 'Fix flaky')
  const panel = page.locator('section.approval')
  const led = panel.locator('[data-nearest]')
  await led.getByText('Beyond “builds”: loses 3 files (notes), 5 more.').waitFor()
  expect(await led.innerText()).not.toContain('registry.npmjs.org')
  await panel.getByRole('button', { name: /^Details/ }).click()
  await panel.getByText('Beyond “builds”', { exact: true }).waitFor()
  expect(await panel.locator('[data-outside]').allInnerTexts()).toEqual([
    'Also writes ~/.config/vite/settings.json',
    'Deletes 3 files that nobody else has (notes)',
    'Wants to reach registry.npmjs.org:443',
    'Is of high risk',
    '2 more',
  ])
})
