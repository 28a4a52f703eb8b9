import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inScene } from './in-scene'
import { scenes } from './scenes'

// Names that are written from right to left, over the stub engine: nothing beside them changes its place.

const names = ['right-to-left', 'right-to-left-inbox']

/** Texts with such letters that nothing keeps apart from what stands beside them in their line. */
const loose = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const text = walk.currentNode
      if (!/[\u0590-\u08FF]/.test(text.textContent ?? '')) continue
      const own = text.parentElement
      if (own === null || /isolate|override|plaintext/.test(getComputedStyle(own).unicodeBidi)) continue
      found.push(`${own.className}: ${text.textContent ?? ''}`)
    }
    return found
  })

/** The pieces of a line as they stand from left to right. */
const seen = (page: Page, line: string, pieces: readonly string[]): Promise<string[]> =>
  page
    .locator(line)
    .first()
    .evaluate((element, wanted) => {
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const at: [number, string][] = []
      while (walk.nextNode()) {
        for (const piece of wanted) {
          const from = walk.currentNode.textContent?.indexOf(piece) ?? -1
          if (from === -1 || at.some(([, known]) => known === piece)) continue
          const range = document.createRange()
          range.setStart(walk.currentNode, from)
          range.setEnd(walk.currentNode, from + piece.length)
          at.push([range.getBoundingClientRect().left, piece])
        }
      }
      return at.toSorted(([a], [b]) => a - b).map(([, piece]) => piece)
    }, pieces)

test.each(names)('in %s each name stands apart, and nothing is wider than its place', async (name) => {
  const scene = scenes.find((each) => each.name === name)
  if (scene === undefined) throw new Error(`no scene ${name}`)
  await inScene({ scene, locale: 'en-US' }, async (page) => {
    expect(await loose(page)).toEqual([])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const wider = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.approval, .ap-body, .pane, .panel')]
          .filter((box) => box.scrollWidth > box.clientWidth + 1)
          .map(({ className }) => className),
      )
      expect(wider).toEqual([])
    }
  })
})

test('the folders of a path, and what a command names, stand in their order', async () => {
  const [scene] = scenes.filter((each) => each.name === names[0])
  if (scene === undefined) throw new Error('no scene')
  await inScene({ scene, locale: 'en-US' }, async (page) => {
    const path = ['~/', 'מסמכים', 'ישן', '2024']
    expect(await seen(page, '.ap-effect', path)).toEqual(path)
    expect(await seen(page, '.ap-grant, .gl-gives', path)).toEqual(path)
    const command = ['rm', 'מ', '2024', 'cp', 'ק', 'txt', 'HOME']
    expect(await seen(page, '.cmd pre', command)).toEqual(command)
  })
})

test('what a folder’s name hides is named below the field that cannot show it, and said with the field', async () => {
  const scene = scenes.find(({ name }) => name === 'folder-hidden')
  if (scene === undefined) throw new Error('no scene')
  await inScene({ scene, locale: 'en-US' }, async (page) => {
    const field = page.getByRole('combobox', { name: 'Workspace folder' })
    const warning = page.locator('.wel-form [role=note]')
    const text =
      '1 character of this path cannot be seen, or changes how the others are read: /home/me/src/U+202Egpj.exe'
    await expect.poll(() => warning.innerText()).toBe(text)
    const described = await field.evaluate((input) =>
      input
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    )
    expect(described).toContain(text)
    await field.fill('/home/me/src/pi-mono')
    expect(await warning.count()).toBe(0)
  })
})

test('a title that is cut is cut at its end', async () => {
  const [, scene] = scenes.filter(({ hash }) => hash === names[0])
  if (scene === undefined) throw new Error('no scene')
  await inScene({ scene, locale: 'en-US' }, async (page) => {
    const cut = await page.locator('.srow .t', { hasText: 'מחיקת' }).evaluate((title) => {
      const text = document
        .createTreeWalker(title, NodeFilter.SHOW_TEXT, (node) =>
          node.textContent?.includes('מחיקת') === true ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
        )
        .nextNode()
      const first = document.createRange()
      if (text !== null) first.setStart(text, 0)
      if (text !== null) first.setEnd(text, 1)
      const [box, edge] = [title.getBoundingClientRect(), first.getBoundingClientRect()]
      return { isCut: title.scrollWidth > title.clientWidth, isSeen: edge.right <= box.right + 1 }
    })
    expect(cut).toEqual({ isCut: true, isSeen: true })
  })
})
