import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const files = readdirSync(folder).filter((name) => name !== 'README.md')
const textOf = new Map(files.map((name) => [name.slice(0, 3), readFileSync(`${folder}/${name}`, 'utf8')]))

/** A decision's line in the index: its state, and the later ones that the state names. */
const lines = readFileSync(`${folder}/README.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => {
    const [, title = '', file = '', state = ''] = /^- \[(.*)\]\((.*)\): (.*)$/.exec(line) ?? []
    return { title, file, state, later: state.match(/\d{3}/g) ?? [] }
  })

test('every decision stands in the index once, by its title', () => {
  expect(textOf.size).toBe(files.length)
  const titles = files.map(
    (name) => `${readFileSync(`${folder}/${name}`, 'utf8').split('\n', 1)[0] ?? ''} ${name}`,
  )
  expect(lines.map(({ title, file }) => `# ${title} ${file}`).sort()).toEqual(titles.sort())
  expect(files.filter((name) => !/^# \d{3} \S/.test(textOf.get(name.slice(0, 3)) ?? ''))).toEqual([])
})

test('a state is one of four, and what it names is a decision that the page itself names', () => {
  const states = /^(in force(, changed by \d{3}( and \d{3})*)?|replaced by \d{3}|figures)$/
  expect(lines.filter(({ state }) => !states.test(state))).toEqual([])
  const astray = lines.filter(({ file, later }) => {
    const own = file.slice(0, 3)
    return later.some((number) => number <= own || !textOf.has(number) || !textOf.get(own)?.includes(number))
  })
  expect(astray).toEqual([])
})

test('no page of the project names a decision that is not there', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', ...files.map((name) => `${folder}/${name}`)]
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\bdecisions? (\d{3})\b/gi)].map(([, number = '']) => number),
  )
  expect([...new Set(named)].filter((number) => !textOf.has(number))).toEqual([])
})
