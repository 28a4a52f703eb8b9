import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startModelServer, type Answer, type ModelServer, type RecordedRequest } from '../fakes/model-server'
import { untilArmed } from './armed-panel'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'

let host: OpenHost | undefined
let server: ModelServer | undefined
let base: string | undefined
afterEach(async () => {
  await host?.close()
  await server?.close()
  if (base !== undefined) rmSync(base, { recursive: true, force: true })
})

const opinion = JSON.stringify({
  description: 'Only cleans up a cache. Nothing is lost.',
  risk_level: 'low',
  risk_categories: ['data_deletion'],
})

/** The agent runs its script once; whoever asks for a view waits until the test has looked, and is then told that all is well. */
const looked = Promise.withResolvers<undefined>()
function script({ body }: RecordedRequest): Answer {
  const asked = JSON.stringify(body)
  if (!asked.includes('"tools":[{')) return { text: opinion, held: { behind: '', until: looked.promise } }
  if (asked.includes('call_clean')) return { text: 'As you say.' }
  const call = {
    command: ['bash', 'scripts/clean.sh'],
    justification: 'This is safe: it only reads what is stale.',
  }
  return { calls: [{ id: 'call_clean', name: 'shell', arguments: call }] }
}

/** A folder that may be written to and is in no temporary one: the home folder, unless the tests were given one there. */
function lastingFolder(): string {
  const found = [homedir(), '/root', '/home', '/srv', '/opt', '/usr/local'].find((folder) => {
    try {
      accessSync(folder, constants.W_OK)
      return !/^\/(var\/)?tmp(\/|$)/.test(realpathSync(folder))
    } catch {
      // Not there, or not ours to write in: the next one.
      return false
    }
  })
  if (found === undefined) throw new Error('no folder outside of the temporary ones can be written to')
  return found
}

/** A workspace with a script that deletes a folder beside it, in a place that is neither the workspace nor temporary. */
function project(): { workspace: string; cache: string } {
  base = realpathSync(mkdtempSync(join(lastingFolder(), '.cs-e2e-')))
  const workspace = join(base, 'project')
  const cache = join(base, 'old-cache')
  mkdirSync(join(workspace, 'scripts'), { recursive: true })
  mkdirSync(cache)
  for (let at = 0; at < 12; at++) writeFileSync(join(cache, `entry-${at}.bin`), Buffer.alloc(4096))
  writeFileSync(
    join(workspace, 'scripts/clean.sh'),
    '#!/bin/bash\nset -e\necho cleaning\nrm -rf ../old-cache\n',
  )
  return { workspace, cache }
}

test('a denied deletion: facts, look-through and floor stand at once; the model’s "low" comes later and is overruled in words', async () => {
  const { workspace, cache } = project()
  const started = await startModelServer(script)
  server = started
  host = await openHost({
    configure: (home) => {
      writeFileSync(
        join(home, 'config.toml'),
        `model = "scripted"\nmodel_provider = "local"\napproval_policy = "on-failure"\nassessment_timeout_ms = 60000\n[model_providers.local]\nname = "Local"\nbase_url = "${started.baseUrl}"\nwire_api = "chat"\n`,
      )
    },
  })
  const { page } = host
  await page.getByRole('combobox', { name: 'Workspace folder' }).fill(workspace)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const composer = page.getByRole('textbox', { name: 'Message to the agent' })
  await composer.fill('Clean up.')
  await composer.press('Enter')

  const panel = page.getByRole('region', {
    // What its rehearsal shows leads as soon as it is there.
    name: /delete.*12 files.*old-cache|delete.*old-cache.*12 files/i,
  })
  await panel.waitFor()
  expect(await panel.locator('.look .line.on').innerText()).toMatch(/rm -rf \.\.\/old-cache/)
  await panel.locator('.a-details').click()
  const view = panel.locator('.ev-model')
  expect(await view.getAttribute('aria-busy')).toBe('true')
  expect(await panel.locator('.level').innerText()).toBe('High risk')
  const checked = await panel.locator('.ev-checked').innerText()
  expect(checked).toMatch(/12 files/)
  expect(checked).toMatch(/At least high:/)
  expect(await panel.locator('.look .line.on').innerText()).toMatch(/rm -rf \.\.\/old-cache/)
  const allow = panel.locator('.a-once')
  // The panel's arrival moves it by a few pixels; what is measured is what the model's view does after that.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity)
    return Promise.allSettled(ending.map((each) => each.finished))
  })
  const placed = await allow.boundingBox()
  expect(await panel.getByText(/^The model says low/).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])

  looked.resolve(undefined)
  await panel.getByText('Only cleans up a cache. Nothing is lost.').waitFor()
  await panel.getByText(/^The model says low, but the floor of high stands:/).waitFor()
  expect(await panel.locator('.level').innerText()).toBe('High risk')
  expect(await view.getAttribute('aria-busy')).toBe('false')
  expect(await view.locator('.ev-title .end').innerText()).toMatch(/^scripted, \d/)
  expect(await allow.boundingBox()).toEqual(placed)
  expect(await axeFindings(page)).toEqual([])

  await panel.locator('.a-more').click()
  await panel.getByRole('button', { name: /^Edit and run/ }).click()
  const form = page.getByRole('form', { name: 'Edit and run' })
  await form.getByRole('textbox', { name: 'Your command' }).fill('echo "kept')
  await form.getByRole('button', { name: /^Check again/ }).click()
  await form.getByText(/This does not parse: .*the original does not run either/).waitFor()
  await form.getByRole('textbox', { name: 'Your command' }).fill('echo kept > kept.txt')
  await form.getByRole('button', { name: /^Check again/ }).click()
  await page.getByText('Edited by you, was high').waitFor()
  expect(existsSync(join(workspace, 'kept.txt'))).toBe(false)
  const again = page.locator('.a-once')
  await untilArmed(page)
  await again.click()
  await page.getByText('As you say.').waitFor()
  expect(existsSync(join(workspace, 'kept.txt'))).toBe(true)
  expect(readdirSync(cache).length).toBe(12)
  const told = started.requests.map(({ body }) => JSON.stringify(body)).join('\n')
  expect(told).toContain('The user ran an edited command instead of yours')
  expect(host.complaints).toEqual([])
})
