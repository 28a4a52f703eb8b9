import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AssistantMessage, Reasoning } from '../../../../../src/renderer/features/transcript/messages'
import { CheckRow } from '../../../../../src/renderer/features/welcome/doctor-page'
import { Remedy } from '../../../../../src/renderer/ui/copy-button'
import { Prose } from '../../../../../src/renderer/ui/prose'
import { RejectedCard, SearchedNote, TurnNote } from '../../../../../src/renderer/features/transcript/notes'
import { ToolArguments } from '../../../../../src/renderer/ui/tool-arguments'
import { UntrustedText } from '../../../../../src/renderer/ui/untrusted-text'
import { hostileRows, stillActs } from '../../../../fakes/hostile-texts'

const faces: Readonly<Record<string, (text: string) => ReactNode>> = {
  'a text': (text) => createElement(UntrustedText, { text }),
  'a message': (text) => createElement(AssistantMessage, { text, done: true }),
  'a picture and a link in a message': (text) =>
    createElement(AssistantMessage, { text: `![${text}](x) [${text}](y "${text}")`, done: true }),
  'code in a message, by itself and by its name': (text) =>
    createElement(Prose, { text: `\`\`\`${text}\n${text}\n\`\`\`\n\n~~~js\n${text}`, growing: false }),
  reasoning: (text) => createElement(Reasoning, { text, done: true }),
  arguments: (text) => createElement(ToolArguments, { arguments: { [text]: text } }),
  'a refused call': (text) => createElement(RejectedCard, { name: text, reason: text, sessionId: 's' }),
  'a search': (text) => createElement(SearchedNote, { query: text }),
  'what would mend a fault': (text) => createElement(Remedy, { text: `x ${text}` }),
  'what the machine has': (detail) =>
    createElement(CheckRow, { check: { id: 'local-models', title: detail, status: 'warn', detail } }),
  'a note': (text) => createElement(TurnNote, { text }),
}

test.each(hostileRows(Object.keys(faces)))('%s in the window: %s', (face, _, text) => {
  expect(stillActs(renderToStaticMarkup(faces[face]?.(text)))).toBeUndefined()
})

test.each([
  'a&#x202e;b',
  'a&#8238;b',
  'a&rlm;b',
  'a&ZeroWidthSpace;b',
  '![a&#x202e;b](x)',
  '`a&#x202e;b`',
  '    &#27;[2J',
])('a hidden character that a message writes as %s is named', (text) => {
  expect(stillActs(renderToStaticMarkup(faces['a message']?.(text)))).toBeUndefined()
})

test.each([
  ['quotations in quotations', '>'.repeat(10_000)],
  ['lists in lists', '- '.repeat(10_000)],
  ['brackets', ']'.repeat(5000)],
  ['stress in stress', `${'*a '.repeat(4000)}${'*'.repeat(4000)}`],
  ['characters that cannot be seen', '\u200b'.repeat(5000)],
])('a message of thousands of %s is shown as it was written', (_, text) => {
  const shown = renderToStaticMarkup(createElement(Prose, { text, growing: false }))
  expect(shown).toMatch(/^<p class="as-typed">[^]*<\/p>$/)
})
