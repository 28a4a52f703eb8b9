import { expect, test } from 'vitest'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import { fileChanges } from '../../../../../src/main/core/patch/file-changes'
import { parsePatch } from '../../../../../src/main/core/patch/parse-patch'
import { planPatch } from '../../../../../src/main/core/patch/plan-patch'

/** What is shown of an update of /outside/a, which holds `text`. */
async function shownOf(text: string, ...lines: readonly string[]): Promise<string> {
  const body = ['*** Begin Patch', '*** Update File: /outside/a', ...lines, '*** End Patch'].join('\n')
  const parsed = parsePatch(body)
  if (parsed.kind === 'malformed') throw new Error(JSON.stringify(parsed))
  const plan = await planPatch(parsed.hunks, {
    cwd: '/work',
    look: (place) => Promise.resolve({ kind: 'file', place, mode: 0o644, links: 1, text }),
  })
  if (plan.kind !== 'planned') throw new Error(plan.problem)
  const change = fileChanges(plan.files, (place) => place.startsWith('/work/'), textDiff)['/outside/a']
  return change?.type === 'update' ? change.unified_diff : JSON.stringify(change)
}

const many = (length: number): string[] => Array.from({ length }, (_, at) => `+new ${String(at)}`)

test('of an update outside the lines are shown that it says, by their numbers', async () => {
  expect(await shownOf('canary\na\nb\n', '@@', '-a', '+A')).toBe('@@ -2,1 +2,1 @@\n-a\n+A\n')
})

test.each<[what: string, text: string, lines: readonly string[]]>([
  ['a last line gets its end', 'a\nb\ncanary', ['@@', '-a', '+A']],
  ['a line goes over others', 'a\ncanary\n', ['@@', '-a', '@@', '+a']],
  ['white space stands at the end of a line', 'a \u00a0\ncanary\n', ['@@', '-a', '+A']],
  [
    'more lines come than the least difference is sought for',
    'a\ncanary\nz\n',
    ['@@', '-a', ...many(2001), '@@', '-z', '+Z'],
  ],
])('where %s, no other line of a file outside is shown', async (_, text, lines) => {
  const shown = await shownOf(text, ...lines)
  expect(shown).not.toContain('canary')
  expect(shown).not.toContain('\u00a0')
  expect(shown).toMatch(/^[-+]a$/im)
})
