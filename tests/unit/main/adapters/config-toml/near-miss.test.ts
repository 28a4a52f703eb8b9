import { expect, test } from 'vitest'
import { nearMiss } from '../../../../../src/main/adapters/config-toml/explain-issue'

test.each([
  ['modle', 'model'],
  ['MODEL', 'model'],
  ['model_provder', 'model_provider'],
  ['', undefined],
  ['colour', undefined],
  ['m'.repeat(100), undefined],
])('"%s" is taken for %s', (name, meant) => {
  expect(nearMiss(name, ['sandbox_mode', 'model_provider', 'model'])).toBe(meant)
})
