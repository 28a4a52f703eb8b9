// Builds the renderer with the stub, opens it under the product's content security policy, makes the
// pictures and runs axe over each: node tests/e2e/preview/shoot.ts [--out DIR] [--language de] [--size WxH …] [--colour light|dark|forced|forced-dark …] [--scale 2] [scene …]
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { AxeResults } from 'axe-core'
import { lookup } from 'mrmime'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { runnerImport } from 'vite'
import type { OtherLanguage } from '../../../src/shared/languages/languages'
import type * as Said from './said'
import type * as Scenes from './scenes'
import type * as SpokenPage from './spoken-page'

const repository = resolve(import.meta.dirname, '../../..')
const built = join(repository, 'node_modules/.cache/preview')
const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: '/tmp/preview' },
    language: { type: 'string', default: 'en' },
    size: {
      type: 'string',
      multiple: true,
      default: ['1280x800', '1920x1080', '900x700', '640x400', '390x844'],
    },
    colour: { type: 'string', multiple: true, default: ['light', 'dark', 'forced'] },
    scale: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
/** A module of the tests, which knows those of the program as they are written. */
async function load<T>(file: string): Promise<T> {
  const alias = { '@shared': join(repository, 'src/shared') }
  const path = join(import.meta.dirname, file)
  return (await runnerImport<T>(path, { configFile: false, logLevel: 'error', resolve: { alias } })).module
}
const { scenes, goTo } = await load<typeof Scenes>('scenes.ts')
const { pageSaying } = await load<typeof SpokenPage>('spoken-page.ts')
const { saidIn } = await load<typeof Said>('said.ts')
const said = values.language === 'en' ? undefined : saidIn(values.language as OtherLanguage)
const sayIn = (page: Page): Page => (said === undefined ? page : pageSaying(page, said.say))

const address = 'http://localhost/'
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
].join('; ')

const sizes = values.size.map((size) => {
  const [width = Number.NaN, height = Number.NaN] = size.split('x').map(Number)
  return { width, height }
})

/** What a colour is by its name; forced ones are those of the system's high contrast. */
const colours = values.colour.map((name) => ({
  name,
  colorScheme: name.endsWith('dark') ? ('dark' as const) : ('light' as const),
  forcedColors: name.startsWith('forced') ? ('active' as const) : ('none' as const),
}))

/** Serves the built preview to a page, under the product's policy, without a server. */
async function servePreview(context: BrowserContext): Promise<void> {
  await context.route(`${address}**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    const headers = { 'content-security-policy': policy }
    await route.fulfill({ path: join(built, path), contentType: lookup(path) ?? 'text/plain', headers })
  })
}

async function visit(browser: Browser, scene: (typeof scenes)[number]): Promise<number> {
  let problems = 0
  for (const viewport of sizes) {
    for (const { name, colorScheme, forcedColors } of colours) {
      const label = `${scene.name}-${viewport.width}-${name}`
      const context = await browser.newContext({
        ...{ viewport, colorScheme, forcedColors, locale: values.language },
        deviceScaleFactor: Number(values.scale),
        reducedMotion: 'reduce',
      })
      await servePreview(context)
      const page = await context.newPage()
      page.on('console', (message) => {
        if (message.type() === 'error') console.log(`${label} console: ${message.text()}`)
      })
      page.on('pageerror', (error) => {
        console.log(`${label} error: ${error.message}`)
      })
      await page.goto(`${address}#${scene.hash ?? ''}`)
      await goTo(sayIn(page), scene)
      await page.waitForTimeout(750)
      await page.screenshot({ path: join(values.out, `${label}.png`) })
      problems += await report(page, label)
      await context.close()
    }
  }
  return problems
}

async function report(page: Page, label: string): Promise<number> {
  const source = readFileSync(join(repository, 'node_modules/axe-core/axe.min.js'), 'utf8')
  await page.evaluate(source)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  for (const { id, help, nodes } of violations) {
    const where = nodes.slice(0, 4).map((node) => `\n   ${node.target.join(' ')}`)
    console.log(`${label} ${id}: ${help}${where.join('')}`)
  }
  return violations.length
}

mkdirSync(values.out, { recursive: true })
execFileSync(process.execPath, [join(import.meta.dirname, 'build.mjs')])
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
const chosen = scenes.filter((scene) => positionals.length === 0 || positionals.includes(scene.name))
let problems = 0
for (const scene of chosen) problems += await visit(browser, scene)
await browser.close()
console.log(`${problems} accessibility problems; pictures in ${values.out}`)
