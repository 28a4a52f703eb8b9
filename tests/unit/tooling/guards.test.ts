import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../../../scripts/setup/places.mjs'
import { chooseWhole } from '../../../scripts/steps/guards.mjs'
import { importClosures } from '../../../scripts/steps/import-closure.mjs'

describe('what a test leads to', () => {
  let base: string
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'countersign-closure-'))
  })
  afterEach(() => {
    rmSync(base, { recursive: true })
  })
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), text)
  }

  test('are all its imports, what it starts beside itself, and the texts that its sources read', () => {
    put('tests/a.test.ts', "import { b } from '../src/main/b'\nstart(join(import.meta.dirname, 'child.ts'))")
    put('tests/child.ts', "await import('@shared/c')")
    put('src/main/b.ts', "import x from 'package'\nexport * from './folder'")
    put('src/main/b.c', 'int main')
    put('src/main/folder/index.ts', '')
    put('src/shared/c.ts', "import '../main/b'")
    put('src/main/other.ts', '')
    expect(importClosures(base)('tests/a.test.ts')).toEqual([
      'src/main/b.c',
      'src/main/b.ts',
      'src/main/folder/index.ts',
      'src/shared/c.ts',
      'tests/a.test.ts',
      'tests/child.ts',
    ])
  })

  test('is the whole program for what runs it as it is built', () => {
    put('tests/a.test.ts', "import { cliEntry } from './run'")
    put('src/renderer/x.css', '')
    expect(importClosures(base)('tests/a.test.ts')).toContain('src/renderer/x.css')
  })

  test('the tables of the sandbox lead to the C sources, apply and undo to theirs', () => {
    const closure = importClosures(root)
    const linux = 'src/main/adapters/sandbox-linux'
    expect(closure('tests/integration/sandbox/escapes/files.test.ts')).toEqual(
      expect.arrayContaining([
        `${linux}/confine/confine.c`,
        `${linux}/observe/observe.c`,
        `${linux}/view/view.c`,
      ]),
    )
    expect(closure('tests/integration/rehearsal/apply.test.ts')).toContain(`${linux}/apply/apply-journal.ts`)
    expect(closure('tests/integration/checkpoints/turn-checkpoints.test.ts')).toContain(
      'src/main/core/checkpoints/turn-checkpoints.ts',
    )
  })
})

describe('files that guard', () => {
  const guard = (file: string, green?: string) => ({ file, leadsTo: [file, 'src/a.ts'], hash: 'now', green })
  const nothing = new Set<string>()
  const calm = { changed: nothing, damaged: false, inCI: false }
  const rows: [string, Parameters<typeof chooseWhole>, string[]][] = [
    ['nothing that was green as it is', [[guard('x', 'now')], calm], []],
    ['what was green otherwise', [[guard('x', 'before'), guard('y', 'now')], calm], ['x']],
    [
      'what is not on record and changed since the clone',
      [[guard('x')], { ...calm, changed: new Set(['src/a.ts']) }],
      ['x'],
    ],
    ['nothing of a clone as it was cloned', [[guard('x')], { ...calm, changed: new Set(['README.md']) }], []],
    [
      'everything where nobody says what changed',
      [[guard('x'), guard('y', 'now')], { ...calm, changed: undefined }],
      ['x', 'y'],
    ],
    ['everything where the record is damaged', [[guard('x', 'now')], { ...calm, damaged: true }], ['x']],
    [
      'nothing in CI, where the commit decides',
      [[guard('x', 'before')], { ...calm, damaged: true, inCI: true }],
      [],
    ],
  ]
  test.each(rows)('take all their rows: %s', (_, given, whole) => {
    expect(chooseWhole(...given).whole).toEqual(whole)
  })
})
