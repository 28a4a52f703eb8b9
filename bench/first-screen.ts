import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { median, ms, printRows } from './measure'
import { openChromium, serveFrom } from './window'

/**
 * The first usable screen of a cold browser host: from the spawn of `serve` to the start page, in a window of Chromium that stands
 * open, with a profile that has seen nothing. Beside it an empty page of the same server, loaded the same way: what the machine and the browser take for themselves.
 */
const rounds = Number(process.env['ROUNDS'] ?? '8')
const restMs = 1500
const home = mkdtempSync('/var/tmp/cs-bench-first-')
const browser = await openChromium()

interface Once {
  readonly whole: number
  readonly page: number
  readonly empty: number
  /** Processor time of the server until its address was there. */
  readonly server: number
  readonly load: number
}

async function once(): Promise<Once> {
  const [load = 0] = loadavg()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const control = await context.newPage()
  const page = await context.newPage()
  // A Chromium draws parts of its own for half a second after it has opened a window.
  await setTimeout(restMs)
  const began = performance.now()
  const { child, address } = await serveFrom(home)
  const served = performance.now()
  const server = cpuOf(child.pid)
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('.wel-title').waitFor()
  const there = performance.now()
  const blank = performance.now()
  // A page of the server's own that holds a line of text and no program.
  await control.goto(new URL('/none', address).href, { waitUntil: 'commit' })
  await control.getByText('Not found').waitFor()
  const empty = performance.now() - blank
  await context.close()
  await new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGTERM')
  })
  return { whole: there - began, page: there - served, empty, server, load }
}

/** Milliseconds that a process has had of the processor; NaN where the system does not tell. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return Number.NaN
  }
}

const all: Once[] = []
for (let round = 0; round < rounds; round += 1) all.push(await once())
await browser.close()
rmSync(home, { recursive: true })
const whole = median(all.map((one) => one.whole))
const empty = median(all.map((one) => one.empty))
printRows([
  {
    what: 'first usable screen, from the spawn of `serve`',
    figure: `${ms(whole)} (the first: ${ms(all[0]?.whole ?? 0)}), ${(whole / empty).toFixed(1)} times an empty page`,
    goal: 'under 600 ms',
    reached: whole < 600,
  },
  {
    what: 'of it, from the address to the screen',
    figure: ms(median(all.map((one) => one.page))),
    goal: 'none of its own',
    reached: true,
  },
  {
    what: 'of it, of the processor until the server has its address',
    figure: ms(median(all.map((one) => one.server))),
    goal: 'none of its own',
    reached: true,
  },
  {
    what: `beside it, an empty page of the same server (load ${all.map((one) => one.load.toFixed(1)).join(' ')})`,
    figure: ms(empty),
    goal: 'none of its own',
    reached: true,
  },
])
