import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { sharedBrowser } from '../browser'
import { renewPage } from '../renewed-page'
import { blankPath } from './serve-preview'

/** The window that a test looks into. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active'
  /** Without it nothing moves: what turns is drawn sixty times a second for as long as a test waits. */
  readonly reducedMotion?: 'no-preference'
  /** The language of the browser, as a tag. */
  readonly locale?: string
  /** What a page has from its making on, and keeps: scripts that run before each page, a clock of its own. */
  readonly made?: (page: Page) => Promise<unknown>
  /** A page that no other test has had or will have. */
  readonly alone?: boolean
}

interface Kept {
  readonly locale: string
  readonly made: Look['made']
  readonly page: Page
}

const kept: Kept[] = []
const lent: Page[] = []

const putAway = async (pages: readonly Page[]): Promise<void> => {
  for (const page of pages) await page.context().close()
}

/** After each test: pages of its own go; where it failed all go, since a key may be down, or a dialog open, and nothing goes on from there. */
export async function putPagesAway(didFail: boolean): Promise<void> {
  await putAway(lent.splice(0))
  if (didFail) await putAway(kept.splice(0).map(({ page }) => page))
}

/** After each file: pages made in a way of its own are nothing to the next. */
export async function putOwnPagesAway(): Promise<void> {
  const pages = kept.splice(0)
  kept.push(...pages.filter(({ made }) => made === undefined))
  await putAway(pages.flatMap(({ made, page }) => (made === undefined ? [] : [page])))
}

/** Where the window over the stub engine is. */
export const previewAddress = (): string => inject('previewAddress')

async function made({ locale = 'en-US', made: make }: Look): Promise<Page> {
  const options: BrowserContextOptions = { locale, viewport: { width: 1280, height: 800 } }
  const context = await (await sharedBrowser()).newContext(options)
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  await make?.(page)
  return page
}

/**
 * An empty page for one test. The one before, of this file or another, may have had the same: starting another process for each, which reads and
 * compiles the program anew, takes more than half of a test's time.
 */
export async function freshPage(look: Look = {}): Promise<Page> {
  const { locale = 'en-US', width = 1280, height = 800 } = look
  const ours = kept.find((each) => each.locale === locale && each.made === look.made)
  let page = ours?.page
  if (page === undefined || look.alone === true) {
    page = await made(look)
    if (look.alone === true) lent.push(page)
    else kept.push({ locale, made: look.made, page })
  } else await renewPage(page, `${previewAddress()}${blankPath}`)
  await page.setViewportSize({ width, height })
  await page.emulateMedia({
    media: null,
    colorScheme: look.colorScheme ?? 'light',
    forcedColors: look.forcedColors ?? 'none',
    reducedMotion: look.reducedMotion ?? 'reduce',
  })
  return page
}

/** The window over the stub engine; `fragment` tells that what to answer. */
export async function previewPage(fragment = '', look: Look = {}): Promise<Page> {
  const page = await freshPage(look)
  await page.goto(`${previewAddress()}${fragment === '' ? '' : `#${fragment}`}`)
  return page
}
