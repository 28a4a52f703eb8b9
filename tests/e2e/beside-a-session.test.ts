import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { expect, onTestFinished, test } from 'vitest'
import { oneBySeed } from '../fakes/by-seed'
import { stillActs } from '../fakes/hostile-texts'
import type { Answer, RecordedRequest } from '../fakes/model-server'
import { axeFindings } from './axe-findings'
import { sharedBrowser } from './browser'
import { pictureAt, scriptedHost, type ScriptedHost } from './scripted-host'

// What stands beside a session: its plan, what it used, and what can be taken along of it. Every name in it is one that would do something.

/** Text of an agent that would end what it stands in, run, load, or show otherwise than it is. */
const evil =
  '</code></pre><script>document.title="ran"</script><img src=x onerror=alert(1)> `x` ## You \u202Eexe.txt'

const step = (name: string, status: string) => ({ step: name, status })

/** Two turns: a plan that is begun, with a command between, and the same plan done. */
function script({ body }: RecordedRequest): Answer {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] }
  const second = messages.filter(({ role, content }) => role === 'user' && String(content).includes('Finish'))
  const since = messages.length - 1 - messages.findLastIndex(({ role }) => role === 'user')
  const plan = (rest: string, explanation = `Look first ${evil}`) => ({
    name: 'update_plan',
    arguments: {
      explanation,
      plan: [step('Read the notes', 'completed'), step(`Mend ${evil}`, rest), step('Test it', 'pending')],
    },
  })
  if (second.length > 0) {
    const done = [step('Read the notes', 'completed'), step(`Mend ${evil}`, 'completed')]
    if (since > 0) return { text: 'All done.', usage: { input: 1600, cached: 0, output: 400 } }
    return {
      calls: [{ name: 'update_plan', arguments: { plan: done } }],
      usage: { input: 900, cached: 0, output: 100 },
    }
  }
  if (since === 0) return { calls: [plan('in_progress')], usage: { input: 400, cached: 100, output: 100 } }
  if (since === 2) {
    const command = ['bash', '-c', `echo '${evil.replaceAll("'", '')}'`]
    return {
      calls: [{ name: 'shell', arguments: { command } }],
      usage: { input: 700, cached: 200, output: 100 },
    }
  }
  return { text: `First half. **Bold** ${evil}`, usage: { input: 900, cached: 0, output: 100 } }
}

async function begin(theme: 'light' | 'dark'): Promise<ScriptedHost> {
  const host = await scriptedHost(() => script, {
    theme,
    config: 'model_context_window = 10000\napproval_policy = "on-failure"\nsandbox_mode = "workspace-write"',
    tables: '[model_prices."local/scripted"]\ninput = 10\ncached_input = 1\noutput = 100\ncurrency = "EUR"\n',
  })
  const field = await host.startSession()
  await field.fill('Begin')
  await field.press('Enter')
  await host.page.getByText('First half.').waitFor()
  await host.page.getByRole('button', { name: 'Stop turn' }).waitFor({ state: 'detached' })
  return host
}

const shownEvil = 'U+202E'

