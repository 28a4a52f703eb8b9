import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { inScene } from './in-scene'
import { scenes } from './scenes'

const sceneOf = (name: string) => {
  const scene = scenes.find((each) => each.name === name)
  if (scene === undefined) throw new Error(`no scene ${name}`)
  return scene
}
const heightOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height)

test('at 200 % a decision has more than half of the window, and what runs is back when it is put off', async () => {
  await inScene({ scene: sceneOf('none'), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width: 640, height: 400 })
    expect(await heightOf(page, '.approval')).toBeGreaterThan(200)
    const running = page.getByRole('region', { name: 'Still running' })
    expect(await running.count()).toBe(0)
    await page.locator('.a-later[aria-disabled="false"]').click()
    await running.waitFor()
    const [waits, list] = await Promise.all([page.locator('.waits').boundingBox(), running.boundingBox()])
    expect((waits?.y ?? 0) + (waits?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0)
  })
})

test('beside a request with its details open a row of what runs is in sight whole, and the answers too', async () => {
  await inScene({ scene: sceneOf('surprise-details'), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const running = page.getByRole('region', { name: 'Still running' })
    const [list, row, acts] = await Promise.all([
      running.boundingBox(),
      running.getByRole('listitem').first().boundingBox(),
      page.locator('.gl-acts').boundingBox(),
    ])
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0))
    expect((acts?.y ?? 0) + (acts?.height ?? 0)).toBeLessThan(800)
  })
})

test.each(['rehearsed', 'rehearsal-applies'])(
  'on a telephone what is asked stays in sight while %s goes by',
  async (name) => {
    await inScene({ scene: sceneOf(name), locale: 'en-US' }, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const panel = page.locator('.approval')
      const moved = await panel.evaluate((box) => {
        box.scrollTop = box.scrollHeight
        return box.scrollTop
      })
      expect(moved).toBeGreaterThan(100)
      const [around, head, level, foot] = await Promise.all(
        ['.approval', '.ap-effect', '.ap-head .level', '.gl-acts'].map((each) =>
          page.locator(each).first().boundingBox(),
        ),
      )
      for (const box of [head, level]) {
        expect(box?.y ?? 0).toBeGreaterThanOrEqual(around?.y ?? 0)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
      }
      // Nothing lies over it.
      const hit = await page.locator('.ap-effect').evaluate((line) => {
        const { left, top } = line.getBoundingClientRect()
        return document.elementFromPoint(left + 4, top + 8)?.closest('.ap-head') !== null
      })
      expect(hit).toBe(true)
    })
  },
)

test.each(['makers', 'start'])('on a telephone the choices of %s keep their edges', async (name) => {
  await inScene({ scene: sceneOf(name), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.wel .select select')].flatMap((inner) => {
        const edge = inner.parentElement?.getBoundingClientRect().right ?? 0
        return inner.getBoundingClientRect().right > edge - 1 ? [inner.getAttribute('aria-label')] : []
      }),
    )
    expect(cut).toEqual([])
    const heads = await page.locator('.wel h3, .wel .prow .t').allTextContents()
    const agents = heads.filter((head) => head.replace(/^\d/, '').trim() === 'Agent')
    expect(agents.length).toBeLessThanOrEqual(1)
  })
})

test.each([
  [1280, 800],
  [640, 400],
  [390, 844],
])('at %i by %i why a draft is not sent covers no answer', async (width, height) => {
  await inScene({ scene: sceneOf('draft'), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width, height })
    const before = await page.locator('.approval').boundingBox()
    await page.locator('#composer').fill('/compact')
    const hint = page.locator('.send-reason')
    await hint.waitFor()
    const covered = await page.evaluate(() => {
      const at = document.querySelector('.send-reason')?.getBoundingClientRect()
      return [...document.querySelectorAll('.approval button, .composer button, .composer textarea')]
        .filter((button) => {
          const box = button.getBoundingClientRect()
          return (
            at && box.left < at.right && box.right > at.left && box.top < at.bottom && box.bottom > at.top
          )
        })
        .map(({ className }) => className)
    })
    expect(covered).toEqual([])
    expect(await page.locator('.approval').boundingBox()).toEqual(before)
    expect(await hint.evaluate((element) => element.scrollHeight <= element.clientHeight + 1)).toBe(true)
  })
})

test('a run that did more than was shown says so, and one that did not says that, on a telephone too', async () => {
  await inScene({ scene: sceneOf('promises'), locale: 'en-US' }, async (page) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const notes = page.locator('[data-promise]')
      await expect.poll(() => notes.count()).toBe(3)
      const kinds = await notes.evaluateAll((all) => all.map((note) => note.getAttribute('data-promise')))
      expect(kinds).toEqual(['kept', 'more', 'kept'])
      expect(
        await notes.evaluateAll((all) => all.map((note) => note.scrollWidth <= note.clientWidth)),
      ).toEqual([true, true, true])
    }
  })
})

