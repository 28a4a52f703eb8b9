import { expect, test } from 'vitest'
import { usualTelemetryHosts } from '@shared/domain/settings'
import { RefusedHosts } from '../../../../../src/main/adapters/acp-client/acp-agents'

const refusing = (names: readonly string[]) => new RefusedHosts('Goose', () => names)

test.each([
  ['play.googleapis.com', 443, true],
  ['PLAY.googleapis.com.', 8443, true],
  ['abc.rum.aliyuncs.com', 443, true],
  ['rum.aliyuncs.com', 443, false],
  ['dashscope.aliyuncs.com', 443, false],
  ['play.googleapis.com.evil.example', 443, false],
  ['xplay.googleapis.com', 443, false],
  ['generativelanguage.googleapis.com', 443, false],
  ['api.anthropic.com', 443, false],
  ['no host', 443, false],
  ['', 443, false],
])('of the usual ones %s:%i is refused: %s', (host, port, refused) => {
  expect(refusing(usualTelemetryHosts).refuse({ host, port })).toBe(refused)
})

test('an empty list refuses nothing, and what is no name stands for nothing', () => {
  expect(refusing([]).refuse({ host: 'play.googleapis.com', port: 443 })).toBe(false)
  expect(refusing(['*', '*.com', '']).refuse({ host: 'a.com', port: 443 })).toBe(false)
})

test('what was refused is said once', () => {
  const refused = refusing(['a.example', '*.b.example'])
  for (const host of ['a.example', 'c.example', 'x.b.example', 'A.example'])
    refused.refuse({ host, port: 443 })
  expect(refused.sentences()).toEqual([
    'Goose was kept from reporting to a.example, x.b.example (agent_telemetry_hosts).',
  ])
  refused.refuse({ host: 'a.example', port: 443 })
  expect(refused.sentences()).toEqual([])
})
