import { structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePatch } from '../../../../../src/main/core/patch/parse-patch'
import { planPatch } from '../../../../../src/main/core/patch/plan-patch'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'
import { runsBySeed } from '../../../../fakes/by-seed'

/** Any text without line ends; few enough different ones that lines repeat. A BOM is a file's mark, not a line's text. */
const line = fc.oneof(
  fc.constantFrom('', ' ', '}', '\tif (x)', 'é', 'é', '“quoted”', '👨‍👩‍👧', '*** End Patch', '@@', '+', '-'),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n\0\u{FEFF}]/u.test(text)),
)
const edit = fc.record({
  at: fc.nat(40),
  remove: fc.nat(3),
  insert: fc.array(line, { maxLength: 3 }),
})
const ending = fc.constantFrom('\n' as const, '\r\n' as const)

function edited(
  lines: readonly string[],
  edits: readonly (typeof edit extends fc.Arbitrary<infer T> ? T : never)[],
): string[] {
  const result = [...lines]
  for (const { at, remove, insert } of edits) result.splice(Math.min(at, result.length), remove, ...insert)
  return result
}

const asText = (lines: readonly string[], end: string, last: boolean): string =>
  lines.length === 0 ? '' : lines.join(end) + (last ? end : '')

/** A patch as a model would write it: chunks of signed lines, with LF, whatever the file has. */
function patchFrom(before: readonly string[], after: readonly string[], context: number): string {
  const [old, next] = [asText(before, '\n', true), asText(after, '\n', true)]
  const { hunks } = structuredPatch('', '', old, next, undefined, undefined, { context })
  const chunks = hunks.flatMap((hunk) => ['@@', ...hunk.lines.filter((each) => !each.startsWith('\\'))])
  return ['*** Begin Patch', '*** Update File: f', ...chunks, '*** End Patch'].join('\n')
}

async function applied(text: string, patch: string): Promise<string> {
  const parsed = parsePatch(patch)
  if (parsed.kind === 'malformed') throw new Error(`line ${parsed.line}: ${parsed.problem}`)
  const plan = await planPatch(parsed.hunks, {
    cwd: '/w',
    look: (path, end) => fakePatchFiles({ '/w/f': text }).look(path, end, []),
  })
  if (plan.kind === 'impossible') throw new Error(plan.problem)
  return plan.files[0]?.after ?? text
}

test('random edits become a patch that applies back, with any line ending and any last line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      ending,
      fc.boolean(),
      async (before, edits, end, last) => {
        const after = edited(before, edits)
        fc.pre(after.join('\n') !== before.join('\n') && !(before.length === 1 && before[0] === ''))
        // Without a line end a last empty line is no line at all.
        fc.pre(last || before.at(-1) !== '')
        const text = asText(before, end, last)
        // A single line without an end shows no convention; new lines then get LF.
        const kept = text.includes('\r\n') ? end : '\n'
        expect(await applied(text, patchFrom(before, after, 1000))).toBe(asText(after, kept, true))
      },
    ),
    { numRuns: runsBySeed(500) },
  )
})

test('with lines that occur once, three lines of context are enough', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 60 }),
      fc.array(edit, { minLength: 1, maxLength: 5 }),
      ending,
      async (texts, edits, end) => {
        const before = texts.map((text, at) => `${at}: ${text}`)
        const after = edited(before, edits).map((text, at) =>
          /^\d+: /.test(text) ? text : `new ${at} ${text}`,
        )
        fc.pre(after.join('\n') !== before.join('\n') && before.length > 1)
        const text = asText(before, end, true)
        expect(await applied(text, patchFrom(before, after, 3))).toBe(asText(after, end, true))
      },
    ),
    { numRuns: runsBySeed(500) },
  )
})

test('the unified diff of a change is one that a reader of such diffs applies', async () => {
  const { applyPatch } = await import('diff')
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.array(edit, { maxLength: 4 }),
      fc.boolean(),
      (lines, edits, last) => {
        const [before, after] = [asText(lines, '\n', last), asText(edited(lines, edits), '\n', !last)]
        const hunks = textDiff.hunks(before, after)
        expect(hunks === '' ? before : applyPatch(before, hunks)).toBe(after)
      },
    ),
    { numRuns: runsBySeed(300) },
  )
})

test('no text makes the parser throw or take long', () => {
  const noise = fc.array(
    fc.oneof(
      fc.constantFrom(
        '*** Begin Patch',
        '*** End Patch',
        '*** Add File: a',
        '*** Update File: b',
        '*** Move to: c',
      ),
      fc.constantFrom(
        '*** Delete File: d',
        '*** End of File',
        '@@',
        '@@ x',
        ' x',
        '+x',
        '-x',
        '',
        "<<'E'",
        'E',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(noise, (lines) => {
      expect(['parsed', 'malformed']).toContain(parsePatch(lines.join('\n')).kind)
    }),
    { numRuns: runsBySeed(1000) },
  )
})
