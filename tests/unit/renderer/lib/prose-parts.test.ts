import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { proseParts } from '../../../../src/renderer/lib/prose-parts'

const blocks = [
  'A paragraph of some words that goes on, and on, and on, until a line is full.\nAnd a second line of it.',
  '# A heading',
  'Under\n=====',
  '- one\n- two\n  - nested\n\n    with a paragraph\n- three',
  '1. one\n\n2. two',
  '3) three',
  '* star',
  '> quoted\n> text\n\nafter the quotation',
  '```ts\nconst a = 1\n\nconst b = 2\n\nnot a paragraph\n```',
  '~~~\n```\n\nstill code\n~~~',
  '````\n```\n\nstill code\n```\n````',
  '    indented code\n\n    goes on',
  '| a | b |\n| --- | ---: |\n| 1 | 2 |',
  '---',
  '<div>\n\nhtml\n\n</div>',
  'a line with `code ``` in it`',
  '```\nnever closed',
  '\tindented by a tab',
  '\\- no list',
  '+ plus',
]
const text = fc
  .array(fc.tuple(fc.constantFrom(...blocks), fc.constantFrom('\n\n', '\n', '\n\n\n', '\n \n')), {
    minLength: 20,
    maxLength: 70,
    size: 'max',
  })
  .map((some) => some.map(([block, end]) => block + end).join(''))

/** What is drawn; the space between blocks says nothing. */
const drawn = (markdown: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown)).replaceAll(
    /\s+/g,
    '',
  )

test('parts of a message are the message, and mean what they meant together', () => {
  let parted = 0
  fc.assert(
    fc.property(text, (whole) => {
      const parts = proseParts(whole)
      parted += Number(parts.length > 1)
      expect(parts.join('\n')).toBe(whole)
      expect(parts.map(drawn).join('')).toBe(drawn(whole))
    }),
    { numRuns: 60 },
  )
  // Some are too short to be parted; that none is would say that nothing was tried.
  expect(parted).toBeGreaterThan(5)
})

test('what was read of a message stays as it is while the message grows', () => {
  fc.assert(
    fc.property(text, (whole) => {
      let before: readonly string[] = []
      for (let length = 0; length < whole.length; length += 97) {
        const parts = proseParts(whole.slice(0, length))
        expect(parts.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
        before = parts
      }
    }),
    { numRuns: 20 },
  )
})

test.each(['3) three', '12. twelve', '- one', '> quoted', '| a |', 'words'])(
  'letter by letter, what stands before %j stays as it was read',
  (line) => {
    const long = `${'word '.repeat(300)}\n\n`
    let before: readonly string[] = []
    for (let length = 0; length <= line.length; length += 1) {
      const parts = proseParts(long + line.slice(0, length))
      expect(parts.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
      before = parts
    }
  },
)

test('a text that says in one place what counts in another is one part', () => {
  const long = `${'word '.repeat(300)}\n\n${'word '.repeat(300)}\n\n`
  expect(proseParts(long)).toHaveLength(2)
  expect(proseParts(`${long}[a]: /x`)).toHaveLength(1)
  expect(proseParts(`${long}[^1]: a note`)).toHaveLength(1)
})

test('a fence beside raw HTML is none, and nothing behind it is parted as if it were', () => {
  const rest = `${'A paragraph of words. '.repeat(20)}\n\n`.repeat(8)
  for (const start of ['<div>\n```ts', '<!-- a\n\n```\n\n-->', '<pre>\n\n```\n</pre>']) {
    const whole = `${start}\n\ncode\n\`\`\`\n\n${rest}`
    expect(proseParts(whole).map(drawn).join('')).toBe(drawn(whole))
  }
})

test('a text of very many open brackets is parted at once', () => {
  const text = '[a\n\n'.repeat(200_000)
  expect(proseParts(text).join('\n')).toBe(text)
  expect(proseParts(text).length).toBeGreaterThan(100)
  expect(proseParts(`${text}[a]: b`)).toEqual([`${text}[a]: b`])
})
