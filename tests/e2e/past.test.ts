import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { axeFindings } from './axe-findings'
import { openHost, type OpenHost } from './open-host'

const recorded = join(import.meta.dirname, '../fakes/histories')
let host: OpenHost | undefined
let person: string | undefined
afterEach(async () => {
  await host?.close()
  if (person !== undefined) rmSync(person, { recursive: true })
  host = person = undefined
})

test('from the first screen the last month is looked back at: what needed a person, and rules that would save most', async () => {
  person = mkdtempSync('/var/tmp/cs-past-')
  const [claude, codex] = [join(person, '.claude/projects/p'), join(person, '.codex/sessions')]
  for (const folder of [claude, codex]) mkdirSync(folder, { recursive: true })
  cpSync(join(recorded, 'claude-code-2.1.330-asked.jsonl'), join(claude, 'a.jsonl'))
  cpSync(join(recorded, 'codex-0.169.0-asked.jsonl'), join(codex, 'rollout-b.jsonl'))
  writeFileSync(
    join(person, '.claude/settings.json'),
    JSON.stringify({ permissions: { allow: ['Bash(npm run build)', 'Bash'] } }),
  )
  const cleaned = Array.from({ length: 3 }, (_, at) =>
    JSON.stringify({
      ...{ type: 'assistant', sessionId: 's', cwd: '/home/dev/shop', timestamp: new Date().toISOString() },
      message: {
        content: [
          { type: 'tool_use', id: `t${String(at)}`, name: 'Bash', input: { command: 'rm -rf dist' } },
          { type: 'tool_use', id: `h${String(at)}`, name: 'Bash', input: { command: 'echo \u202etxt' } },
        ],
      },
    }),
  )
  writeFileSync(join(claude, 'b.jsonl'), `${cleaned.join('\n')}\n`)
  host = await openHost({
    env: { HOME: person, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined },
    alone: true,
  })
  const { page } = host
  await page.getByRole('button', { name: 'Look at your last month' }).click()
  const past = page.locator('.past')
  await past.getByText(/^Of \d+ commands and edits \d+ would need you\.$/).waitFor()
  const text = await past.innerText()
  expect(text).toContain('no file of today was looked at')
  expect(text).toContain('3 with characters that are not seen')
  expect(text).toContain('rm -rf ~/old-photos')
  expect(text).toContain('commands = ["rm -rf dist"]')
  expect(text).not.toContain('\u202e')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'See what could be taken over' }).click()
  await page.getByRole('button', { name: 'Add these to your rules: 1' }).click()
  await past.getByText(/^They stand in .*rules\.toml now\.$/).waitFor()
  expect(readFileSync(join(host.home, 'rules.toml'), 'utf8')).toContain('commands = ["npm run build"]')
  // It stands beside the settings as well.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Look at your last month' }).click()
  await past.getByText('The worst first:').waitFor()
  expect(host.complaints).toEqual([])
})
