import { ModelProvider } from '@shared/domain/settings'
import { APIConnectionError, APIError } from 'openai'
import { expect, test } from 'vitest'
import { requestFailure, streamFailure } from '../../../../../src/main/adapters/model-openai/failure'
import { BrokenStream } from '../../../../../src/main/adapters/model-openai/wire-format'

const key = 'sk-abcdefghijkl'

function target(change: Partial<ModelProvider> = {}) {
  const provider = ModelProvider.parse({
    base_url: 'https://models.example/v1',
    env_key: 'EXAMPLE_KEY',
    ...change,
  })
  return { endpoint: { id: 'example', provider, key, headers: {} }, model: 'm-1' }
}

const status = (code: number, body?: object) =>
  APIError.generate(code, body && { error: body }, undefined, new Headers())

interface Told {
  code: string
  retry: string
  message: string
}

test.each<[name: string, error: unknown, told: Told]>([
  [
    '401',
    status(401, { message: 'bad key sk-ab***ijkl' }),
    { code: 'unauthorized', retry: 'never', message: 'example refused the key (401)' },
  ],
  [
    '403',
    status(403, { message: 'no' }),
    { code: 'unauthorized', retry: 'never', message: 'example refused the key (403)' },
  ],
  [
    '403 for a model',
    status(403, { code: 'model_not_found' }),
    { code: 'unknown-model', retry: 'never', message: 'example has no model "m-1" (403)' },
  ],
  [
    '404 without a body',
    status(404),
    { code: 'unknown-model', retry: 'never', message: 'example has no model "m-1" (404)' },
  ],
  [
    '402',
    status(402),
    { code: 'quota', retry: 'never', message: 'The account at example has no quota left' },
  ],
  [
    '429',
    status(429, { message: 'slow' }),
    { code: 'rate-limited', retry: 'request', message: 'example gets too many requests (429): slow' },
  ],
  [
    '429 for the quota',
    status(429, { type: 'insufficient_quota' }),
    { code: 'quota', retry: 'never', message: 'The account at example has no quota left' },
  ],
  [
    '400 in words',
    status(400, { message: "This model's maximum context length is 8192 tokens" }),
    { code: 'context-length', retry: 'never', message: 'The conversation is too long for "m-1"' },
  ],
  [
    '422',
    status(422, { message: 'temperature' }),
    { code: 'bad-request', retry: 'never', message: 'example refused the request (422): temperature' },
  ],
  ['408', status(408), { code: 'server-error', retry: 'request', message: 'example failed (408)' }],
  [
    '529',
    status(529, { message: 'overloaded' }),
    { code: 'server-error', retry: 'request', message: 'example failed (529): overloaded' },
  ],
  [
    'a page in place of an error',
    APIError.generate(502, undefined, '<html>Bad gateway</html>', new Headers()),
    { code: 'server-error', retry: 'request', message: 'example failed (502)' },
  ],
  [
    'text in place of an error',
    APIError.generate(503, undefined, 'no healthy upstream', new Headers()),
    { code: 'server-error', retry: 'request', message: 'example failed (503): no healthy upstream' },
  ],
  [
    'an error that is bare text',
    APIError.generate(500, { error: 'boom' }, undefined, new Headers()),
    { code: 'server-error', retry: 'request', message: 'example failed (500): boom' },
  ],
])('%s before the answer', (_name, error, told) => {
  const failure = requestFailure(error, target())
  const { code, message } = failure.fault
  expect({ code, retry: failure.retry, message }).toEqual(told)
})

test('a refused request without a key says how to give one', () => {
  const { fault } = requestFailure(status(401), target({ env_key: undefined }))
  expect(fault).toEqual({
    code: 'unauthorized',
    message: 'example refused the request, which had no key (401)',
    remedy: 'Name the environment variable that holds the key as env_key in [model_providers.example]',
  })
})

test('a refused key is sent where it is kept', () => {
  const { endpoint, model } = target()
  const remedyOf = (keyStored: boolean) =>
    requestFailure(status(401), { endpoint: { ...endpoint, keyStored }, model }).fault.remedy
  expect([remedyOf(true), remedyOf(false)]).toEqual([
    'Change the key in Settings, under Providers',
    'Check the key in the environment variable EXAMPLE_KEY',
  ])
})

