import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type BrowserContext, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharedBrowser } from './browser'
import { renewPage } from './renewed-page'
import { inFull } from '../fakes/by-seed'

const root = join(import.meta.dirname, '../..')

/** The application in front of a test: its page, and where its state lies. */
export interface OpenHost {
  readonly page: Page
  readonly home: string
  /** What the page's console said at level error, and errors it did not catch. */
  readonly complaints: readonly string[]
  /** What the person keeps as a file by doing this: its name and its bytes. */
  saved(act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }>
  /** Ends the application and opens it again, in the same browser, at the same address, on the same state; hands over the new page. */
  restart(): Promise<Page>
  close(): Promise<void>
}

export interface HostOptions {
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  readonly env?: NodeJS.ProcessEnv
  /** The language of the browser, as a tag. */
  readonly locale?: string
  /** As `npm start` does it on a machine without a display; not for the desktop app. */
  readonly start?: boolean
  readonly configure?: (home: string) => void
  /** Before the page is loaded, to watch or change how. */
  readonly prepare?: (page: Page) => Promise<void>
  /** In a page that no other story has had. So it is with `prepare`, `start` and a second application beside one that is open. */
  readonly alone?: boolean
}

// Stories go on in the same page, which keeps what was stored at this address.
const serveAt = (port: string): readonly string[] => [
  join(root, 'out/main/cli.js'),
  'serve',
  '--port',
  port,
  '--plain-address',
]
/** Where there is no window for it, `npm start` runs this and opens the browser version. */
const start = [join(root, 'scripts/start.mjs')]

/** Starts `countersign serve`, or what starts it, and resolves with the address it prints. */
async function serve(
  env: NodeJS.ProcessEnv,
  program: readonly string[] = serveAt('0'),
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, program, {
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

function savedFile(folder: string, name: string): { name: string; bytes: Buffer } {
  const bytes = readFileSync(join(folder, name))
  rmSync(folder, { recursive: true })
  return { name, bytes }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else
      child.once('exit', () => {
        resolve()
      })
  })

interface Kept {
  readonly page: Page
  readonly locale: string
  readonly port: string
}

/** The page of the last story, of this file or one before, emptied: another process for each reads and compiles the program anew. */
let kept: Kept | undefined

/** After a story that failed: a key may be down, or a dialog open, and nothing goes on from there. */
export async function putPageAway(): Promise<void> {
  await kept?.page.context().close()
  kept = undefined
}

/** The application at the port at which it was before, where the browser knows its program; at any other where that is taken by now. */
const serveAgain = (env: NodeJS.ProcessEnv, port: string): ReturnType<typeof serve> =>
  serve(env, serveAt(port)).catch(() => serve(env))

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
    const launch = async () => {
      const app = await _electron.launch({
        executablePath: process.env.E2E_ELECTRON ?? '',
        args: [root, `--lang=${options.locale ?? 'en-US'}`],
        env,
      })
      const page = await app.firstWindow()
      listen(page)
      await page.emulateMedia({ colorScheme: options.theme ?? 'light' })
      await page.setViewportSize(viewport)
      return { app, page }
    }
    let { app, page } = await launch()
    if (options.prepare) {
      await options.prepare(page)
      await page.reload()
    }
    return {
      page,
      home,
      complaints,
      saved: async (act) => {
        const folder = mkdtempSync(join(tmpdir(), 'cs-e2e-saved-'))
        await app.evaluate(({ dialog }, place) => {
          dialog.showSaveDialog = ((options: { defaultPath?: string }) =>
            Promise.resolve({
              canceled: false,
              filePath: `${place}/${options.defaultPath ?? ''}`,
            })) as unknown as typeof dialog.showSaveDialog
        }, folder)
        await act()
        await expect.poll(() => readdirSync(folder).length).toBe(1)
        return savedFile(folder, readdirSync(folder)[0] ?? '')
      },
      restart: async () => {
        await app.close()
        ;({ app, page } = await launch())
        return page
      },
      close: async () => {
        await app.close()
        rmSync(home, { recursive: true, force: true, maxRetries: 20 }) // what was started in it may still be ending
      },
    }
  }
  const windowless = { ...env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }
  const locale = options.locale ?? 'en-US'
  const alone = options.alone === true || options.start === true || options.prepare !== undefined
  const before = alone || kept?.locale !== locale ? undefined : kept
  if (before !== undefined) kept = undefined
  let { child, url } = await (options.start === true
    ? serve(windowless, start)
    : serveAgain(env, before?.port ?? '0'))
  const context = async (): Promise<BrowserContext> =>
    (await sharedBrowser()).newContext({ viewport, locale })
  const page = before?.page ?? (await (await context()).newPage())
  page.setDefaultTimeout(90_000)
  await page.setViewportSize(viewport)
  const reducedMotion = inFull() ? null : 'reduce'
  await page.emulateMedia({ media: null, colorScheme: options.theme ?? 'light', reducedMotion })
  listen(page)
  await options.prepare?.(page)
  await page.goto(url)
  return {
    page,
    home,
    complaints,
    async saved(act) {
      const [download] = await Promise.all([page.waitForEvent('download'), act()])
      const folder = mkdtempSync(join(tmpdir(), 'cs-e2e-saved-'))
      const name = download.suggestedFilename()
      await download.saveAs(join(folder, name))
      return savedFile(folder, name)
    },
    async restart() {
      child.kill('SIGTERM')
      await ended(child)
      ;({ child, url } = await serve(env, serveAt(new URL(url).port)))
      await page.goto('about:blank')
      await page.goto(url)
      return page
    },
    async close() {
      if (alone || kept !== undefined || page.isClosed()) await page.context().close()
      else {
        await renewPage(page, new URL('/blank', url).href)
        kept = { page, locale, port: new URL(url).port }
      }
      child.kill('SIGTERM')
      await ended(child)
      rmSync(home, { recursive: true, force: true, maxRetries: 20 }) // what was started in it may still be ending
    },
  }
}

/** Everything on file of the sessions of this host. */
export function recordOf(open: OpenHost | undefined): string {
  const sessions = join(open?.home ?? '', 'sessions')
  const names = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  return names.map((name) => readFileSync(join(sessions, name), 'utf8')).join('')
}

/** The file that the demo's first command was stopped at; its headline may shorten the path, the record has it whole. */
export const deniedFile = (open: OpenHost | undefined): string =>
  /"target":"([^"]+release-notes\.md)"/.exec(recordOf(open))?.[1] ?? ''
