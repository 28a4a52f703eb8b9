import Markdown from 'react-markdown'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exportSession } from '../../../../../src/main/core/conversation/export-session'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { sampleEvent, sampleSession } from '../../../../fakes/fake-engine'
import { hostileEvents } from '../../../../fakes/hostile-events'
import { stillActs } from '../../../../fakes/hostile-texts'
import { sampleRequest } from '../../../../fakes/sample-request'

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

test.each([
  ['a command', {}, '```sh\ntouch /b\n```'],
  ['a patch', { changes: { '/a.txt': { kind: 'add', content: 'x' } } }, '```text\n/a.txt\n```'],
  ['a text for a process', { input: 'yes' }, '```text\nyes\n```'],
  [
    'a call',
    { tool: { invocation: { server: 's', tool: 't', arguments: { a: 1 } } } },
    '"arguments": {\n    "a": 1',
  ],
])('%s that is denied before it runs stands in the decision', (_, of, shown) => {
  const request = { ...sampleRequest, command: ['touch', '/b'], ...of } as ApprovalRequest
  const asked = sampleEvent(1, { type: 'approval.requested', request })
  const opened = { session: sampleSession(), events: [asked] }
  expect(exportSession(opened, [], 'markdown').text).toContain(shown)
})

test('a grant that let something through is no number', () => {
  const applied = { type: 'grant.applied', grant: { id: '01a2274a' } } as unknown as AgentEvent
  const opened = { session: sampleSession(), events: [sampleEvent(1, applied)] }
  expect(exportSession(opened, [], 'markdown').text).toMatch(/\nLet through by a grant given before\.\n$/)
})

test('the agent’s Markdown is still Markdown', () => {
  expect(drawn('**bold** and `code`, a && b').page).toContain(
    '<blockquote>\n<p><strong>bold</strong> and <code>code</code>, a &amp;&amp; b</p>\n</blockquote>',
  )
})
