import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lint, lintProject } from '../fakes/lint'

const root = resolve(import.meta.dirname, '../..')

/** The rules under test; what else such texts break is no matter here. */
const boundaryRules = new Set([
  'layers/no-restricted-paths',
  'import/no-default-export',
  'countersign/no-restricted-imports',
  'countersign/no-restricted-syntax',
  'no-restricted-globals',
  'no-restricted-properties',
  'countersign/file-name',
  'countersign/exported-doc',
  'countersign/suppression-reason',
  'max-lines',
  'max-params',
])

/** A text at a place, and once that was looked at, the rules that it breaks. */
interface Asked {
  readonly text: string
  broken?: readonly string[]
}

/** Texts to be looked at, each at a place: in as few runs as there are texts for one place. What only imports is looked at together. */
const rounds: Map<string, Asked[]>[] = []

/** Has a text looked at as if it stood at that path; what is returned gives the rules that it breaks, once all were looked at. */
function ask(path: string, text: string): () => readonly string[] {
  // A file of any name may have another; those that a rule names have to have theirs.
  const place = path.replace(/\/new(?=\.tsx?$)/, `/new-${String(rounds[0]?.size ?? 0)}`)
  const isImport = (each: string) => each.startsWith('import ')
  const round =
    rounds.find(
      (each) => each.get(place)?.every((asked) => isImport(asked.text) && isImport(text)) ?? true,
    ) ?? new Map<string, Asked[]>()
  if (!rounds.includes(round)) rounds.push(round)
  const asked: Asked = { text }
  round.set(place, [...(round.get(place) ?? []), asked])
  return () => {
    if (!asked.broken) throw new Error(`${place} was not looked at`)
    return asked.broken
  }
}

const linesIn = (text: string) => text.split('\n').length - 1

let project: string
beforeAll(async () => {
  project = lintProject('src', 'tests/tsconfig.json', 'bench/tsconfig.json')
  for (const round of rounds) {
    for (const [place, texts] of round) {
      mkdirSync(dirname(join(project, place)), { recursive: true })
      writeFileSync(join(project, place), texts.map(({ text }) => text).join(''))
    }
    const found = await lint(project, [...round.keys()])
    for (const [place, texts] of round) {
      const here = found.filter(({ path, rule }) => path === place && boundaryRules.has(rule))
      let line = 0
      for (const asked of texts) {
        const [first, last] = [line, line + linesIn(asked.text)]
        line = last
        const own = texts.length === 1 ? here : here.filter((each) => each.line > first && each.line <= last)
        asked.broken = own.map(({ rule }) => rule)
      }
    }
  }
})
afterAll(() => {
  rmSync(project, { recursive: true, force: true })
})

/** An import of a real file, as it would be written in the importing one. */
function importOf(target: string, importer: string): string {
  const path = relative(dirname(importer), target).replace(/\.tsx?$/, '')
  return `import '${path.startsWith('.') ? path : `./${path}`}'\n`
}

function modulesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name}`)
}

/** Some module at any depth below a folder: the layers are fixed, what their files are called is not. */
function moduleIn(folder: string): string {
  const found = modulesIn(folder)[0]
  if (found === undefined) throw new Error(`there is no module in ${folder}`)
  return found
}

function partsOf(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`)
  return folders.filter((path) => modulesIn(path).length > 0)
}

