// Has Playwright, which lies beside this file, start the browser that its first argument names, and reads a page of a server of its own with it. The second
// argument says how they speak to each other.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { chromium } = /** @type {typeof import('playwright-core')} */ (
  createRequire(import.meta.url)('playwright-core')
)
const [, , executablePath = '', how = ''] = process.argv
const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
/** Whoever runs this ends it when it hangs: Playwright's own half a minute is short where much else runs. */
const timeout = 0
const folder = join(process.cwd(), `profile-${how}`)

/** @type {Record<string, undefined | (() => Promise<import('playwright-core').Browser | import('playwright-core').BrowserContext>)>} */
const starts = {
  pipe: () => chromium.launch({ executablePath, args, timeout }),
  profile: () => chromium.launchPersistentContext(folder, { executablePath, args, timeout }),
  port: async () => {
    const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`]
    const child = spawn(executablePath, [...args, ...own], { stdio: ['ignore', 'ignore', 'pipe'] })
    process.on('exit', () => child.kill())
    let said = ''
    for await (const part of child.stderr) {
      said += String(part)
      const [address] = /ws:\/\/\S+/.exec(said) ?? []
      if (address !== undefined) return chromium.connectOverCDP(address, { timeout })
    }
    throw new Error(`it ended: ${said}`)
  },
}

const server = createServer((_, answer) => {
  answer.setHeader('content-type', 'text/html').end('<title>hello</title>')
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const address = server.address()
const browser = await starts[how]?.()
const page = await browser?.newPage()
await page?.goto(`http://127.0.0.1:${typeof address === 'object' ? String(address?.port) : ''}/`, { timeout })
const title = await page?.title()
await browser?.close()
process.exit(title === 'hello' ? 0 : 1)
