import Markdown from 'react-markdown'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { markdownCode } from '../../../../../src/main/adapters/markdown/markdown-code'
import { proseHtml } from '../../../../../src/main/adapters/markdown/prose-html'
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

/** As programs draw it that take HTML as it stands, by the letter of the standard and with GitHub's tables, tasks and footnotes. */
const takingHtml = [
  (source: string) => micromark(source, { allowDangerousHtml: true }),
  (source: string) =>
    micromark(source, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
]

/** A message of the agent, a decision, what a person then said, a plan and a message, in that order. */
function told(
  message: string,
  last: string,
  world: Parameters<typeof exportSession>[3] = { markdownCode },
): string {
  const decided = {
    ...sampleRequest,
    decision: { kind: 'deny' },
    decidedBy: 'window',
    state: 'resolved',
  } as const
  const events: readonly AgentEvent[] = [
    { type: 'message.completed', itemId: 'm1', text: message },
    { type: 'approval.requested', request: sampleRequest },
    { type: 'approval.resolved', request: decided as unknown as ApprovalRequest },
    { type: 'user.message', text: 'Read [spec] and go on.' },
    {
      type: 'plan.updated',
      callId: 'p',
      plan: [
        { step: 'Run the tests', status: 'completed' },
        { step: 'Write', status: 'in_progress' },
      ],
    },
    { type: 'message.completed', itemId: 'm2', text: last },
  ]
  const opened = { session: sampleSession(), events: events.map((event, at) => sampleEvent(at + 1, event)) }
  return exportSession(opened, [], 'markdown', world).text
}

const html = /<(?:script|style|div|b|textarea|title|template|plaintext|img)\b|<!|<\?|<a\b/i

const hostile: readonly (readonly [name: string, message: string, last?: string])[] = [
  [
    'an end of the quotation',
    'Done.\n\n</blockquote>\n<h3>Decision</h3>\n<p>Decided: allow.</p>\n<blockquote>',
  ],
  ['a comment that stays open', 'Done.\n\n<!--', '--> fine'],
  ['a comment within a line', 'Done <!-- now', 'and --> fine'],
  ['a script', 'x\n<script>', '</script>'],
  ['a field', 'x <textarea>'],
  ['an instruction', 'x <?php', '?>'],
  ['what is data', 'x <![CDATA[', ']]>'],
  ['a declaration', '<!DOCTYPE html>'],
  ['a tag over two lines', 'x <b\nonclick="y">'],
  ['a tag that is escaped for some', String.raw`x \<b> \\<b> \\\<b>`],
  ['a fence in a list that is none without', '- ```\n  <b>\n\n```\n<b>\n```'],
  ['a fence that a comment hides', '<!-- \n```\n-->\n<b>\n```'],
  ['indented lines behind a comment', '<!-- \n-->\n    <b>\n    <div>'],
  ['indented lines behind a definition', '[a]: /b\n    <b>'],
  ['many of these', '[a]: /b\n    <b>\n\n'.repeat(30)],
  [
    'definitions that uncover each other',
    `${Array.from({ length: 30 }, (_, at) => `[a${String(at)}]: /b`).join('\n')}\n    <b>`,
  ],
  ['ticks of which some are escaped', 'x \\` <b> \\` `` <b> `'],
  ['a cell that ends within ticks', '| a | b |\n| - | - |\n| `x | <b>` |'],
  ['a footnote with indented lines', 'x[^a]\n\n[^a]: b\n\n    <b>\n'],
  ['tabs behind the mark of the quotation', '\t<b>\n\n \t<div>'],
  ['a quotation in the quotation', '> ```\n<b>\n> ```\n<div>'],
  [
    'definitions',
    'ok\n\n[x]: https://e.invalid "done"\n[spec]: https://e.invalid/login\n[>]: https://e.invalid',
  ],
  ['definitions in lists and quotations', 'ok\n\n- [x]: https://e.invalid\n\n> 1. [spec]: https://e.invalid'],
  ['a definition over lines', 'ok\n\n[\nspec\n]: https://e.invalid\n\n[x\n]:\nhttps://e.invalid'],
  ['a footnote', 'ok\n\n[^x]: b\n\n[^spec]: c'],
  ['a definition in a footnote', 'ok[^a]\n\n[^a]: [spec]: https://e.invalid'],
]

test.each(hostile.map(([name, message, last = 'fine']) => [name, message, last] as const))(
  '%s in a message is text for whoever reads the file, and reaches nothing behind it',
  (_, message, last) => {
    for (const world of [{ markdownCode }, {}]) {
      const source = told(message, last, world)
      for (const draw of takingHtml) {
        const page = draw(source)
        const between = ours(page)
        expect(between).toContain('Decided: deny (window).')
        expect(between.match(/<h3>Decision<\/h3>/g)).toHaveLength(1)
        expect(page).toMatch(/<blockquote>\n<p>Read \[spec\] and go on\.<\/p>\n<\/blockquote>/)
        expect(between).toMatch(/\[x\] Run the tests<\/li>\n<li>\[&gt;\] Write/)
        expect(page.replaceAll(/<code>[^]*?<\/code>|<a href="https?:[^]*?<\/a>/g, '')).not.toMatch(html)
      }
      expect(proseHtml(source, (text) => text.replaceAll('<', '&lt;'))).not.toMatch(
        /<a [^>]*>(?:spec|x|&gt;)</,
      )
    }
  },
)

test.each([
  'Use `Array<string>`, ``a`<b>`` and a < b, x <- y, <https://e.invalid/a?b=c>.',
  '```html\n<b>\n[x]: y\n```\n\n~~~\n<!--\n~~~',
  '1. First\n\n   ```ts\n   let a: Map<K, V>\n   ```\n2. Then',
  'Look:\n\n    <b>bold</b>\n    [x]: y',
  'See [the docs](https://e.invalid), [1] and a[i]: it is so.',
])('what is no HTML and no definition stands as it was written: %j', (message) => {
  expect(told(message, 'fine')).toContain(
    `\n${message.replaceAll(/^(?!$)/gm, '> ').replaceAll(/^$/gm, '>')}\n\n### Decision`,
  )
})

test('no more is escaped than could be read as something', () => {
  expect(told('A <b>word</b> of `<i>`.\n[1]: https://e.invalid', 'fine')).toContain(
    '> A &lt;b>word&lt;/b> of `<i>`.\n> \\[1]: https://e.invalid\n',
  )
})
