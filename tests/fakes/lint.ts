import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A rule that a file breaks. `rule` is named as in the configuration. */
export interface Broken {
  readonly path: string
  readonly rule: string
  /** From 1; 0 where it says none. */
  readonly line: number
}

/** A folder of its own with the real configuration of the linter in it, and whatever else of this project is named. Returns its path. */
export function lintProject(...parts: readonly string[]): string {
  const folder = mkdtempSync('/var/tmp/cs-lint-')
  for (const part of [
    'oxlint.config.ts',
    'scripts/lint-rules',
    'tsconfig.json',
    'tsconfig.base.json',
    ...parts,
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** What the linter says of a project's files, in the order of each file. Rejects with its complaint where it says nothing that can be read. */
export async function lint(folder: string, args: readonly string[]): Promise<readonly Broken[]> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const out = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [program, '--format', 'json', ...args],
      { cwd: folder, maxBuffer: 1e8 },
      (_, text, complaints) => {
        done(text || complaints)
      },
    )
  })
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: readonly {
      readonly code?: string
      readonly filename: string
      readonly labels?: readonly { readonly span: { readonly line: number } }[]
    }[]
  }
  return diagnostics.map(({ code = '', filename, labels }) => ({
    path: filename,
    line: labels?.[0]?.span.line ?? 0,
    rule: code.replace(/^eslint\((.*)\)$/, '$1').replace(/^([a-z]+)\((.*)\)$/, '$1/$2'),
  }))
}
