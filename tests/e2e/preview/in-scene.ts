import type { Page } from 'playwright-core'
import type { OtherLanguage } from '../../../src/shared/languages/languages'
import { inFull, someBySeed, turnBySeed } from '../../fakes/by-seed'
import { previewPage } from './fresh-page'
import { saidIn } from './said'
import { goTo, scenes, type Scene } from './scenes'
import { pageSaying } from './spoken-page'

/** What is found by each look at a scene, by the look's name; nothing is there for those without. */
export type Found = Record<string, readonly string[]>

/** Notes what a look finds. */
export function noted(found: Found, name: string, findings: readonly string[]): void {
  if (findings.length > 0) found[name] = findings
}

/** A page in a scene. */
export async function inScene(
  { scene, locale }: { readonly scene: Scene; readonly locale: 'en-US' | OtherLanguage },
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await previewPage(scene.hash, { locale })
  await goTo(locale === 'en-US' ? page : pageSaying(page, saidIn(locale).say), scene)
  await look(page)
}

/** So many seeds in a row take every scene. */
export const scenesIn = 8

/** So many scenes of a run, by turns (`name` tells one file's turn from another's), each with its place among all. */
export const scenesOfRun = (
  name: string,
  count = Math.ceil(scenes.length / scenesIn),
): readonly { scene: Scene; at: number; name: string }[] =>
  someBySeed(
    name,
    scenes.map((scene, at) => ({ scene, at, name: scene.name })),
    count,
  )

/**
 * Which of some ways a scene is looked at in: all in full and with ALL_SCENES=1 (npm run test:scenes), else one, another for each scene in
 * turn, so that each way is taken by many scenes of a run, and each scene is looked at in each of five within thirty seeds in a row.
 */
export function waysFor<T>(at: number, ways: readonly T[]): readonly T[] {
  if (inFull() || process.env.ALL_SCENES === '1') return ways
  const round = Math.floor(turnBySeed('ways of scenes', scenesIn * ways.length) / scenesIn)
  const way = (Math.floor(at / scenesIn) + round) % ways.length
  return ways.slice(way, way + 1)
}
