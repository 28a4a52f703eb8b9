import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const entry = readFileSync('docs/security-model.md', 'utf8')
const folder = 'docs/security-model'
const table = `${folder}/tests.md`
/** In the order of the entry. */
const pages = [...new Set(entry.match(/(?<=\(security-model\/)[a-z-]+\.md(?=\))/g))].filter(
  (name) => name !== 'tests.md',
)

interface Claim {
  readonly page: string
  readonly heading: string
  readonly text: string
  /** What stands in quotation marks of code behind "Held by"; empty: nothing does. */
  readonly tests: readonly string[]
}

/** Every item of a page but those that stand under "Not promised". */
function claimsOf(page: string): readonly Claim[] {
  const [promises = ''] = readFileSync(`${folder}/${page}`, 'utf8').split('\n## Not promised\n')
  return promises.split(/\n###? /).flatMap((part) => {
    const heading = part.split('\n', 1)[0] ?? ''
    return [...part.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, item = '']) => {
      const [text = '', held = ''] = item.replaceAll('\n  ', ' ').split(' Held by ')
      return { page, heading, text, tests: [...held.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) }
    })
  })
}

const claims = pages.flatMap(claimsOf)

const first = (text: string): string => (text.length <= 110 ? text : `${/^.{0,109}(?=\s)/.exec(text)?.[0]} …`)
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function tableText(): string {
  const rows = claims.map(
    ({ page, heading, text, tests }) =>
      `| ${first(text)} | ${tests.map((name) => `\`${name}\``).join(', ')} | [${heading}](${page}#${anchor(heading)}) |`,
  )
  return `# Promises and the tests that hold them

Made from the pages of this folder by \`npm run docs:tests\`; a promise stands here by its first words. Paths are below \`tests/\`.

<!-- prettier-ignore-start -->
| promise | held by | where |
| --- | --- | --- |
${rows.join('\n')}
<!-- prettier-ignore-end -->
`
}

test('the table of promises and tests is what the pages say (npm run docs:tests writes it)', async () => {
  await expect(tableText()).toMatchFileSnapshot(resolve(table))
})

test('every promise names a test that is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const isThere = (name: string): boolean =>
    name.startsWith('npm run ') ? (name.split(' ')[2] ?? '') in scripts : existsSync(`tests/${name}`)
  expect(claims.length).toBeGreaterThan(300)
  expect(claims.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(claims.flatMap(({ tests }) => tests).filter((name) => !isThere(name))).toEqual([])
})

test('every page is linked from the entry, and says what is not promised', () => {
  expect([...pages].sort()).toEqual(
    readdirSync(folder)
      .filter((name) => name !== 'tests.md')
      .sort(),
  )
  const silent = pages.filter(
    (page) => !readFileSync(`${folder}/${page}`, 'utf8').includes('\n## Not promised\n'),
  )
  expect(silent).toEqual([])
})
