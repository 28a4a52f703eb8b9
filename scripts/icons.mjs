// Draws build/icon.svg into every form that the packages need. Run by hand after a change of the mark; the results
// are kept in the repository, since electron-builder would fetch a converter for anything else.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { icns, ico } from './icon-containers.mjs'
import { root } from './setup/places.mjs'

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const build = join(root, 'build')

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  // Only our own two drawings are opened; Chromium's sandbox does not start for root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage()
  /** @type {import('./icon-containers.mjs').Picture[]} */
  const pictures = []
  for (const size of sizes) pictures.push({ size, png: await draw(page, size) })
  mkdirSync(join(build, 'icons'), { recursive: true })
  for (const { size, png } of pictures) {
    writeFileSync(join(build, 'icons', `${String(size)}x${String(size)}.png`), png)
  }
  writeFileSync(join(build, 'icon.ico'), ico(pictures.filter(({ size }) => size <= 256)))
  writeFileSync(join(build, 'icon.icns'), icns(pictures.filter(({ size }) => ![24, 48, 64].includes(size))))
} finally {
  await browser.close()
}

/**
 * @param {import('playwright-core').Page} page
 * @param {number} size
 */
async function draw(page, size) {
  const source = readFileSync(join(build, size <= 32 ? 'icon-small.svg' : 'icon.svg'), 'utf8')
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${source}`)
  return page.screenshot({ omitBackground: true })
}
