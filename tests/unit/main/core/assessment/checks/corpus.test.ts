import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  corpora,
  judgeCorpus,
  movedLines,
  readCorpus,
  type CorpusLine,
  type JudgedLine,
} from '../../../../../fakes/risk-corpus'

const folder = resolve(import.meta.dirname, '../../../../../corpus')

// The other corpus is judged line by line where each is also decided on (commands/spellings.test.ts).
test('every line of risk.jsonl is judged exactly as recorded', async () => {
  const lines = readCorpus('risk.jsonl', folder)
  expect(lines.length).toBeGreaterThanOrEqual(200)
  expect(movedLines(await judgeCorpus(lines, 6))).toEqual([])
}, 120_000)

test('no line stands twice, and what is known to be wrong differs from what is wanted', () => {
  const lines = corpora.flatMap((name) => readCorpus(name, folder))
  const keys = lines.map(({ argv, setup }) => JSON.stringify([argv, setup]))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(lines.filter(({ level, today }) => level === today)).toEqual([])
})

const judged = (level: string, line: Pick<CorpusLine, 'level' | 'today'>): JudgedLine => ({
  line: { argv: ['x'], tags: [], split: 'train', ...line },
  assessed: { level, floor: { reasons: [], categories: [] } } as unknown as JudgedLine['assessed'],
  ms: 0,
})

test('the gate says which lines moved, from what to what', () => {
  expect(
    movedLines([
      judged('high', { level: 'high' }),
      judged('medium', { level: 'high' }),
      judged('medium', { level: 'high', today: 'medium' }),
      judged('high', { level: 'high', today: 'medium' }),
      judged('low', { level: 'high', today: 'medium' }),
    ]),
  ).toEqual([
    'high -> medium  ["x"]  no rule',
    'medium -> high (right now: take its "today" out)  ["x"]  no rule',
    'medium -> low  ["x"]  no rule',
  ])
})
