import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { AgentEvent } from '@shared/domain/agent-event'
import { sampleEvent, sampleSession } from '../tests/fakes/fake-engine'
import { longRecord } from '../tests/fakes/long-record'
import { StandInEngine } from '../tests/fakes/stand-in-engine'
import { ms, printRows } from './measure'
import { recorded, type Recorded } from './tasks'
import { openChromium, serveFrom } from './window'

const hosts = 20
const sessions = 10
/** Of each session; an item is what a turn shows ten of. */
const turns = 10
const floodSeconds = 5
const piece = 64 * 1024

/**
 * A served window (Chromium, the built program) with twenty hosts of ten sessions each. The engines are stand-ins of this process that speak the protocol
 * over real pipes; all that is measured is the window's side: what serves it, and the page.
 */
export async function measureHosts(): Promise<void> {
  const home = mkdtempSync('/var/tmp/cs-bench-hosts-')
  const gate = Promise.withResolvers<undefined>()
  const engines = await Promise.all(Array.from({ length: hosts }, (_, nth) => standIn(nth, gate.promise)))
  const entries = engines.map(
    ({ command }, nth) => `[hosts.${nameOf(nth)}]\ncommand = ${JSON.stringify(command)}\n`,
  )
  writeFileSync(join(home, 'config.toml'), entries.join(''))
  const { child, address } = await serveFrom(home)
  const browser = await openChromium()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(address)
  await page
    .locator('.host-lines p')
    .nth(hosts - 1)
    .waitFor()
  const before = await memory(page, child.pid)
  const connect = await recorded(browser, page, async () => {
    gate.resolve(undefined)
    await page.locator('.host-lines').waitFor({ state: 'detached' })
    await page.getByText(titleOf(hosts - 1, sessions - 1), { exact: true }).waitFor({ state: 'attached' })
  })
  printRows(
    taskRows(`${String(hosts)} hosts with ${String(hosts * sessions)} sessions connect at once`, connect),
  )

  const switching = await recorded(browser, page, async () => {
    for (let nth = 0; nth < hosts * sessions; nth += 1) await open(page, nth % hosts, Math.floor(nth / hosts))
  })
  printRows(
    taskRows(`${String(hosts * sessions)} sessions of hosts are opened one after the other`, switching),
  )
  const after = await memory(page, child.pid)
  const [total, was] = [after.serving + after.heap, before.serving + before.heap]
  printRows([
    {
      what: `what serves ${String(hosts)} hosts with ${String(hosts * sessions)} sessions open, and the page's heap (${was.toFixed(0)} MB before they were there)`,
      figure: `${total.toFixed(0)} MB: ${after.serving.toFixed(0)} and ${after.heap.toFixed(0)}`,
      goal: 'under 300 MB',
      reached: total < 300,
    },
  ])

  await open(page, 0, 0)
  let rate = 0
  const flood = await recorded(browser, page, async () => {
    rate = await say(engines[0])
    await page.getByText('the last of it').first().waitFor({ state: 'attached' })
  })
  printRows(taskRows(`${rate.toFixed(2)} MB of output a second from one of them, in sight`, flood))

  await browser.close()
  child.kill('SIGTERM')
  for (const engine of engines) engine.close()
  rmSync(home, { recursive: true, force: true })
}

const nameOf = (host: number): string => `build${String(10 + host)}`
const titleOf = (host: number, session: number): string => `Work ${String(session)} of ${nameOf(host)}`

const endOf = (host: number, session: number): string => `All of ${titleOf(host, session)} is done.`

/** One whose sessions have a record each. */
async function standIn(host: number, opens: Promise<unknown>): Promise<StandInEngine> {
  const engine = await StandInEngine.start()
  engine.opens = opens
  const all = Array.from({ length: sessions }, (_, nth) =>
    sampleSession({ id: `s${String(nth)}`, title: titleOf(host, nth), status: 'done' }),
  )
  engine.snapshot = { sessions: all }
  const record = longRecord(turns)
  engine.answers = {
    'session.open': ({ sessionId }) => {
      const nth = all.findIndex(({ id }) => id === sessionId)
      const end = { type: 'message.completed', itemId: 'end', text: endOf(host, nth) } as const
      const events = [...record, end].map((event, at) => sampleEvent(at + 1, event, `s${String(nth)}`))
      return { ok: true, value: { session: all[nth], events } }
    },
  }
  return engine
}

/** From within the page, a look a frame: what a test tool does to find something would be measured as well. */
const open = (page: Page, host: number, session: number): Promise<void> =>
  page.evaluate(
    async ([title, end]) => {
      const rows = [...document.querySelectorAll<HTMLElement>('#rail .srow')]
      const row = rows.find((each) => each.textContent.includes(title ?? ''))
      if (row === undefined) throw new Error(`${title ?? ''} is not in the rail`)
      row.click()
      for (let frames = 0; frames < 1200; frames += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const said = [...document.querySelectorAll('#transcript .say')].at(-1)
        if (said?.textContent.includes(end ?? '') === true) return
      }
      throw new Error(`the end is not on screen: ${document.body.innerText.slice(-600)}`)
    },
    [titleOf(host, session), endOf(host, session)],
  )

/** Says a megabyte a second in its first session; resolves with how many it was. */
async function say(engine: StandInEngine | undefined): Promise<number> {
  const place = { callId: 'flood', stream: 'stdout' } as const
  let seq = 1_000_000
  const tell = (text: string): void => {
    seq += 1
    engine?.push({
      kind: 'events',
      events: [sampleEvent(seq, { type: 'command.output', ...place, text }, 's0')],
    })
  }
  const started: AgentEvent = {
    ...{ type: 'command.started', callId: 'flood', attempt: 1, command: ['npm', 'test'], cwd: '/work' },
    ...{ confinement: 'bubblewrap', grants: [] },
  }
  engine?.push({ kind: 'events', events: [sampleEvent(seq, started, 's0')] })
  const line = 'a line of eighty characters, as tests and compilers print them, and a bit\n'
  const text = line.repeat(Math.floor(piece / line.length))
  const began = performance.now()
  const pieces = Math.round((floodSeconds * 1e6) / text.length)
  for (let nth = 1; nth <= pieces; nth += 1) {
    tell(text)
    await delay(Math.max(0, began + (nth * 1000 * text.length) / 1e6 - performance.now()))
  }
  const rate = (pieces * text.length) / 1e3 / (performance.now() - began)
  tell('the last of it\n')
  return rate
}

/** Megabytes: what the serving process has resident, and what the page's scripts have after all that can go has gone. */
async function memory(page: Page, pid = 0): Promise<{ readonly serving: number; readonly heap: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const [, kilobytes = ''] =
    /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return { serving: Number(kilobytes) / 1024, heap: usedSize / 1024 / 1024 }
}

function taskRows(what: string, { tasks, load }: Recorded<unknown>) {
  const told = (times: readonly number[]): string =>
    `${String(times.filter((time) => time > 50).length)} of ${String(times.length)} over 50 ms, ${ms(Math.max(0, ...times))} at worst`
  const own = tasks.map((task) => task.own)
  return [
    {
      what: `${what}: tasks of the page, of the processor`,
      figure: told(own),
      goal: 'none over 50 ms',
      reached: Math.max(0, ...own) <= 50,
    },
    {
      what: `${what}: the same on the clock, at load ${load.toFixed(1)}`,
      figure: told(tasks.map((task) => task.wall)),
      goal: 'no goal of its own',
      reached: true,
    },
  ]
}
