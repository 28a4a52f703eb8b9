import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, chromium, type Page } from 'playwright-core'

const root = join(import.meta.dirname, '../..')
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The application in front of a test: its page, and where its state lies. */
export interface OpenHost {
  readonly page: Page
  readonly home: string
  /** What the page's console said at level error, and errors it did not catch. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export interface HostOptions {
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  readonly env?: NodeJS.ProcessEnv
  readonly configure?: (home: string) => void
}

/** Starts `countersign serve` and resolves with the address it prints. */
async function serve(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string): void => {
      said += text
      const found = /http:\/\/\S+/.exec(said)
      if (found) resolve(found[0])
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', (code) => {
      reject(new Error(`serve ended with ${String(code)}: ${said}`))
    })
  })
  return { child, url }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) resolve()
    else
      child.once('exit', () => {
        resolve()
      })
  })

/**
 * Opens the real application with a state folder of its own: in Debian's Chromium through the browser host or, with
 * E2E_HOST=electron (npm run test:e2e:electron), on the Electron runtime that E2E_ELECTRON names.
 */
export async function openHost(options: HostOptions = {}): Promise<OpenHost> {
  const home = mkdtempSync(join(tmpdir(), 'cs-e2e-'))
  options.configure?.(home)
  const env = { ...process.env, COUNTERSIGN_HOME: home, ...options.env }
  const viewport = { width: options.width ?? 1280, height: options.height ?? 800 }
  const complaints: string[] = []
  const listen = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
  }
  if (process.env.E2E_HOST === 'electron') {
    const app = await _electron.launch({
      executablePath: process.env.E2E_ELECTRON ?? '',
      args: [root],
      env,
    })
    const page = await app.firstWindow()
    listen(page)
    await page.emulateMedia({ colorScheme: options.theme ?? 'light' })
    await page.setViewportSize(viewport)
    return {
      page,
      home,
      complaints,
      close: async () => {
        await app.close()
        rmSync(home, { recursive: true, force: true })
      },
    }
  }
  const { child, url } = await serve(env)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumFlags })
  const context = await browser.newContext({ viewport, colorScheme: options.theme ?? 'light' })
  const page = await context.newPage()
  listen(page)
  await page.goto(url)
  return {
    page,
    home,
    complaints,
    async close() {
      await browser.close()
      child.kill('SIGTERM')
      await ended(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
