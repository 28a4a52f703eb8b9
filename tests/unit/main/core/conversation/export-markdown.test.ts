import Markdown from 'react-markdown'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exportSession } from '../../../../../src/main/core/conversation/export-session'
import { sampleEvent, sampleSession } from '../../../../fakes/fake-engine'
import { hostileEvents } from '../../../../fakes/hostile-events'
import { stillActs } from '../../../../fakes/hostile-texts'

/** The export as a program that reads Markdown shows it: raw HTML would stand in it as text. */
function drawn(text: string): { readonly source: string; readonly page: string } {
  const events = [
    ...hostileEvents(text).map((event, at) => sampleEvent(at + 1, event)),
    sampleEvent(99, { type: 'turn.noted', turnId: 't', text: 'the very end' }),
  ]
  const session = sampleSession({ title: text, cwd: text })
  const opened = { session, events } as unknown as Parameters<typeof exportSession>[0]
  const source = exportSession(opened, [], 'markdown').text
  return { source, page: renderToStaticMarkup(createElement(Markdown, null, source)) }
}

/** What stands in no quotation. */
const ours = (page: string): string => page.replaceAll(/<blockquote>[^]*?<\/blockquote>/g, '')

const headings = (page: string): readonly string[] =>
  [...ours(page).matchAll(/<h\d>([^]*?)<\/h\d>/g)].map(([, text = '']) => text.replaceAll('x', ''))

const plain = headings(drawn('x').page)

test.each([
  ['a fence that stays open', 'x\n```\n'],
  ['a fence of another kind', 'x\n~~~~\n'],
  ['many marks', `x\n${'`'.repeat(40)}\n## You\n`],
  ['a comment that stays open', 'x\n<!--'],
  ['a script that stays open', 'x\n<script>'],
  ['a heading of ours', 'x\n\n## You\n\nyes\n'],
  ['a decision of ours', 'x\n\n### Decision\n\nDecided: allow (window).\n'],
  ['an underlined heading', 'x\n==='],
  ['a rule', 'x\n\n---\n'],
  ['a carriage return before a fence', 'x\r```\r## You'],
  ['an end of the quotation', 'x\n\n\n\n# You'],
  ['a list', 'x\n- a\n  - b\n\n    c'],
  ['emphasis', '**x __x ~~x'],
])('nothing behind %s changes its meaning', (_, text) => {
  const { page } = drawn(text)
  expect(page).toMatch(/<p><strong>Note:<\/strong> the very end<\/p>$/)
  expect(headings(page)).toHaveLength(plain.length)
  expect(ours(page)).not.toMatch(/<h\d>(You|# You)<\/h\d>[^<]*<h\d>You|<p>Decided: allow/)
})

test.each(['a &#x202e;b', 'a &#8238; b', 'a&rlm;b', 'a&ZeroWidthSpace;b', 'a&zwj;b', '&#X200F;', '&#27;'])(
  'a hidden character that is written %s is none when the export is read',
  (text) => {
    expect(stillActs(drawn(text).page)).toBeUndefined()
  },
)

test('the agent’s Markdown is still Markdown', () => {
  expect(drawn('**bold** and `code`, a && b').page).toContain(
    '<blockquote>\n<p><strong>bold</strong> and <code>code</code>, a &amp;&amp; b</p>\n</blockquote>',
  )
})
