import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { effectInWords } from '@shared/messages/effect'
import { expect, test } from 'vitest'
import { judgeCorpus } from '../../../../fakes/risk-corpus'
import { z } from 'zod'

const Line = z.strictObject({ line: z.string(), level: z.string(), headline: z.string() })

const lines = readFileSync(resolve(import.meta.dirname, '../../../../corpus/headlines.jsonl'), 'utf8')
  .split('\n')
  .filter((text) => text !== '')
  .map((text) => Line.parse(JSON.parse(text)))

test('of lines that nobody tuned the words to, what leads is what they do, and never only their text', async () => {
  const judged = await judgeCorpus(
    lines.map(({ line }) => ({ argv: ['bash', '-lc', line], level: 'low', tags: [], split: 'blind' })),
    6,
  )
  const said = judged.map(({ line, assessed: { level, facts } }) => ({
    line: line.argv[2],
    level,
    headline: effectInWords(facts.effect),
  }))
  const pairs = lines.map((line, at) => ({ expected: line, said: said[at] }))
  expect(pairs.filter((pair) => !isDeepStrictEqual(pair.expected, pair.said))).toEqual([])
  expect(judged.filter(({ assessed }) => assessed.facts.effect.act.kind === 'run')).toEqual([])
})

test.each([
  ['kubectl delete pods x -l --dry-run=client', 'its value of another option'],
  ['kubectl delete pods x --dry-run=client --dry-run=none', 'taken back'],
  ['kubectl delete pods x -- --dry-run=client', 'behind the options'],
  ['./kubectl delete pods x --dry-run=client', 'a program of the project'],
  ['kubectl delete pods $X --dry-run=client', 'words that are not known'],
  ['git push --force -o -n origin main', 'the value of -o'],
  ['git push --force -on origin main', 'the value of -o'],
  ['rsync -a --delete -en src/ ~/docs/', 'the value of -e'],
  ['apt-get remove -o -s python3', 'the value of -o'],
  ['helm uninstall x --dry-run=false', 'no'],
  ['az storage blob delete-batch -s --dryrun', 'the value of -s'],
])('%s is no dry run: %s', async (line) => {
  const [judged] = await judgeCorpus([
    { argv: ['bash', '-lc', line], level: 'low', tags: [], split: 'blind' },
  ])
  expect(judged?.assessed.floor.reasons.filter(({ rule }) => rule.startsWith('dry.'))).toEqual([])
})
