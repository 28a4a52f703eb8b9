import { expect, test } from 'vitest'
import { readResult } from '../../../../../src/main/adapters/mcp-client/read-result'

const audio = (mimeType: string, data = 'UklGRg==') => ({ type: 'audio', mimeType, data })
const read = (...content: readonly unknown[]) => readResult({ content }, 1)

test('a sound goes to the person, and the model is told that there is one', () => {
  expect(read({ type: 'text', text: 'listen' }, audio('audio/wav', 'UklG\nRg=='))).toEqual({
    kind: 'answered',
    failed: false,
    text: 'listen\n[audio, audio/wav, 6 bytes: played to the person, not to you]',
    images: [],
    sounds: [{ mimeType: 'audio/wav', data: 'UklGRg==' }],
    durationMs: 1,
  })
})

test('a sound of a resource is one', () => {
  const resource = { uri: 'file:///a.ogg', mimeType: 'audio/ogg', blob: 'T2dnUw==' }
  expect(read({ type: 'resource', resource })).toMatchObject({ sounds: [{ mimeType: 'audio/ogg' }] })
})

test.each([
  ['no form that is played', audio('audio/midi')],
  ['a form that leaves the address', audio('audio/wav;base64,x" onerror="x')],
  ['a picture that says it is one', audio('text/html')],
  ['no base64', audio('audio/wav', '"><script>')],
  ['too large', audio('audio/wav', 'A'.repeat(6 * 1024 * 1024 + 1))],
])('what is %s is named and not passed on', (_, part) => {
  const result = read(part)
  expect(result).not.toHaveProperty('sounds')
  expect(result).toMatchObject({ text: expect.stringMatching(/not passed on\]$/) as string })
})

test('of a thousand sounds four are played, and the rest is said', () => {
  const result = read(...Array.from({ length: 1000 }, () => audio('audio/wav')))
  expect(result).toMatchObject({
    sounds: Array.from({ length: 4 }, () => ({ mimeType: 'audio/wav' })),
    text: expect.stringContaining('[only the first 4 of 1000 sounds are played]') as string,
  })
})
