import { expect, test } from 'vitest'
import { demo } from '@shared/languages/english/demo'
import { languages } from '@shared/languages/languages'
import { demoPrompt } from '@shared/messages/demo-prompt'
import { assistantMessage, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { createDemoModel } from '../../../../../src/main/adapters/demo/demo-model'

async function answerTo(input: readonly ResponseItem[]) {
  const stream = createDemoModel({ now: () => 0, sleep: () => Promise.resolve() }).stream(
    { sessionId: 's', model: 'demo', instructions: '', input, tools: [] },
    new AbortController().signal,
  )
  const items: ResponseItem[] = []
  for await (const event of stream) if (event.type === 'item') items.push(event.item)
  return items
}

const environment = userMessage('<environment_context>\n</environment_context>')
const begun = [environment, userMessage(demoPrompt)]

test('the demo’s message has its first scene played', async () => {
  expect(await answerTo(begun)).toMatchObject([
    assistantMessage(demo.look.before),
    { type: 'function_call', name: 'shell' },
  ])
})

test('a command of the demo may take as long as a person reads what it asks', async () => {
  const [, call] = await answerTo(begun)
  const asked = call?.type === 'function_call' ? call.arguments : '{}'
  expect(JSON.parse(asked)).toMatchObject({ timeout_ms: 600_000 })
})

test.each([
  ['anything else', [environment, userMessage('Mend the lamp.')]],
  ['the same message once more', [...begun, assistantMessage('Done.'), userMessage(demoPrompt)]],
  ['a question about it', [...begun, assistantMessage('Done.'), userMessage('What was that?')]],
])('%s has nothing played, and the answer says why', async (_, input) => {
  expect(await answerTo(input)).toEqual([assistantMessage(demo.unread)])
})

test.each(Object.entries(languages))(
  'begun in the language %s the demo is spoken in it, with the commands that it always has',
  async (_, { load }) => {
    const { strings, demo: words } = await load()
    const input = [environment, userMessage(strings.start.demoPrompt)]
    const [, english] = await answerTo(begun)
    const [said, call] = await answerTo(input)
    expect(said).toEqual(assistantMessage(words.look.before))
    expect(call).toEqual(english)
    expect(await answerTo([...input, assistantMessage('.'), userMessage('?')])).toEqual([
      assistantMessage(words.unread),
    ])
  },
)