test.each<[id: string, base_url: string, remedies: readonly [reach: string, model: string]]>([
  [
    'ollama',
    'http://127.0.0.1:11434/v1',
    ['Start Ollama on this machine, or choose another model', 'Choose another model'],
  ],
  [
    'openai',
    'https://api.openai.com/v1',
    ['Check whether this machine has a connection, or choose another model', 'Choose another model'],
  ],
  [
    'ollama',
    'http://10.0.0.2:11434/v1',
    [
      'Check that the server is running and that base_url in [model_providers.ollama] is right',
      'Choose another model, or check base_url in [model_providers.ollama]',
    ],
  ],
])('of %s at %s what mends it names config.toml only where it stands there', (id, base_url, remedies) => {
  const at = target({ base_url })
  const there = { ...at, endpoint: { ...at.endpoint, id } }
  const errors = [new APIConnectionError({ message: key }), status(404)]
  expect(errors.map((error) => requestFailure(error, there).fault.remedy)).toEqual(remedies)
})

test.each<[cause: Error | undefined, reason: string]>([
  [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'host not found'],
  [Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }), 'CERT_HAS_EXPIRED'],
  [new AggregateError([Object.assign(new Error('::1'), { code: 'ECONNREFUSED' })]), 'connection refused'],
  [
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }) }),
    'connection closed before an answer',
  ],
  [undefined, 'no connection'],
])('no connection because of %o', (cause, reason) => {
  const error = new APIConnectionError({ message: key, ...(cause && { cause }) })
  const { fault, retry } = requestFailure(error, target({ base_url: 'https://me:pass@models.example/v1' }))
  expect({ message: fault.message, retry }).toEqual({
    message: `Cannot reach example at models.example:443: ${reason}`,
    retry: 'request',
  })
})

test.each<[name: string, error: unknown, told: Told]>([
  [
    'a shape',
    new BrokenStream('a chunk has the wrong shape'),
    {
      code: 'bad-stream',
      retry: 'stream',
      message: 'The answer of example broke off: a chunk has the wrong shape',
    },
  ],
  [
    'JSON',
    new SyntaxError(key),
    {
      code: 'bad-stream',
      retry: 'stream',
      message: 'The answer of example broke off: an event is not valid JSON',
    },
  ],
  [
    'a socket',
    new TypeError('terminated', { cause: Object.assign(new Error(key), { code: 'ECONNRESET' }) }),
    {
      code: 'bad-stream',
      retry: 'stream',
      message: 'The answer of example broke off: connection closed before an answer',
    },
  ],
  [
    'the server',
    new APIError(undefined, { message: 'gone', code: 'server_error' }, undefined, undefined),
    { code: 'server-error', retry: 'stream', message: 'example failed: gone' },
  ],
  [
    'the key',
    new APIError(undefined, { message: key, code: 'invalid_api_key' }, undefined, undefined),
    { code: 'unauthorized', retry: 'never', message: 'example refused the key' },
  ],
  [
    'an answer without an end',
    Object.assign(new Error('x'), { code: 'ANSWER_TOO_LONG' }),
    {
      code: 'bad-stream',
      retry: 'never',
      message: 'The answer of example broke off: it has more than 128 MB',
    },
  ],
])('a stream that broke because of %s', (_name, error, told) => {
  const failure = streamFailure(error, target())
  const { code, message } = failure.fault
  expect({ code, retry: failure.retry, message }).toEqual(told)
})

test.each<[name: string, error: unknown, formed: boolean, refused: boolean]>([
  ['its name', status(400, { message: "'response_format.type' must be 'json_schema'" }), true, true],
  ['the wire', status(400, { message: 'Unsupported parameter: text.format' }), true, true],
  ['422', status(422, { message: 'structured outputs are not available' }), true, true],
  ['a grammar that failed', status(500, { message: 'Failed to parse grammar' }), true, true],
  ['no words', status(400), true, true],
  ['no words, 500', status(500), true, false],
  ['another reason', status(400, { message: 'max_tokens is too large' }), true, false],
  [
    'too long a history',
    status(400, { message: 'maximum context length exceeded by response_format' }),
    true,
    false,
  ],
  ['the key', status(401, { message: 'json_schema' }), true, false],
  ['its name, where none was asked for', status(400, { message: 'response_format' }), false, false],
])('a refusal of the form of the answer is told by %s', (_, error, formed, refused) => {
  const { fault, retry } = requestFailure(error, { ...target(), formed })
  expect(fault.refused === 'output-form').toBe(refused)
  if (refused) expect({ code: fault.code, retry }).toEqual({ code: 'bad-request', retry: 'never' })
})
