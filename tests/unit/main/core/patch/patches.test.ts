import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parsePatch } from '../../../../../src/main/core/patch/parse-patch'
import { planPatch } from '../../../../../src/main/core/patch/plan-patch'
import type { PlannedFile } from '../../../../../src/main/core/patch/planned-file'
import { resolvePath } from '../../../../../src/main/core/patch/resolve-path'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'

const Case = z.strictObject({
  name: z.string(),
  files: z.record(z.string(), z.string()),
  patch: z.string(),
  after: z.record(z.string(), z.string().nullable()).optional(),
  problem: z.string().optional(),
  files_changed: z.number().optional(),
})

const cwd = '/work/project'
const file = resolve(import.meta.dirname, '../../../../corpus/patches.jsonl')
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

/** What every touched file holds afterwards; null where there is none. */
function outcome(files: readonly PlannedFile[]): Record<string, string | null> {
  return Object.fromEntries(
    files.flatMap(({ path, after, move }): [string, string | null][] =>
      move
        ? [
            [path, null],
            [move.path, after ?? null],
          ]
        : [[path, after ?? null]],
    ),
  )
}

test.each(cases)('$name', async ({ files, patch, after, problem, files_changed: changed }) => {
  const absolute = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [resolvePath(cwd, path), text]),
  )
  const parsed = parsePatch(patch)
  const plan =
    parsed.kind === 'parsed'
      ? await planPatch(parsed.hunks, {
          cwd,
          look: (path, end) => fakePatchFiles(absolute).look(path, end, []),
        })
      : { kind: 'impossible' as const, problem: `line ${parsed.line}: ${parsed.problem}` }
  if (problem !== undefined) {
    expect(plan).toEqual({ kind: 'impossible', problem: expect.stringContaining(problem) as string })
    return
  }
  const wanted = Object.entries(after ?? {}).map(([path, text]) => [resolvePath(cwd, path), text])
  expect(plan.kind === 'planned' ? outcome(plan.files) : plan).toEqual(Object.fromEntries(wanted))
  if (changed !== undefined && plan.kind === 'planned') expect(plan.files).toHaveLength(changed)
})

test('the table has at least sixty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
})