describe('one part imports another', () => {
  const zone = ['layers/no-restricted-paths']
  const rows: [from: string, to: string, broken: string[]][] = [
    ['src/shared/new.ts', 'src/main/core', zone],
    ['src/shared/new.ts', 'src/renderer/lib', zone],
    ['src/shared/domain/new.ts', 'src/shared/ipc', []],
    ['src/preload/index.ts', 'src/main/core', zone],
    ['src/preload/index.ts', 'src/renderer/lib', zone],
    ['src/preload/index.ts', 'src/shared/ipc', []],
    ['src/renderer/lib/new.ts', 'src/main/core', zone],
    ['src/renderer/lib/new.ts', 'src/preload', zone],
    ['src/renderer/lib/new.ts', 'src/shared/domain', []],
    ['src/renderer/lib/new.ts', 'src/renderer/features', zone],
    ['src/renderer/ui/new.tsx', 'src/renderer/features', zone],
    ['src/renderer/state/new.ts', 'src/renderer/features', zone],
    ['src/renderer/state/new.ts', 'src/renderer/app', zone],
    ['src/renderer/features/new/new.tsx', 'src/renderer/app', zone],
    ['src/renderer/features/new/new.tsx', 'src/renderer/ui', []],
    ['src/renderer/app/new.tsx', 'src/renderer/features', []],
    ['src/main/core/new.ts', 'src/main/adapters', zone],
    ['src/main/core/new.ts', 'src/main/hosts', zone],
    ['src/main/core/new.ts', 'src/renderer/lib', zone],
    ['src/main/core/new.ts', 'src/shared/domain', []],
    ['src/main/core/tools/new.ts', 'src/main/core/policy', []],
    ['src/main/core/policy/new.ts', 'src/main/core/tools', zone],
    ['src/main/core/policy/new.ts', 'src/main/core/shell', []],
    ['src/main/core/shell/new.ts', 'src/main/core/policy', zone],
    ['src/main/core/assessment/facts/new.ts', 'src/main/core/approvals', zone],
    ['src/main/core/execution/new.ts', 'src/main/core/commands', []],
    ['src/main/core/commands/new.ts', 'src/main/core/execution', zone],
    ['src/main/core/approvals/new.ts', 'src/main/core/execution', zone],
    ['src/main/core/made-up/new.ts', 'src/main/core/shell', zone],
    ['src/main/core/shell/new.ts', 'src/main/core/ports', []],
    ['src/main/hosts/app-server/new.ts', 'src/main/hosts/terminal', zone],
    ['src/main/hosts/terminal/new.ts', 'src/main/hosts/mcp-server', zone],
    ['src/main/hosts/browser/new.ts', 'src/main/hosts/bridge', []],
    ['src/main/hosts/browser/new.ts', 'src/main/hosts/protocol', zone],
    ['src/main/hosts/desktop/new.ts', 'src/main/hosts/protocol', zone],
    ['src/main/hosts/terminal/new.ts', 'src/main/hosts/bridge', zone],
    ['src/main/hosts/mcp-server/new.ts', 'src/main/hosts/protocol', []],
    ['src/main/core/conversation/new.ts', 'src/main/hosts/protocol', zone],
    ['src/main/adapters/new/new.ts', 'src/main/hosts', zone],
    ['src/main/adapters/new/new.ts', 'src/main/core', []],
    ['src/main/hosts/browser/new.ts', 'src/main/adapters', zone],
    ['src/main/hosts/browser/new.ts', 'src/main/core', []],
    ['src/main/compose.ts', 'src/main/adapters', []],
    ['src/main/core/assessment/new.ts', 'src/shared/messages', zone],
    ['src/main/core/assessment/shown/new.ts', 'src/shared/messages', zone],
    ['src/main/core/assessment/model-view/new.ts', 'src/shared/messages', []],
    ['src/main/core/approvals/new.ts', 'src/shared/messages', zone],
    ['src/main/core/policy/new.ts', 'src/shared/messages', zone],
    ['src/main/core/execution/new.ts', 'src/shared/messages', []],
    ['src/main/hosts/terminal/new.ts', 'src/shared/messages', []],
    ['src/renderer/ui/new.tsx', 'src/shared/messages', []],
    ['src/shared/domain/new.ts', 'src/shared/messages', zone],
    ['src/shared/messages/new.ts', 'src/shared/domain', []],
  ]

  const asked = rows.map(
    ([from, to, broken]) => [from, to, broken, ask(from, importOf(moduleIn(to), from))] as const,
  )
  test.each(asked)('%s, from %s: %j', (_, __, broken, found) => {
    expect(found()).toEqual(broken)
  })

  const [composer, entry] = ['src/main/compose.ts', 'src/main/cli.ts']
  const fromCore = 'src/main/core/conversation/new.ts'
  const engine = 'src/main/core/engine'
  const named: [from: string, to: string, broken: string[]][] = [
    ...['core', 'adapters/new', 'hosts/browser'].flatMap((layer) =>
      ['compose.ts', 'cli.ts', 'index.ts'].map((to): [string, string, string[]] => [
        `src/main/${layer}/new.ts`,
        `src/main/${to}`,
        zone,
      ]),
    ),
    // Core does not import its engine, but what hosts call of it and what it is given.
    [fromCore, `${engine}/engine.ts`, zone],
    [fromCore, `${engine}/engine-service.ts`, []],
    [fromCore, `${engine}/engine-parts.ts`, []],
    [composer, entry, zone],
    [entry, composer, []],
  ]
  const askedNamed = named.map(
    ([from, to, broken]) => [from, to, broken, ask(from, importOf(to, from))] as const,
  )
  test.each(askedNamed)('%s, from the file %s: %j', (_, __, broken, found) => {
    expect(found()).toEqual(broken)
  })

  describe.each(['src/main/adapters', 'src/renderer/features'])('the folders of %s', (parent) => {
    const folders = partsOf(parent)
    const pairs = folders.flatMap((folder) => {
      // All that one folder imports stands in one file.
      const from = `${folder}/all.ts`
      return folders.map((other) => {
        const isFriend =
          other === folder ||
          other.endsWith('/regular-file') ||
          other.endsWith('/own-process') ||
          (folder.includes('/sandbox-') && other.endsWith('/process-execa'))
        return { folder, other, isFriend, found: ask(from, importOf(moduleIn(other), from)) }
      })
    })

    test('do not import one another, but what all need', () => {
      expect(folders.length).toBeGreaterThan(1)
      const wrong = pairs.filter(({ isFriend, found }) => found().join() !== (isFriend ? '' : zone.join()))
      expect(wrong.map(({ folder, other, found }) => [folder, other, found()])).toEqual([])
    })
  })
})

