import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { longRecord, writeRecord } from '../tests/fakes/long-record'
import { startModelServer } from '../tests/fakes/model-server'
import { ms, printRows } from './measure'
import { recorded } from './tasks'
import { openChromium, serveFrom } from './window'

/**
 * What the window has to do while a command prints 1 MB a second and a model streams 200 tokens a second, in the real window
 * (Chromium, the built program, bubblewrap): its longest task, and how many are longer than 50 ms.
 */
const seconds = Number(process.env['SECONDS'] ?? '8')
const base = realpathSync(mkdtempSync('/var/tmp/cs-bench-stream-'))
const [home, work] = [join(base, 'home'), join(base, 'work')]
for (const folder of [home, work]) mkdirSync(folder)
const prints = `for turn in $(seq ${String((seconds + 4) * 10)}); do yes 'a line of eighty characters, as tests and compilers print them, and a bit' | head -c 100000; sleep 0.1; done`
const token = (at: number): string => {
  if (at % 120 === 0) return `\n\n## Part ${String(at / 120)}\n\n`
  if (at % 120 === 60)
    return '\n\n```ts\nconst some = [1, 2, 3].map((each) => each * 2)\n```\n\n- one\n- **two**\n\n'
  return `word${String(at)} `
}
const tokens = Array.from({ length: seconds * 200 }, (_, at) => token(at))
const server = await startModelServer(({ body }) =>
  JSON.stringify(body).includes('call_1')
    ? { raw: [...tokens.map(frame), 'data: [DONE]\n\n'], delayMs: 5 }
    : { calls: [{ id: 'call_1', name: 'exec_command', arguments: { cmd: prints, yield_time_ms: 250 } }] },
)

function frame(content: string, at: number): string {
  const last = at === tokens.length - 1
  const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: last ? 'stop' : null }
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [choice] })}\n\n`
}

writeRecord(home, { id: 'long', cwd: work, events: longRecord(100) })
writeFileSync(
  join(home, 'config.toml'),
  `model = "scripted"\nmodel_provider = "local"\napproval_policy = "never"\nsandbox_mode = "workspace-write"\n[model_providers.local]\nname = "Local"\nbase_url = "${server.baseUrl}"\nwire_api = "chat"\n`,
)
const { child, address } = await serveFrom(home)
const browser = await openChromium()
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.goto(address)
await page.getByRole('combobox', { name: 'Workspace folder' }).fill(work)
await page.getByRole('button', { name: 'Start', exact: true }).click()
const field = page.getByRole('textbox', { name: 'Message to the agent' })
await field.fill('Go')
const {
  result: took,
  tasks,
  load,
} = await recorded(browser, page, async () => {
  await field.press('Enter')
  await page.getByText('word1 ').first().waitFor()
  const began = performance.now()
  await page.getByText(`word${String(tokens.length - 1)}`).waitFor({ timeout: 120_000 })
  return (performance.now() - began) / 1000
})
const printed = await page.locator('.card .out').first().innerText()
await browser.close()
child.kill('SIGTERM')
await server.close()
rmSync(base, { recursive: true, force: true })

if (!printed.includes('a line of eighty')) throw new Error(`the command printed nothing: ${printed}`)
const what = `1 MB and ${(tokens.length / took).toFixed(0)} tokens a second for ${took.toFixed(0)} s`
const worst = (times: readonly number[]): string => ms(Math.max(0, ...times))
const over = (times: readonly number[]): number => times.filter((time) => time > 50).length
const [own, wall] = [tasks.map((task) => task.own), tasks.map((task) => task.wall)]
printRows([
  {
    what: `${what}: tasks of the window over 50 ms of the processor's time, of ${String(own.length)}`,
    figure: `${String(over(own))}, ${worst(own)} at worst`,
    goal: 'none',
    reached: over(own) === 0,
  },
  {
    what: `${what}: the same on the clock, at load ${load.toFixed(1)}`,
    figure: `${String(over(wall))}, ${worst(wall)} at worst`,
    goal: 'no goal of its own',
    reached: true,
  },
])
