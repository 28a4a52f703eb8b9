import { expect, test } from 'vitest'
import { parseAnswer } from '../../../../../../src/main/core/assessment/model-view/parse-answer'
import { partialDescription } from '../../../../../../src/main/core/assessment/model-view/ask-model'
import { opinionText } from '../../../../../fakes/view-subject'

const view = { description: 'Deletes everything in ~/.pi.', level: 'low', categories: ['data_deletion'] }
const notJson = 'the answer is not JSON'
const wrong = (field: string) => `the answer is JSON, but its ${field} is not as asked for`

test.each<[name: string, text: string, change?: object]>([
  ['bare', opinionText()],
  ['in a fence', `\`\`\`json\n${opinionText()}\n\`\`\``],
  ['in prose', `Here is what I think:\n${opinionText()}\nStay careful!`],
  ['after thinking aloud', `<think>{"risk_level": "high"} or not?</think>\n${opinionText()}`],
  ['with a level in capitals', opinionText({ risk_level: ' LOW' })],
  ['with more fields than asked for', opinionText({ confidence: 0.4 })],
  ['without categories', opinionText({ risk_categories: undefined }), { categories: [] }],
  ['with null for categories', opinionText({ risk_categories: null }), { categories: [] }],
  [
    'with unknown and repeated categories',
    opinionText({ risk_categories: ['network_access', 'doom', 'network_access'] }),
    { categories: ['network_access'] },
  ],
  [
    'with characters that hide others',
    opinionText({ description: ' De\u202Eletes\u0007\nall\u200B ' }),
    { description: 'De letes all' },
  ],
  ['of the longest length', opinionText({ description: 'x'.repeat(500) }), { description: 'x'.repeat(500) }],
])('reads an answer %s', (_, text, change) => {
  expect(parseAnswer(text)).toEqual({ kind: 'opinion', view: { ...view, ...change } })
})

test.each<[name: string, text: string, reason: string]>([
  ['prose alone', 'This looks low risk to me.', notJson],
  ['a refusal', "I'm sorry, I can't help with that.", notJson],
  ['two objects', `${opinionText()} or ${opinionText({ risk_level: 'high' })}`, notJson],
  ['half an object', opinionText().slice(0, 40), notJson],
  ['nothing', '', notJson],
  ['a list', `[${opinionText()}, ${opinionText()}]`, wrong('form')],
  ['a bare level', '"low"', wrong('form')],
  ['an unknown level', opinionText({ risk_level: 'none' }), wrong('risk_level')],
  ['no level', opinionText({ risk_level: undefined }), wrong('risk_level')],
  ['no description', opinionText({ description: undefined }), wrong('description')],
  ['a blank description', opinionText({ description: ' \u200B ' }), wrong('description')],
  ['a description that is too long', opinionText({ description: 'x'.repeat(501) }), wrong('description')],
  ['categories that are no list', opinionText({ risk_categories: 'compliance' }), wrong('risk_categories')],
])('does not guess from %s', (_, text, reason) => {
  expect(parseAnswer(text)).toEqual({ kind: 'unreadable', reason })
})

test.each([
  ['', ''],
  ['{"desc', ''],
  ['{"description": "', ''],
  ['{"description": "Deletes', 'Deletes'],
  ['```json\n{ "risk_level": "low", "description" : "A \\"b\\"', 'A "b"'],
  ['{"description":"a\\', 'a'],
  ['{"description":"a\\u00', 'a'],
  ['{"description":"a\\u00e4\\nb', 'aä b'],
  ['{"description":"a\\ud83d', 'a'],
  ['{"description":"a\\ud83d\\ude00', 'a😀'],
  ['{"description":"a\u202Eb\u0000c', 'a b c'],
  ['{"description":"done", "risk_level": "lo', 'done'],
  [`{"description":"${'x'.repeat(900)}`, 'x'.repeat(500)],
])('of %j so far shows %j', (text, shown) => {
  expect(partialDescription(text)).toBe(shown)
})
