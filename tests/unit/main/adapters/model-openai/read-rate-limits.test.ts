import { expect, test } from 'vitest'
import { ProviderLimits } from '@shared/domain/agent-event'
import { readRateLimits } from '../../../../../src/main/adapters/model-openai/read-rate-limits'

const now = 1_700_000_000_000

test.each<[string, Record<string, string>, unknown]>([
  [
    'shares',
    {
      'x-codex-primary-used-percent': '12.5',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': '1700003600',
      'x-codex-secondary-used-percent': '40',
      'x-codex-secondary-window-minutes': '10080',
      'x-codex-secondary-reset-after-seconds': '60',
    },
    {
      primary: { usedPercent: 12.5, windowMinutes: 300, resetsAt: 1_700_003_600 },
      secondary: { usedPercent: 40, windowMinutes: 10_080, resetsAt: 1_700_000_060 },
    },
  ],
  [
    'what is left of requests and tokens',
    {
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-remaining-requests': '45',
      'x-ratelimit-reset-requests': '1h2m3.5s',
      'x-ratelimit-limit-tokens': '150000',
      'x-ratelimit-remaining-tokens': '149984',
      'x-ratelimit-reset-tokens': '6ms',
    },
    {
      primary: { usedPercent: 25, resetsAt: 1_700_003_724 },
      secondary: { usedPercent: 0.01, resetsAt: 1_700_000_001 },
    },
  ],
  ['only one of them', { 'X-CODEX-PRIMARY-USED-PERCENT': '7' }, { primary: { usedPercent: 7 } }],
  ['more than all', { 'x-codex-primary-used-percent': '250' }, { primary: { usedPercent: 100 } }],
  [
    'more left than there is',
    { 'x-ratelimit-limit-requests': '5', 'x-ratelimit-remaining-requests': '9' },
    { primary: { usedPercent: 0 } },
  ],
  [
    'a reset that is past',
    { 'x-codex-primary-used-percent': '7', 'x-codex-primary-reset-at': '1' },
    { primary: { usedPercent: 7, resetsAt: 1_700_000_000 } },
  ],
  ['nothing', {}, undefined],
  ['no number', { 'x-codex-primary-used-percent': 'a lot' }, undefined],
  ['a negative one', { 'x-codex-primary-used-percent': '-3' }, undefined],
  ['an endless one', { 'x-codex-primary-used-percent': '1e999' }, undefined],
  ['NaN', { 'x-codex-primary-used-percent': 'NaN' }, undefined],
  [
    'a limit of nothing',
    { 'x-ratelimit-limit-requests': '0', 'x-ratelimit-remaining-requests': '0' },
    undefined,
  ],
  [
    'a wait and a window without end',
    {
      'x-codex-primary-used-percent': '7',
      'x-codex-primary-window-minutes': '999999999999',
      'x-codex-primary-reset-after-seconds': '999999999999',
    },
    { primary: { usedPercent: 7 } },
  ],
  [
    'a wait in another language',
    {
      'x-ratelimit-limit-requests': '4',
      'x-ratelimit-remaining-requests': '1',
      'x-ratelimit-reset-requests': 'soon',
    },
    { primary: { usedPercent: 75 } },
  ],
])('%s', (_, headers, expected) => {
  const read = readRateLimits(new Headers(headers), now)
  expect(read).toEqual(expected)
  if (read) expect(ProviderLimits.parse(read)).toEqual(expected)
})
