import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'
import tseslint from 'typescript-eslint'

const root = resolve(import.meta.dirname, '../..')
const limit = 60_000

// The rules under test come from the real eslint.config.js. Type information is left out: the texts are no files.
const boundaryRules = new Set([
  'import-x/no-restricted-paths',
  'import-x/no-default-export',
  'no-restricted-imports',
  'no-restricted-syntax',
  'no-restricted-globals',
  'no-restricted-properties',
  'countersign/file-name',
  'countersign/exported-doc',
  'countersign/suppression-reason',
  'max-lines',
  'max-params',
])

let eslint: ESLint

beforeAll(async () => {
  eslint = new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => boundaryRules.has(ruleId),
    overrideConfig: [{ ...tseslint.configs.disableTypeChecked }],
  })
  await lint('src/shared/warm-up.ts', '')
}, limit)

/** The rules that a text would break if it stood at that path; nothing is written. */
async function lint(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, path) })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

/** An import of a real file, as it would be written in the importing one. */
function importOf(target: string, importer: string): string {
  const path = relative(dirname(importer), target).replace(/\.tsx?$/, '')
  return `import * as x from '${path.startsWith('.') ? path : `./${path}`}'\nx.y()\n`
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
  const zone = ['import-x/no-restricted-paths']
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
    ['src/main/core/made-up/new.ts', 'src/main/core/shell', []],
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

  test.each(rows)('%s, from %s: %j', async (from, to, broken) => {
    expect(await lint(from, importOf(moduleIn(to), from))).toEqual(broken)
  })

  test.each(['core', 'adapters/new', 'hosts/browser'])(
    'main/%s does not import compose.ts, nor an entry',
    async (layer) => {
      const from = `src/main/${layer}/new.ts`
      for (const to of ['compose.ts', 'cli.ts', 'index.ts']) {
        expect(await lint(from, importOf(`src/main/${to}`, from)), to).toEqual(zone)
      }
    },
  )

  test('core does not import its engine, but what hosts call of it and what it is given', async () => {
    const from = 'src/main/core/conversation/new.ts'
    const engine = 'src/main/core/engine'
    expect(await lint(from, importOf(`${engine}/engine.ts`, from))).toEqual(zone)
    expect(await lint(from, importOf(`${engine}/engine-service.ts`, from))).toEqual([])
    expect(await lint(from, importOf(`${engine}/engine-parts.ts`, from))).toEqual([])
  })

  test('compose.ts does not import the entries, which import it', async () => {
    const [composer, entry] = ['src/main/compose.ts', 'src/main/cli.ts']
    expect(await lint(composer, importOf(entry, composer))).toEqual(zone)
    expect(await lint(entry, importOf(composer, entry))).toEqual([])
  })

  test.each(['src/main/adapters', 'src/renderer/features'])(
    'the folders of %s do not import one another',
    async (parent) => {
      const folders = partsOf(parent)
      expect(folders.length).toBeGreaterThan(1)
      for (const folder of folders) {
        const from = `${folder}/new.ts`
        const own = await lint(from, importOf(moduleIn(folder), from))
        expect(own, `${folder} imports itself`).toEqual([])
        for (const other of folders.filter((name) => name !== folder)) {
          const friends =
            other.endsWith('/regular-file') ||
            other.endsWith('/own-process') ||
            (folder.includes('/sandbox-') && other.endsWith('/process-execa'))
          expect(await lint(from, importOf(moduleIn(other), from)), `${folder} imports ${other}`).toEqual(
            friends ? [] : zone,
          )
        }
      }
    },
  )
})