test.each(oneBySeed('theme of a plan at hand', ['light', 'dark'] as const))(
  'the plan is always at hand: how far it is stands at the field, a press leads to its steps, and a done one is gone (%s)',
  async (theme) => {
    const host = await begin(theme)
    const { page } = host
    const plan = page.locator('.plan-now')
    expect(await plan.innerText()).toMatch(/^Plan: 1 of 3 done\s*: Mend /)
    expect(await plan.innerText()).toContain(shownEvil)
    await plan.click()
    const side = page.getByRole('complementary', { name: 'Beside the session' })
    const steps = side.getByRole('listitem')
    await expect.poll(() => steps.count()).toBe(3)
    expect(stillActs(await side.innerText())).toBeUndefined()
    expect(await side.locator('script, img').count()).toBe(0)
    await page.screenshot({ path: pictureAt(`plan-at-hand-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('Finish')
    await field.press('Enter')
    await page.getByText('All done.').waitFor()
    await expect.poll(() => steps.count()).toBe(2)
    expect(await side.getByRole('heading', { level: 2 }).innerText()).toBe('Plan: 2 of 2 done')
    expect(await plan.count()).toBe(0)
    expect(host.complaints).toEqual([])
  },
)

test.each(oneBySeed('theme of what was used', ['light', 'dark'] as const))(
  'what a session used is a graph, a bar for each turn, with its sum, its cost by the prices on file and how full the context is (%s)',
  async (theme) => {
    const host = await begin(theme)
    const { page } = host
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('Finish')
    await field.press('Enter')
    await page.getByText('All done.').waitFor()
    await page.locator('.side-toggle').click()
    const side = page.getByRole('complementary', { name: 'Beside the session' })
    await side.getByRole('tab', { name: 'Use' }).click()
    // Turn 1: 400 + 700 + 900 in, of which 300 from the cache, 300 out; turn 2: 900 + 1,600 in, 500 out.
    const graph = side.getByRole('img', { name: '2 turns used 5,300 tokens' })
    await graph.waitFor()
    const bars = await graph
      .locator('rect')
      .evaluateAll((all) =>
        all.map((bar) => [bar.querySelector('title')?.textContent, bar.getAttribute('height')]),
      )
    expect(bars.map(([title]) => title)).toEqual([
      'Turn 1: 2,300 tokens, context 10 % full',
      'Turn 2: 3,000 tokens, context 20 % full',
    ])
    expect(Number(bars[0]?.[1]) / Number(bars[1]?.[1])).toBeCloseTo(2300 / 3000, 2)
    expect(await graph.locator('polyline').count()).toBe(1)
    // (4,200 fresh × 10 + 300 from the cache × 1 + 800 out × 100) for a million.
    expect(await side.locator('dd').allInnerTexts()).toEqual(['5,300', '€0.1223', '20 % of 10,000 tokens'])
    expect(await page.locator('.context-meter').innerText()).toMatch(
      /^5,300 tokens, €0\.1223\s*20 % of the context used$/,
    )
    await page.screenshot({ path: pictureAt(`what-was-used-${theme}`) })
    expect(await axeFindings(page)).toEqual([])
    expect(host.complaints).toEqual([])
  },
)

test('the exports hold what the session was, in order, and nothing of its texts acts in them', async () => {
  const host = await begin('light')
  const { page } = host
  const take = (name: string) =>
    host.saved(async () => {
      await page.getByRole('button', { name: 'Session actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    })
  const html = await take('Export as HTML')
  const markdown = await take('Export as Markdown')
  expect([html.name, markdown.name]).toEqual([
    expect.stringMatching(/\.html$/),
    expect.stringMatching(/\.md$/),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'cs-export-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  mkdirSync(folder, { recursive: true })

  /** What a person sees of a page, what it holds that could act, and what it asked the network for. */
  const read = async (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    const context = await (await sharedBrowser()).newContext()
    onTestFinished(() => context.close())
    const shown = await context.newPage()
    const asked: string[] = []
    shown.on('request', (request) => asked.push(request.url()))
    await shown.goto(pathToFileURL(file).href)
    return {
      text: await shown.locator('body').innerText(),
      title: await shown.title(),
      active: await shown.locator('script, img, iframe, a, form, link').count(),
      asked: asked.slice(1),
    }
  }
  const asPage = renderToStaticMarkup(createElement(Markdown, null, markdown.bytes.toString('utf8')))
  const pages = [
    await read('as.html', html.bytes.toString('utf8')),
    await read('from-markdown.html', `<!doctype html><meta charset="utf-8"><title>Begin</title>${asPage}`),
  ]
  for (const shown of pages) {
    expect(shown).toMatchObject({ title: expect.stringContaining('Begin') as string, active: 0, asked: [] })
    expect(stillActs(shown.text)).toBeUndefined()
    // What was said, meant, run and answered, each behind the one before.
    const places = ['Begin', 'Read the notes', 'Test it', 'echo', 'exit code 0', 'First half.'].map((part) =>
      shown.text.indexOf(part),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(shown.text).toContain('<script>document.title="ran"</script>')
  }
  // The agent's Markdown is that in both.
  expect(asPage).toContain('<strong>Bold</strong>')
  expect(pages[0]?.text).toContain('First half. Bold')
  expect(host.complaints).toEqual([])
})
