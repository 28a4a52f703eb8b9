import { expect, test } from 'vitest'
import { packsWithNpm } from '../../../../../src/main/core/commands/packs-with-npm'
import { bashParser } from '../../../../fakes/bash-parser'

const packs = async (script: string) => packsWithNpm(await bashParser().read(['bash', '-c', script]))

test.each([
  'npm pack',
  'npm pack --silent ./lib',
  'cd lib && npm --silent pack',
  'npm publish --dry-run',
  'npm install ./lib-1.0.0.tgz',
  'npm i ../lib',
  'timeout 60 npm install --no-save file:lib',
])('%s needs a cache to work with', async (script) => {
  expect(await packs(script)).toBe(true)
})

test.each([
  'npm install',
  'npm ci',
  'npm install left-pad',
  'npm i ./lib left-pad',
  'npm test',
  'pnpm pack',
  'echo npm pack',
])('%s uses the person’s', async (script) => {
  expect(await packs(script)).toBe(false)
})