describe('a part takes something from outside', () => {
  const rows: [path: string, text: string, broken: string[]][] = [
    ['src/shared/new.ts', "import 'node:fs'", ['no-restricted-imports']],
    ['src/shared/new.ts', "import 'openai'", ['no-restricted-imports']],
    ['src/shared/new.ts', "import 'zod'", []],
    ['src/shared/new.ts', "await import('zod')", ['no-restricted-syntax']],
    ['src/main/core/new.ts', "import 'node:path'", ['no-restricted-imports']],
    ['src/main/core/new.ts', "import 'electron'", ['no-restricted-imports']],
    ['src/main/core/new.ts', "import type OpenAI from 'openai'", ['no-restricted-imports']],
    ['src/main/core/new.ts', "import 'zod'", []],
    ['src/main/core/new.ts', "await import('node:fs')", ['no-restricted-syntax']],
    ['src/main/core/new.ts', 'process.exit()', ['no-restricted-globals']],
    ['src/main/core/ports/new.ts', '/** A. */\nexport const a = 1', ['no-restricted-syntax']],
    ['src/main/core/ports/new.ts', "import 'zod'", ['no-restricted-syntax']],
    ['src/main/core/ports/new.ts', "import type { Permit } from '../policy/permit'", []],
    ['src/main/core/ports/new.ts', '/** A. */\nexport type A = 1', []],
    ['src/main/core/new.ts', "await fetch('/')", ['no-restricted-globals']],
    ['src/main/core/new.ts', 'Date.now()', ['no-restricted-properties']],
    ['src/main/adapters/new/new.ts', "import 'node:path'", []],
    ['src/main/adapters/new/new.ts', "import { readFileSync } from 'node:fs'", ['no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import { open } from 'fs/promises'", ['no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import * as fs from 'node:fs'", ['no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import fs from 'node:fs'", ['no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import { promises } from 'node:fs'", ['no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import { lstat } from 'node:fs/promises'", []],
    [
      'src/main/adapters/sandbox-linux/new.ts',
      "import { openSync } from 'node:fs'",
      ['no-restricted-imports'],
    ],
    ['src/main/adapters/regular-file/new.ts', "import { open } from 'node:fs/promises'", []],
    ['src/main/adapters/new/new.ts', "import 'electron'", ['no-restricted-imports']],
    ['src/main/adapters/new/new.ts', "import { spawn } from 'node:child_process'", ['no-restricted-imports']],
    [
      'src/main/adapters/system/new.ts',
      "import { execFile } from 'child_process'",
      ['no-restricted-imports'],
    ],
    [
      'src/main/adapters/sandbox-linux/new.ts',
      "import { execFileSync } from 'node:child_process'",
      ['no-restricted-imports'],
    ],
    ['src/main/hosts/desktop/new.ts', "import { fork } from 'node:child_process'", ['no-restricted-imports']],
    ['src/main/hosts/terminal/new.ts', "import cp from 'node:child_process'", ['no-restricted-imports']],
    ['src/main/compose.ts', "import { exec } from 'node:child_process'", ['no-restricted-imports']],
    ['src/main/adapters/process-execa/new.ts', "import { spawn } from 'node:child_process'", []],
    ['src/main/adapters/new/new.ts', "import { execa } from 'execa'\nawait execa('git')", []],
    ['src/main/hosts/browser/new.ts', "import 'electron/main'", ['no-restricted-imports']],
    ['src/main/compose.ts', "import 'electron'", ['no-restricted-imports']],
    ['src/main/cli.ts', "import 'electron'", ['no-restricted-imports']],
    ['src/main/hosts/desktop/new.ts', "import { app } from 'electron'\napp.quit()", []],
    [
      'src/main/hosts/desktop/new.ts',
      "import { ipcMain } from 'electron'",
      ['no-restricted-syntax', 'no-restricted-syntax'],
    ],
    ['src/main/hosts/desktop/new.ts', "contents.ipc.handle('x', f)", ['no-restricted-syntax']],
    ['src/main/hosts/desktop/ipc.ts', "import { ipcMain } from 'electron'", []],
    ['src/preload/index.ts', "import { ipcRenderer } from 'electron'", []],
    ['src/preload/index.ts', "import 'zod'", ['no-restricted-imports']],
    [
      'src/preload/new.ts',
      "import { ipcRenderer } from 'electron'",
      ['no-restricted-syntax', 'no-restricted-syntax'],
    ],
    ['src/renderer/lib/new.ts', "import 'electron'", ['no-restricted-imports']],
    ['src/renderer/lib/new.ts', "import 'node:fs'", ['no-restricted-imports']],
    ['src/renderer/lib/new.ts', 'window.countersign.on(f)', ['no-restricted-syntax']],
    ['src/renderer/lib/new.ts', "globalThis['countersign'].on(f)", ['no-restricted-syntax']],
    ['src/renderer/app/new.tsx', 'const { countersign } = window', ['no-restricted-syntax']],
    ['src/renderer/lib/bridge.ts', 'window.countersign.on(f)', []],
    ['src/main/core/execution/new.ts', "effectInWords(effect).startsWith('Runs ')", ['no-restricted-syntax']],
    ['src/main/hosts/terminal/new.ts', '/^Sends /.test(effectPhrase(effect))', ['no-restricted-syntax']],
    [
      'src/renderer/ui/new.tsx',
      "if (reasonInWords(reason) === 'It deletes x.') a()",
      ['no-restricted-syntax'],
    ],
    ['src/renderer/ui/new.tsx', 'show(effectInWords(effect).slice(0, 20))', []],
  ]

  test.each(rows)('%s, with %j: %j', async (path, text, broken) => {
    expect(await lint(path, `${text}\n`)).toEqual(broken)
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
    ['src/main/core/new.ts', '/** A. */\nexport default 1', ['import-x/no-default-export']],
    ['src/main/core/new.ts', "export * from './text'", ['no-restricted-syntax']],
    ['src/main/core/new.ts', 'let count = 0\ncount += 1', ['no-restricted-syntax']],
    ['src/main/core/new.ts', 'class A {\n  b = 1\n}\nnew A()', ['no-restricted-syntax']],
    ['src/main/core/new.ts', 'class A {\n  private b = 1\n}\nnew A()', []],
    ['src/main/core/new.ts', 'class A {\n  #b = 1\n}\nnew A()', []],
    ['src/main/core/new.ts', 'const f = (a, b, c, d, e) => a\nf()', ['max-params']],
    [
      'src/main/core/new.ts',
      '// eslint-disable-next-line max-params\nconst f = (a, b, c, d, e) => a',
      ['countersign/suppression-reason'],
    ],
    [
      'src/main/core/new.ts',
      '// eslint-disable-next-line max-params -- the wire has five\nconst f = (a, b, c, d, e) => a',
      [],
    ],
  ]

  test.each(rows)('%s, with %j: %j', async (path, text, broken) => {
    expect(await lint(path, `${text}\n`)).toEqual(broken)
  })

  test.each([
    ['src/preload/index.ts', 40],
    ['src/main/core/new.ts', 500],
  ])('%s has more than %i lines', async (path, most) => {
    expect(await lint(path, '//\n'.repeat(most))).toEqual([])
    expect(await lint(path, '//\n'.repeat(most + 1))).toEqual(['max-lines'])
  })
})
