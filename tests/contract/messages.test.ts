import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What stands in a source: texts (literals, and the beginnings of templates) and patterns. */
interface Words {
  readonly texts: readonly string[]
  readonly patterns: readonly string[]
}

function wordsIn(source: string): Words {
  const texts: string[] = []
  const patterns: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text)
    if (ts.isRegularExpressionLiteral(node)) patterns.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX))
  return { texts, patterns }
}

/** The same of a file in which it can be what is looked for: its text as a whole has it as well. To read all of them takes seconds. */
function wordsOf(path: string, rough: RegExp): Words {
  const source = readFileSync(join(root, path), 'utf8')
  return rough.test(source) ? wordsIn(source) : { texts: [], patterns: [] }
}

/** What decides or goes through something in a source: a language has none of it. */
function logicIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isConditionalExpression(node) ||
      ts.isBinaryExpression(node) ||
      (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body))
    )
      found.push(ts.SyntaxKind[node.kind])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, false))
  return found
}

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)

const anywhere = ({ source }: RegExp): RegExp => new RegExp(source.replace(/^\^/, ''))
const sentence = /^[A-Z][a-z]+ [a-z]/
const offer = /^(Only this|Outside): /
/** The beginnings of what the catalogue says, as a pattern would look for them. */
const looked =
  /^\/\^?\(*(\?:)?(Deletes|Moves|Overwrites|Changes|Writes|Creates|Sends|Connects|Downloads|Runs|Installs|Stops|It |The model|The agent|Not )/

describe('words stand in the catalogue', () => {
  test('the checks hold no sentence: what they find is data', () => {
    const found = sources('src/main/core/assessment')
      .filter((path) => !path.includes('/model-view/'))
      .flatMap((path) => wordsOf(path, anywhere(sentence)).texts.filter((text) => sentence.test(text)))
    expect(found).toEqual([])
  })

  test('what a thing is, is told without a sentence', () => {
    const found = sources('src/shared/domain').flatMap((path) =>
      wordsOf(path, anywhere(sentence)).texts.filter((text) => sentence.test(text)),
    )
    expect(found).toEqual([])
  })

  test('a language holds texts and templates: what is said when is decided once, for all of them', () => {
    const found = readdirSync(join(root, 'src/shared/languages'), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => `src/shared/languages/${name}/messages`)
      .flatMap((folder) => [`${folder}.ts`, ...sources(folder)])
      .filter((path) => logicIn(readFileSync(join(root, path), 'utf8')).length > 0)
    expect(found).toEqual([])
    expect(logicIn("const a = (b) => (b ? 'c' : 'd')")).toEqual(['ConditionalExpression'])
    expect(logicIn('const a = { b(c) { return c ?? d } }')).toEqual(['MethodDeclaration', 'BinaryExpression'])
  })

  test('an offer is put into words in the catalogue alone', () => {
    const found = ['src/main', 'src/renderer', 'src/preload', 'src/shared/domain']
      .flatMap(sources)
      .filter((path) => wordsOf(path, anywhere(offer)).texts.some((text) => offer.test(text)))
    expect(found).toEqual([])
  })

  test('nothing looks for what the catalogue says', () => {
    const found = ['src/main', 'src/renderer', 'src/preload']
      .flatMap(sources)
      .flatMap((path) => wordsOf(path, anywhere(looked)).patterns.filter((text) => looked.test(text)))
    expect(found).toEqual([])
  })

  test('no rule is told by the parts of its id', () => {
    const taken = /\brule\??\.id\??\.(split|startsWith|endsWith|match|slice)\(|\.test\([\w.]*rule\.id/
    const found = sources('src').filter((path) => taken.test(readFileSync(join(root, path), 'utf8')))
    expect(found).toEqual([])
  })

  test('the search finds what it is for', () => {
    expect(wordsIn('f(`It deletes ${a}.`, "Host name")').texts.filter((text) => sentence.test(text))).toEqual(
      ['It deletes ', 'Host name'],
    )
    expect(
      wordsIn('/^(Connects|Sends)/.test(a); b.replace(/^It sends /, "")').patterns.filter((text) =>
        looked.test(text),
      ),
    ).toEqual(['/^(Connects|Sends)/', '/^It sends /'])
  })
})
