import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build } from 'vite'
import { calledResources } from '../../../scripts/called-resources.mjs'

/** What is not called of OpenAI's SDK is left out, and a build says it when the SDK has another layout. */

const entry = 'client'
const sdk: Readonly<Record<string, string>> = {
  [entry]:
    "import * as API from './resources/index.mjs'\nexport const client = [new API.Chat(), new API.Responses(), new API.Beta()]",
  'resources/index':
    "export { Chat } from './chat/chat.mjs'\nexport { Responses } from './responses/responses.mjs'\nexport { Beta } from './beta/beta.mjs'",
  'resources/chat/chat':
    "import { Completions } from './completions/completions.mjs'\nexport class Chat { completions = new Completions() }",
  'resources/chat/completions/completions':
    "import { ChatCompletionRunner } from '../../../lib/ChatCompletionRunner.mjs'\nimport { ChatCompletionStream } from '../../../lib/ChatCompletionStream.mjs'\nimport { ChatCompletionStreamingRunner } from '../../../lib/ChatCompletionStreamingRunner.mjs'\nexport class Completions { create() { return 'asked chat' } more = [ChatCompletionRunner, ChatCompletionStream, ChatCompletionStreamingRunner] }",
  'resources/responses/responses':
    "import { ResponseStream } from '../../lib/responses/ResponseStream.mjs'\nexport class Responses { create() { return 'asked responses' } more = ResponseStream }",
  'resources/beta/beta': "export class Beta { threads = 'left beta' }",
  'lib/ChatCompletionRunner': "export class ChatCompletionRunner { run() { return 'left runner' } }",
  'lib/ChatCompletionStream': "export class ChatCompletionStream { read() { return 'left stream' } }",
  'lib/ChatCompletionStreamingRunner':
    "export class ChatCompletionStreamingRunner { run() { return 'left both' } }",
  'lib/responses/ResponseStream': "export class ResponseStream { read() { return 'left responses' } }",
}

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cs-sdk-'))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

async function built(files: Readonly<Record<string, string>>): Promise<string> {
  const place = (name: string): string => join(root, 'node_modules/openai', `${name}.mjs`)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(place(name)), { recursive: true })
    writeFileSync(place(name), text)
  }
  const made = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [calledResources()] },
    build: { write: false, minify: false, ssr: place(entry), rolldownOptions: { external: [] } },
    ssr: { noExternal: true },
  })
  return JSON.stringify(made)
}

test('what is called stays, the rest is left out', async () => {
  const code = await built(sdk)
  expect(code).toContain('asked chat')
  expect(code).toContain('asked responses')
  expect(code.match(/left \w+/g)).toBeNull()
})

test.each<[string, Readonly<Record<string, string>>]>([
  [
    'a resource that is called lies elsewhere',
    {
      'resources/index': sdk['resources/index']?.replace('./responses/responses', './responses/create') ?? '',
      'resources/responses/create': sdk['resources/responses/responses'] ?? '',
    },
  ],
  [
    'what is left out lies elsewhere',
    {
      'resources/index': sdk['resources/index']?.replace('./beta/beta', './later') ?? '',
      'resources/later': sdk['resources/beta/beta'] ?? '',
    },
  ],
  ['what is left out has something else', { 'resources/beta/beta': 'export const Beta = Object' }],
])('%s: it is not built', async (_, changed) => {
  await expect(built({ ...sdk, ...changed })).rejects.toThrow(/laid out in another way|not exported|Beta/)
})
