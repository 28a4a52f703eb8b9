import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languages, type OtherLanguage } from '../../../src/shared/languages/languages'
import { turnBySeed } from '../../fakes/by-seed'
import { axeFindings } from '../axe-findings'
import { inScene, noted, scenesIn, scenesOfRun, waysFor, type Found } from './in-scene'
import { layoutFindings } from './layout-findings'
import { saidIn } from './said'
import { row } from './scene-steps'

/** A desktop, a telephone, the desktop at 200 %, and two wide screens. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 640, height: 400 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
]

/** What sticks to the foot covers a part of what scrolls below it; that each is reached all the same is looked at by itself. */
const axeOf = async (page: Page): Promise<string[]> =>
  (await axeFindings(page)).filter((finding) => !finding.startsWith('target-size'))

/** Resolves when the page has been drawn anew twice and what moves for a while has come to rest: lists measure their rows after the first. */
async function laidOut(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let times = 0; times < 3; times += 1) await drawn()
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)))
}

const tags = Object.keys(languages) as OtherLanguage[]

/** One of the languages for each scene of a run, another in turn; with ALL_SCENES=1 all of them. */
function spokenFor(at: number): readonly OtherLanguage[] {
  if (process.env.ALL_SCENES === '1') return tags
  const round = Math.floor(turnBySeed('languages of scenes', scenesIn * tags.length) / scenesIn)
  const turn = (Math.floor(at / scenesIn) + round) % tags.length
  return tags.slice(turn, turn + 1)
}

const rows = scenesOfRun('scenes in other languages').flatMap(({ scene, at, name }) =>
  spokenFor(at).map((tag) => ({ scene, at, name, tag })),
)

/** Spaces that a language is written with, where they are drawn as the hidden characters that they would be in a name. */
const ownSpaces = (page: Page): Promise<string[]> =>
  page
    .locator('.esc', { hasText: /^U\+(?:00A0|202F)$/ })
    .locator('xpath=..')
    .allInnerTexts()

test.each(rows)(
  '$name is whole and reachable in the language $tag, at 390 px, at 200 % and on wide screens',
  async ({ scene, at, tag }) => {
    const found: Found = {}
    const { texts } = saidIn(tag)
    await inScene({ scene, locale: tag }, async (page) => {
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(tag)
      noted(found, 'own spaces', await ownSpaces(page))
      for (const size of waysFor(at, sizes)) {
        await page.setViewportSize(size)
        await page.evaluate(laidOut)
        const name = `${String(size.width)} px`
        noted(found, `${name}, axe`, size.width < 1280 ? await axeOf(page) : [])
        noted(found, name, await page.evaluate(layoutFindings, texts))
      }
    })
    expect(found).toEqual({})
  },
)

test('the question about a project is asked in French as French is written', async () => {
  await inScene({ scene: { name: 'trust', go: [row('New session')] }, locale: 'fr' }, async (page) => {
    await page.getByText(/^Faire confiance aux fichiers de ce projet\u202F\?$/).waitFor()
    expect(await ownSpaces(page)).toEqual([])
  })
})

test('what is cut, does not fit, is outside or covered is found', async () => {
  await inScene({ scene: { name: 'control', go: [] }, locale: 'de' }, async (page) => {
    await page.goto('about:blank') // the product's policy takes no styles in the page
    await page.setContent(`
      <p style="width: 40px; overflow: hidden; white-space: nowrap">Einmal erlauben</p>
      <button style="width: 30px; overflow: hidden; white-space: nowrap">Ablehnen</button>
      <button style="position: fixed; left: -200px; width: 50px">weg</button>
      <button>darunter</button><div style="position: fixed; inset: 0"></div>`)
    const findings = await page.evaluate(layoutFindings, ['Einmal erlauben'])
    expect(findings.map((each) => each.split(/[: ]/, 1)[0])).toEqual(
      expect.arrayContaining(['cut', 'does', 'outside', 'below']),
    )
  })
})
