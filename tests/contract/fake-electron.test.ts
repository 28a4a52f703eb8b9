import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What a source imports from electron to use it, types left out. */
function usedIn(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  if (!text.includes("'electron'")) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || statement.importClause === undefined) return []
    const { importClause: clause, moduleSpecifier: from } = statement
    if (!ts.isStringLiteral(from) || from.text !== 'electron') return []
    if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword || clause.namedBindings === undefined) return []
    if (!ts.isNamedImports(clause.namedBindings)) return [`all of it, in ${path}`]
    return clause.namedBindings.elements.filter((each) => !each.isTypeOnly).map(({ name }) => name.text)
  })
}

/** What a module exports by name. */
function exportedBy(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  return source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.flatMap(({ name }) =>
        ts.isObjectBindingPattern(name)
          ? name.elements.map((element) => element.name.getText())
          : [name.getText()],
      ),
    )
}

test('whatever the main process takes from Electron, the fake that stands for it gives', () => {
  const folder = join(root, 'src/main')
  const used = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => usedIn(join(folder, name)))
  const given = new Set(exportedBy(join(root, 'tests/fakes/fake-electron-module.ts')))
  expect(used.length).toBeGreaterThan(10)
  expect([...new Set(used)].filter((name) => !given.has(name))).toEqual([])
})