test('in a narrow window every page behind the gear is led to', async () => {
  await inScene({ scene: sceneOf('grants'), locale: 'en-US' }, async (page) => {
    for (const width of [1040, 640, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const pages = page.locator('nav.meta button')
      expect(await pages.evaluateAll((all) => all.map((each) => each.getClientRects().length))).toEqual([
        1, 1, 1, 1,
      ])
      expect(await page.evaluate(() => document.body.scrollWidth)).toBe(width)
    }
  })
})

test.each([
  ['grants', 390],
  ['grants', 640],
  ['first', 390],
  ['running', 390],
] as const)('%s needs no scrolling to the side at %i', async (name, width) => {
  await inScene({ scene: sceneOf(name), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width, height: 844 })
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('.panel, .running, .settings, .pane')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map(({ className }) => className),
    )
    expect(wider).toEqual([])
    const narrowest = await page.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll('.prow:has(> .remedy, > .btn) > .grow, .tbl td[data-name]')].map(
          (box) => box.clientWidth,
        ),
      ),
    )
    expect(narrowest).toBeGreaterThan(150)
  })
})

/** What of the panel lies behind its answers, and what the strip above them says of it. */
const behindAnswers = (page: Page) =>
  page.locator('.approval').evaluate((panel) => {
    const acts = panel.querySelector('.gl-acts, .q-actions')
    const strip = acts?.querySelector('.ap-more')
    const rest = panel.scrollHeight - panel.scrollTop - panel.clientHeight
    const box = strip?.getBoundingClientRect()
    return {
      rest: Math.round(rest),
      says: strip?.textContent,
      above:
        box === undefined ? undefined : Math.abs(box.bottom - (acts?.getBoundingClientRect().top ?? 0)) <= 1,
    }
  })

test.each([
  ['high', /^Below: .*what a yes gives/],
  ['for', /^Below: \S/],
  ['rehearsed', /^Below: rehearsal, /],
  ['patch', /^Below: the rest of the changes, what a yes gives$/],
  ['tool', /^Below: the rest of the call, what a yes gives, why it is not assessed$/],
  ['question', /^Below: the rest of the question$/],
] as const)('at 640 by 400 nothing of %s is behind the answers without a word on it', async (name, words) => {
  await inScene({ scene: sceneOf(name), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width: 640, height: 400 })
    const panel = page.locator('.approval')
    await panel.evaluate((box) => {
      box.scrollTop = 0
    })
    await expect.poll(async () => (await behindAnswers(page)).says ?? '').toMatch(words)
    const { rest, above } = await behindAnswers(page)
    expect(rest).toBeGreaterThan(8)
    expect(above).toBe(true)
    await panel.evaluate((box) => {
      box.scrollTop = box.scrollHeight
    })
    await expect.poll(async () => (await behindAnswers(page)).says).toBeUndefined()
  })
})

test.each(['network', 'input'])('at 640 by 400 all of %s is in sight, and its answers too', async (name) => {
  await inScene({ scene: sceneOf(name), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width: 640, height: 400 })
    await expect.poll(async () => (await behindAnswers(page)).rest).toBeLessThanOrEqual(8)
    expect((await behindAnswers(page)).says).toBeUndefined()
    const [panel, acts] = await Promise.all(
      ['.approval', '.gl-acts'].map((each) => page.locator(each).boundingBox()),
    )
    expect((acts?.y ?? 0) + (acts?.height ?? 0)).toBeLessThanOrEqual(
      (panel?.y ?? 0) + (panel?.height ?? 0) + 1,
    )
  })
})

test.each(['rehearsal-rule', 'for-rule'])(
  'a form of %s that is cut off says that there is more',
  async (name) => {
    await inScene({ scene: sceneOf(name), locale: 'en-US' }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 700 })
      const drawer = page.locator('.drawer')
      const strip = drawer.locator('.ap-more')
      await strip.waitFor()
      const hidden = await drawer.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
      expect(hidden).toBeGreaterThan(8)
      const [form, line, acts] = await Promise.all([
        drawer.boundingBox(),
        strip.boundingBox(),
        drawer.locator('.drawer-acts').boundingBox(),
      ])
      expect(
        Math.abs((line?.y ?? 0) + (line?.height ?? 0) - (form?.y ?? 0) - (form?.height ?? 0)),
      ).toBeLessThanOrEqual(1)
      expect((acts?.y ?? 0) + (acts?.height ?? 0)).toBeLessThanOrEqual((line?.y ?? 0) + 1)
      await drawer.evaluate((box) => {
        box.scrollTop = box.scrollHeight
      })
      await strip.waitFor({ state: 'detached' })
    })
  },
)

test('where the sessions are put away, their button says how many requests wait', async () => {
  await inScene({ scene: sceneOf('start'), locale: 'en-US' }, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const button = page.locator('.bar .menu')
    expect(await button.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('"6"')
    await page.getByRole('textbox', { name: 'Describe a task' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})