describe('a part takes something from outside', () => {
  const rows: [path: string, text: string, broken: string[]][] = [
    ['src/shared/new.ts', "import 'node:fs'", ['countersign/no-restricted-imports']],
    ['src/shared/new.ts', "import 'openai'", ['countersign/no-restricted-imports']],
    ['src/shared/new.ts', "import 'zod'", []],
    ['src/shared/new.ts', "await import('zod')", ['countersign/no-restricted-syntax']],
    ['src/main/core/new.ts', "import 'node:path'", ['countersign/no-restricted-imports']],
    ['src/main/core/new.ts', "import 'electron'", ['countersign/no-restricted-imports']],
    ['src/main/core/new.ts', "import type OpenAI from 'openai'", ['countersign/no-restricted-imports']],
    ['src/main/core/new.ts', "import 'zod'", []],
    ['src/main/core/new.ts', "await import('node:fs')", ['countersign/no-restricted-syntax']],
    ['src/main/core/new.ts', 'process.exit()', ['no-restricted-globals']],
    ['src/main/core/ports/new.ts', '/** A. */\nexport const a = 1', ['countersign/no-restricted-syntax']],
    ['src/main/core/ports/new.ts', "import 'zod'", ['countersign/no-restricted-syntax']],
    ['src/main/core/ports/new.ts', "import type { Permit } from '../policy/permit'", []],
    ['src/main/core/ports/new.ts', '/** A. */\nexport type A = 1', []],
    ['src/main/core/new.ts', "await fetch('/')", ['no-restricted-globals']],
    ['src/main/core/new.ts', 'Date.now()', ['no-restricted-properties']],
    ['src/main/adapters/new/new.ts', "import 'node:path'", []],
    [
      'src/main/adapters/new/new.ts',
      "import { readFileSync } from 'node:fs'",
      ['countersign/no-restricted-imports'],
    ],
    [
      'src/main/adapters/new/new.ts',
      "import { open } from 'fs/promises'",
      ['countersign/no-restricted-imports'],
    ],
    ['src/main/adapters/new/new.ts', "import * as fs from 'node:fs'", ['countersign/no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import fs from 'node:fs'", ['countersign/no-restricted-imports']],
    [
      'src/main/adapters/new/new.ts',
      "import { promises } from 'node:fs'",
      ['countersign/no-restricted-imports'],
    ],
    ['src/main/adapters/new/new.ts', "import { lstat } from 'node:fs/promises'", []],
    [
      'src/main/adapters/sandbox-linux/new.ts',
      "import { openSync } from 'node:fs'",
      ['countersign/no-restricted-imports'],
    ],
    ['src/main/adapters/regular-file/new.ts', "import { open } from 'node:fs/promises'", []],
    ['src/main/adapters/new/new.ts', "import 'electron'", ['countersign/no-restricted-imports']],
    [
      'src/main/adapters/new/new.ts',
      "import { spawn } from 'node:child_process'",
      ['countersign/no-restricted-imports'],
    ],
    [
      'src/main/adapters/system/new.ts',
      "import { execFile } from 'child_process'",
      ['countersign/no-restricted-imports'],
    ],
    [
      'src/main/adapters/sandbox-linux/new.ts',
      "import { execFileSync } from 'node:child_process'",
      ['countersign/no-restricted-imports'],
    ],
    [
      'src/main/hosts/desktop/new.ts',
      "import { fork } from 'node:child_process'",
      ['countersign/no-restricted-imports'],
    ],
    [
      'src/main/hosts/terminal/new.ts',
      "import cp from 'node:child_process'",
      ['countersign/no-restricted-imports'],
    ],
    [
      'src/main/compose.ts',
      "import { exec } from 'node:child_process'",
      ['countersign/no-restricted-imports'],
    ],
    ['src/main/adapters/process-execa/new.ts', "import { spawn } from 'node:child_process'", []],
    ['src/main/adapters/new/new.ts', "import { execa } from 'execa'\nawait execa('git')", []],
    ['src/main/hosts/browser/new.ts', "import 'electron/main'", ['countersign/no-restricted-imports']],
    ['src/main/compose.ts', "import 'electron'", ['countersign/no-restricted-imports']],
    ['src/main/cli.ts', "import 'electron'", ['countersign/no-restricted-imports']],
    ['src/main/hosts/desktop/new.ts', "import { app } from 'electron'\napp.quit()", []],
    [
      'src/main/hosts/desktop/new.ts',
      "import { ipcMain } from 'electron'",
      ['countersign/no-restricted-syntax', 'countersign/no-restricted-syntax'],
    ],
    ['src/main/hosts/desktop/new.ts', "contents.ipc.handle('x', f)", ['countersign/no-restricted-syntax']],
    ['src/main/hosts/desktop/ipc.ts', "import { ipcMain } from 'electron'", []],
    ['src/preload/index.ts', "import { ipcRenderer } from 'electron'", []],
    ['src/preload/index.ts', "import 'zod'", ['countersign/no-restricted-imports']],
    [
      'src/preload/new.ts',
      "import { ipcRenderer } from 'electron'",
      ['countersign/no-restricted-syntax', 'countersign/no-restricted-syntax'],
    ],
    ['src/renderer/lib/new.ts', "import 'electron'", ['countersign/no-restricted-imports']],
    ['src/renderer/lib/new.ts', "import 'node:fs'", ['countersign/no-restricted-imports']],
    ['src/renderer/lib/new.ts', 'window.countersign.on(f)', ['countersign/no-restricted-syntax']],
    ['src/renderer/lib/new.ts', "globalThis['countersign'].on(f)", ['countersign/no-restricted-syntax']],
    ['src/renderer/app/new.tsx', 'const { countersign } = window', ['countersign/no-restricted-syntax']],
    ['src/renderer/lib/engine-link.ts', 'window.countersign.on(f)', []],
    [
      'src/main/core/execution/new.ts',
      "effectInWords(effect).startsWith('Runs ')",
      ['countersign/no-restricted-syntax'],
    ],
    [
      'src/main/hosts/terminal/new.ts',
      '/^Sends /.test(effectPhrase(effect))',
      ['countersign/no-restricted-syntax'],
    ],
    [
      'src/renderer/ui/new.tsx',
      "if (reasonInWords(reason) === 'It deletes x.') a()",
      ['countersign/no-restricted-syntax'],
    ],
    ['src/renderer/ui/new.tsx', 'show(effectInWords(effect).slice(0, 20))', []],
  ]

  const asked = rows.map(([path, text, broken]) => [path, text, broken, ask(path, `${text}\n`)] as const)
  test.each(asked)('%s, with %j: %j', (_, __, broken, found) => {
    expect(found()).toEqual(broken)
  })
})

describe('a file breaks the house style', () => {
  const rows: [path: string, text: string, broken: string[]][] = [
    ['src/main/core/session-manager.ts', '', ['countersign/file-name']],
    ['src/renderer/lib/utils.ts', '', ['countersign/file-name']],
    ['src/renderer/app/TopBar.tsx', '', ['countersign/file-name']],
    ['src/main/core/top-bar.ts', '', []],
    ['src/main/core/new.ts', 'export const a = 1', ['countersign/exported-doc']],
    ['src/main/core/new.ts', '// A.\nexport const a = 1', ['countersign/exported-doc']],
    ['src/main/core/new.ts', '/** A. */\nexport const A = 1\nexport type A = 1', []],
    [
      'src/main/core/new.ts',
      '/** A. */\nexport const a = 1\n\nexport const b = 1',
      ['countersign/exported-doc'],
    ],
    ['src/renderer/ui/new.tsx', 'export const a = 1', []],
    ['src/main/core/new.ts', '/** A. */\nexport default 1', ['import/no-default-export']],
    ['src/main/core/new.ts', "export * from './text'", ['countersign/no-restricted-syntax']],
    ['src/main/core/new.ts', 'let count = 0\ncount += 1', ['countersign/no-restricted-syntax']],
    ['src/main/core/new.ts', 'class A {\n  b = 1\n}\nnew A()', ['countersign/no-restricted-syntax']],
    ['src/main/core/new.ts', 'class A {\n  private b = 1\n}\nnew A()', []],
    ['src/main/core/new.ts', 'class A {\n  #b = 1\n}\nnew A()', []],
    ['src/main/core/new.ts', 'const f = (a, b, c, d, e) => a\nf()', ['max-params']],
    [
      'src/main/core/new.ts',
      '// oxlint-disable-next-line max-params\nconst f = (a, b, c, d, e) => a',
      ['countersign/suppression-reason'],
    ],
    [
      'src/main/core/new.ts',
      '// oxlint-disable-next-line max-params -- the wire has five\nconst f = (a, b, c, d, e) => a',
      [],
    ],
  ]

  const asked = rows.map(([path, text, broken]) => [path, text, broken, ask(path, `${text}\n`)] as const)
  test.each(asked)('%s, with %j: %j', (_, __, broken, found) => {
    expect(found()).toEqual(broken)
  })

  const longest = [
    ['src/preload/index.ts', 40],
    ['src/main/core/new.ts', 500],
  ] as const
  const lengths = longest.map(
    ([path, most]) =>
      [path, most, ask(path, '//\n'.repeat(most)), ask(path, '//\n'.repeat(most + 1))] as const,
  )
  test.each(lengths)('%s has more than %i lines', (_, __, full, over) => {
    expect([full(), over()]).toEqual([[], ['max-lines']])
  })
})
