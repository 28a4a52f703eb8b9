import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EffectRule } from '@shared/domain/effect-rule'
import { editRulesFile } from '../../../../../src/main/adapters/config-toml/edit-rules-file'
import { createEffectRuleEdits } from '../../../../../src/main/adapters/config-toml/effect-rule-edits'
import { createRulesFile } from '../../../../../src/main/adapters/config-toml/effect-rules'
import { bashParser } from '../../../../fakes/bash-parser'

const parser = bashParser()
const parts = () => ({ parser, home: '/home/dev', engine: ['/home/dev/.engine'] })
let home: string
let file: string
let edits: ReturnType<typeof createEffectRuleEdits>
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rule-edits-'))
  file = join(home, 'rules.toml')
  edits = createEffectRuleEdits(file, editRulesFile(file, parts))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})
const rule = (more: Partial<EffectRule> = {}): EffectRule =>
  EffectRule.parse({ name: 'builds', writes: ['dist/**'], ...more })
const loaded = async () => {
  const { rules, problem } = await createRulesFile(home, parts).load()
  return problem ?? rules.map((each) => each.rule)
}
const now = (): string => readFileSync(file, 'utf8')

test('a rule is put at the end, all else stays as it is, and names are made free', async () => {
  expect(await edits.add(rule())).toEqual({ kind: 'written', name: 'builds' })
  expect(now()).toBe('[[rule]]\nname = "builds"\nwrites = ["dist/**"]\nlevel = "medium"\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const mine = '# mine\n[[rule]] # one\nname = "builds"\nwrites = [ "out/**" ]   # odd layout\n# the end'
  writeFileSync(file, mine)
  expect(await Promise.all([edits.add(rule()), edits.add(rule())])).toEqual([
    { kind: 'written', name: 'builds 2' },
    { kind: 'written', name: 'builds 3' },
  ])
  expect(now().startsWith(`${mine}\n\n[[rule]]\n`)).toBe(true)
  expect(await loaded()).toHaveLength(3)
})

test('several are put there in one step, all or none, and a name is cut where a number stands behind it', async () => {
  const long = 'a'.repeat(60)
  expect(await edits.add(rule(), rule(), rule({ name: long }), rule({ name: long }))).toEqual({
    kind: 'written',
    name: `${'a'.repeat(58)} 2`,
  })
  expect(await loaded()).toMatchObject([{ name: 'builds' }, { name: 'builds 2' }, { name: long }, {}])
  const before = now()
  expect(before).not.toContain('\n\n\n')
  expect(await edits.add(rule(), rule({ writes: ['~/**'] }))).toMatchObject({ kind: 'refused' })
  expect(now()).toBe(before)
})

test('a file that has an error is not written to, and says where', async () => {
  const wrong = '[[rule]]\nname = "a"\nwirtes = ["x"]\n'
  writeFileSync(file, wrong)
  const done = await edits.add(rule())
  expect(done).toMatchObject({ kind: 'refused' })
  expect(JSON.stringify(done)).toContain('rules.toml:3: unknown key')
  expect(now()).toBe(wrong)
})

test('what cannot be in a rule is not written either', async () => {
  expect(await edits.add(rule({ writes: ['~/**'] }))).toMatchObject({ kind: 'refused' })
  expect(() => now()).toThrow('ENOENT')
})

test('rules as one list are left to a person', async () => {
  const inline = 'rule = [{ name = "a" }, { name = "b" }]\n'
  writeFileSync(file, inline)
  expect(await edits.add(rule())).toMatchObject({ kind: 'refused' })
  expect(await edits.remove('a')).toMatchObject({ kind: 'refused' })
  expect(now()).toBe(inline)
})

test('a link stays one', async () => {
  const real = join(home, 'elsewhere.toml')
  writeFileSync(real, '')
  symlinkSync(real, file)
  await edits.add(rule())
  expect(readFileSync(real, 'utf8')).toContain('builds')
})

test('one is taken out, and the comments of the others stay', async () => {
  writeFileSync(
    file,
    `# head\n[[rule]]\nname = "a"\n[rule.deletes]\nbelow = ["x"]\nfiles = 1\n\n# of b\n# and more\n[[rule]]\nname = "b" # b\n\n[[rule]]\nname = "c"\n`,
  )
  expect(await edits.remove('a')).toEqual({ kind: 'written', name: 'a' })
  expect(now()).toBe('# head\n# of b\n# and more\n[[rule]]\nname = "b" # b\n\n[[rule]]\nname = "c"\n')
  expect(await edits.remove('c')).toMatchObject({ kind: 'written' })
  expect(await edits.remove('c')).toMatchObject({ kind: 'refused' })
  expect(await loaded()).toMatchObject([{ name: 'b' }])
})

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
test('whatever a rule says is read back as it was, or nothing is written', async () => {
  let written = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        name: word,
        where: fc.array(
          word.map((each) => `/srv/${each}`),
          { minLength: 1, maxLength: 3 },
        ),
        writes: fc.array(
          word.map((each) => `dist/${each}`),
          { maxLength: 30 },
        ),
        deletes: fc.record({
          below: fc.array(
            word.map((each) => `dist/${each}`),
            { minLength: 1, maxLength: 12 },
          ),
          files: fc.nat(9),
          unsaved: fc.nat(9),
        }),
        ends: fc.record({ runs: fc.integer({ min: 1, max: 9 }), branch: word }),
      }),
      async (given) => {
        rmSync(file, { force: true })
        const wanted = EffectRule.safeParse(given)
        if (!wanted.success) return
        const done = await edits.add(wanted.data)
        if (done.kind === 'refused') expect(await loaded()).toEqual([])
        else {
          written += 1
          expect(await loaded()).toEqual([{ ...wanted.data, name: done.name }])
        }
      },
    ),
    { numRuns: 200 },
  )
  expect(written).toBeGreaterThan(50)
})
