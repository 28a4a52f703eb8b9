import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSuggestionNotes } from '../../../../../src/main/adapters/home-files/suggestion-notes'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'suggestion-notes-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

test('what was shown and dismissed is on file for its owner alone', async () => {
  const note = { shown: { key: 'k', at: 5 }, dismissed: ['j'] }
  expect(await createSuggestionNotes(home).read()).toEqual({ dismissed: [] })
  await createSuggestionNotes(home).write(note)
  expect(await createSuggestionNotes(home).read()).toEqual(note)
  expect(statSync(join(home, 'rule-suggestions.json')).mode & 0o777).toBe(0o600)
})

test('a file that is none of ours has nothing suggested', async () => {
  for (const text of ['{', '{"dismissed":"all"}', '']) {
    writeFileSync(join(home, 'rule-suggestions.json'), text)
    await expect(createSuggestionNotes(home).read()).rejects.toMatchObject({
      fault: { code: 'store-failed' },
    })
  }
})
