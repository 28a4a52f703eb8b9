import { expect, test } from 'vitest'
import { proseHtml } from '../../../../../src/main/adapters/markdown/prose-html'
import { exportSession } from '../../../../../src/main/core/conversation/export-session'
import { titleFrom } from '../../../../../src/main/core/conversation/session-title'
import { createRedactor } from '../../../../../src/main/core/redaction/redact-secrets'
import { sampleEvent, sampleSession } from '../../../../fakes/fake-engine'
import { hostileEvents } from '../../../../fakes/hostile-events'

const redact = createRedactor(['hunter2-hunter2'])

function exported(text: string, format: 'html' | 'markdown'): string {
  const events = hostileEvents(text).map((event, at) => sampleEvent(at + 1, event))
  const opened = { session: sampleSession({ title: text, cwd: text }), events }
  return exportSession(opened, [], format, { redact, proseHtml }).text
}

/** Every element that stands in the page, with its attributes. */
const elements = (page: string): readonly string[] =>
  [...new Set([...page.matchAll(/<([a-z!][^>]*)>/gi)].map(([, inside = '']) => inside))].toSorted()

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['an end of what it stands in', '</code></pre></blockquote></main></body></html>'],
  ['an attribute', '"><img src=x onerror=alert(1)>'],
  ['an end of the style', '</style><base href="//x">'],
  ['a comment that stays open', '<!-- '],
  ['entities', '&lt;script&gt;&#60;b&#62;'],
])('%s in a text is text in the page, which loads and runs nothing', (_, text) => {
  const page = exported(text, 'html')
  expect(elements(page)).toEqual(elements(exported('x', 'html')))
  expect(page).toContain("content=\"default-src 'none'; style-src 'unsafe-inline'; form-action 'none'\"")
  expect(elements(page).join(' ')).not.toMatch(/\b(?:src|href|on\w+)=/)
})

test.each(['html', 'markdown'] as const)('what is known to be secret is in no %s', (format) => {
  const page = exported('the key hunter2-hunter2 and sk-abcdefgh12345678', format)
  expect(page).not.toMatch(/hunter2|sk-abc/)
  expect(page).toContain('redacted')
})

const said = (text: string, world: Parameters<typeof exportSession>[3]): string => {
  const events = [sampleEvent(1, { type: 'message.completed', itemId: 'm1', text })]
  return exportSession({ session: sampleSession(), events }, [], 'html', world).text
}

test('what an agent says is set as it is meant, and stands as it was written where that cannot be read', () => {
  expect(said('It is **done**.', { proseHtml })).toContain(
    '<div class="prose"><p>It is <strong>done</strong>.</p></div>',
  )
  expect(said('It is **done**.', { proseHtml: () => undefined })).toContain(
    '<blockquote>It is **done**.</blockquote>',
  )
})

test.each([
  ['a key written by the numbers of its characters', 'hunter2&#45;hunter2', /hunter2/],
  ['a character that nobody sees, by its number', 'a&#8238;b', /\u202E/],
])('%s is not in the page', (_, text, hidden) => {
  expect(said(text, { redact, proseHtml })).not.toMatch(hidden)
})

test.each(['html', 'markdown'] as const)(
  'a secret that a title ends in is not in part in the %s or its name',
  (format) => {
    const text = `${'Please look why this does not work with my key: '.padEnd(50, '.')} hunter2-hunter2 and so on`
    const events = [sampleEvent(1, { type: 'user.message', text })]
    const file = exportSession({ session: sampleSession({ title: titleFrom(text) }), events }, [], format, {
      redact,
    })
    expect(titleFrom(text)).toContain('hunter2')
    expect(`${file.fileName} ${file.text}`).not.toContain('hunter2')
  },
)
