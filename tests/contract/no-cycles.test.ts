import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Imports = ReadonlyMap<string, readonly string[]>

/** What each file of a folder imports of the same folder's files, types included. */
function importsBelow(folder: string): Imports {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const named = ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles
      const targets = named.flatMap(({ fileName }) => {
        const path = fileName.startsWith('@shared/')
          ? join(folder, 'shared', fileName.slice('@shared/'.length))
          : join(dirname(file), fileName)
        return fileName.startsWith('.') || fileName.startsWith('@shared/')
          ? [`${path}.ts`, `${path}.tsx`].filter((each) => known.has(each))
          : []
      })
      return [file, targets]
    }),
  )
}

/** The first way found that leads from a file back to it; undefined where there is none. */
function findCycle(imports: Imports): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const target of imports.get(file) ?? []) {
      const found = visit(target, [...way, file])
      if (found) return found
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const found = visit(file, [])
    if (found) return found
  }
  return undefined
}

test('a circle is found, and a diamond is none', () => {
  expect(
    findCycle(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['d']],
        ['c', ['d']],
        ['d', []],
      ]),
    ),
  ).toBeUndefined()
  expect(
    findCycle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c', 'b'])
})

test('no file of the program imports itself by way of others', () => {
  const imports = importsBelow(join(root, 'src'))
  expect(imports.size).toBeGreaterThan(400)
  expect([...imports.values()].flat().length).toBeGreaterThan(1_000)
  expect(findCycle(imports)?.map((file) => file.slice(root.length + 1))).toBeUndefined()
})
