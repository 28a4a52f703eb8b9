import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { FakeBrowser } from '../fakes/fake-browser'
import { openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
let thief: Server | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
  thief?.closeAllConnections()
  thief?.close()
  thief = undefined
})

const deniedWrite = /^(Writes|Would create) \S+release-notes\.md\.$/

/** A server on another port of the loopback address, and all that browsers ever sent it. */
async function openThief(): Promise<{ port: number; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>thief</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  thief = server
  return { port: (server.address() as AddressInfo).port, seen }
}

/** What a page of the thief's gets hold of by every way a page has. `undefined` is nothing. */
function lootFrom(page: Page, victim: string): Promise<Record<string, unknown>> {
  return page.evaluate(async (origin) => {
    const read = async (path: string, init: RequestInit = {}) => {
      try {
        return await (await fetch(`${origin}${path}`, { credentials: 'include', ...init })).text()
      } catch {
        return undefined // the browser lets this page read nothing of the other
      }
    }
    const connect = (protocols: string[]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/bridge`, protocols)
        socket.onopen = () => {
          resolve('open')
        }
        socket.onclose = () => {
          resolve(undefined)
        }
      })
    const reach = (other: Window | null) => {
      try {
        return Object.values(other?.localStorage ?? {}).join() || undefined
      } catch {
        return undefined // another origin
      }
    }
    const frame = document.createElement('iframe')
    frame.src = origin
    const framed = new Promise((resolve) => {
      frame.onload = resolve
    })
    document.body.append(frame)
    await framed
    return {
      cookie: document.cookie || undefined,
      storage: reach(window),
      page: await read('/'),
      exchange: await read('/auth', { method: 'POST', body: '{"token":"x"}' }),
      socket: await connect([]),
      named: await connect(['countersign']),
      frame: reach(frame.contentWindow),
      opened: reach(window.open(origin)),
    }
  }, victim)
}

test('a page of another port gets nothing with which its server could answer an approval', async () => {
  host = await openHost({ alone: true })
  const { page } = host
  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  await page.getByRole('heading', { name: deniedWrite }).waitFor()
  const own = new URL(page.url())
  const { port, seen } = await openThief()
  const other = await page.context().newPage()
  await other.goto(`http://127.0.0.1:${port}/`)
  const loot = await lootFrom(other, own.origin)
  expect(Object.entries(loot).filter(([, value]) => value !== undefined)).toEqual([])

  // Its server is no browser: it says of itself what it likes, and sends on everything it was sent.
  const forger = new FakeBrowser(own.host)
  const offered = [{}, ...seen.map(({ host: _, origin: __, connection: ___, ...rest }) => rest)]
  for (const headers of offered as Record<string, string>[]) {
    expect(await forger.upgrade({ ...headers, origin: own.origin })).toBe(401)
  }
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((headers) => headers.cookie !== undefined)).toEqual([])
  forger.leave()

  // What a page of the own origin has is enough: so it was the secret that was missing.
  const kept = await page.evaluate(() => Object.values(localStorage) as string[])
  const secrets = kept.filter((text) => /^[\w-]+$/.test(text)) // what can be said as a subprotocol at all
  const upgrades = await Promise.all(secrets.map((secret) => forger.upgrade({ origin: own.origin }, secret)))
  expect(upgrades).toContain(101)
  forger.leave()
  expect(await page.getByRole('heading', { name: deniedWrite }).count()).toBe(1)
})

test('a reload, a second tab and a second window of the same browser need no new link', async () => {
  host = await openHost({ alone: true })
  const { page } = host
  await page.getByRole('button', { name: 'Run the demo' }).first().click()
  await page.getByRole('heading', { name: deniedWrite }).waitFor()
  expect(page.url()).not.toContain('token')
  await page.reload()
  await page.getByRole('heading', { name: deniedWrite }).waitFor()

  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await tab.getByText('release-notes.md').first().waitFor()
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => {
      window.open('/', '_blank', 'popup,width=900,height=600')
    }),
  ])
  await popup.getByText('release-notes.md').first().waitFor()

  // Another browser (a context of its own) has neither link nor secret.
  const stranger = await page.context().browser()?.newContext()
  const lone = await stranger?.newPage()
  await lone?.goto(page.url())
  await lone?.getByRole('heading', { name: /link/i }).waitFor()
  expect(host.complaints.filter((text) => !text.includes('401'))).toEqual([])
})

test('cookies that another port sets, however many, keep no page from loading', async () => {
  host = await openHost({ alone: true })
  const { page } = host
  await page.getByRole('button', { name: 'Run the demo' }).first().waitFor()
  const { port } = await openThief()
  const other = await page.context().newPage()
  await other.goto(`http://127.0.0.1:${port}/`)
  const kept = await other.evaluate(() => {
    for (let index = 0; index < 60; index += 1) document.cookie = `c${index}=${'x'.repeat(4000)}; path=/`
    return document.cookie.length
  })
  expect(kept).toBeGreaterThan(100_000)
  await page.reload()
  await page.getByRole('button', { name: 'Run the demo' }).first().waitFor()
})
