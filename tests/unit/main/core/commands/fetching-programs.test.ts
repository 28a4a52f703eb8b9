import { expect, test } from 'vitest'
import { fetchingPrograms } from '../../../../../src/main/core/commands/judge-command'
import { bashParser } from '../../../../fakes/bash-parser'

const fetching = async (script: string) => fetchingPrograms(await bashParser().read(['bash', '-c', script]))

test.each([
  ['cargo add serde', ['cargo']],
  ['cd lib && cargo +nightly -q fetch', ['cargo']],
  ['cargo update && go get golang.org/x/text && cargo fetch', ['cargo', 'go']],
  ['timeout 60 go mod download', ['go']],
  ['go install golang.org/x/tools/gopls@latest', ['go']],
])('%s fetches', async (script, programs) => {
  expect(await fetching(script)).toEqual(programs)
})

test.each([
  'cargo build',
  'cargo test add',
  'go install ./cmd/x',
  'go test ./...',
  'echo cargo add',
  'constructor',
])('%s does with what is there', async (script) => {
  expect(await fetching(script)).toEqual([])
})
