import { expect, test } from 'vitest'
import { axeFindings } from '../axe-findings'
import { tooManyWords } from './glance-words'
import { inScene, noted, scenesOfRun, waysFor, type Found } from './in-scene'

const colours = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', forcedColors: 'active' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const

test.each(scenesOfRun('scenes in colours'))(
  '$name is clean in light, dark and forced colours, and a decision in it is understood at a glance',
  async ({ scene, at }) => {
    const found: Found = {}
    await inScene({ scene, locale: 'en-US' }, async (page) => {
      noted(found, 'words', await tooManyWords(page))
      for (const colour of waysFor(at, colours)) {
        await page.emulateMedia({ forcedColors: 'none', ...colour })
        noted(found, Object.values(colour).join(' '), await axeFindings(page))
      }
    })
    expect(found).toEqual({})
  },
)
