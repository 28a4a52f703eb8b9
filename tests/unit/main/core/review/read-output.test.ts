import { ReviewOutput } from '@shared/domain/review'
import { expect, test } from 'vitest'
import { readReviewOutput } from '../../../../../src/main/core/review/read-output'

const root = '/work/project'

const raw = (change: object = {}): object => ({
  title: 'Close the file when parsing fails',
  body: 'A broken file leaves its handle open.',
  confidence_score: 0.9,
  priority: 1,
  code_location: {
    absolute_file_path: `${root}/src/read.ts`,
    line_range: { start: 10, end: 12 },
  },
  ...change,
})

const answer = (findings: readonly unknown[], change: object = {}): string =>
  JSON.stringify({
    findings,
    overall_correctness: 'patch is incorrect',
    overall_explanation: 'A handle leaks.',
    overall_confidence_score: 0.8,
    ...change,
  })

const finding = {
  id: 'f1',
  title: 'Close the file when parsing fails',
  body: 'A broken file leaves its handle open.',
  priority: 1,
  confidence: 0.9,
  place: { path: `${root}/src/read.ts`, lines: { start: 10, end: 12 } },
}
const whole = {
  findings: [finding],
  correctness: 'patch is incorrect',
  explanation: 'A handle leaks.',
  confidence: 0.8,
  leftOut: 0,
}

const read = (text: string): ReviewOutput => ReviewOutput.parse(readReviewOutput(text, root))
const one = (change: object) => read(answer([raw(change)])).findings[0]

test.each([
  ['plain', answer([raw()])],
  ['in a fence', `Here it is.\n\`\`\`json\n${answer([raw()])}\n\`\`\`\nThat is all.`],
  ['in prose', `I looked at all of it: ${answer([raw()])} Done.`],
  ['behind a thought', `<think>{"findings": "no"}</think>${answer([raw()])}`],
  ['behind another fence', `\`\`\`ts\nconst a = {}\n\`\`\`\n\`\`\`\n${answer([raw()])}\n\`\`\``],
])('findings are read from JSON, %s', (_, text) => {
  expect(read(text)).toEqual(whole)
})

test.each([
  ['no JSON', 'Looks good to me.'],
  ['torn JSON', answer([raw()]).slice(0, -5)],
  ['JSON without findings', '{"note": "nothing"}'],
  ['findings that are no list', '{"findings": {"title": "a"}}'],
  ['nothing', ''],
])('%s stands as the explanation of a review without findings', (_, text) => {
  expect(read(text)).toEqual({ findings: [], correctness: '', explanation: text, leftOut: 0 })
})

test.each<[string, object, object]>([
  [
    'a priority in the title',
    { title: '[P0] Mend it', priority: undefined },
    { priority: 0, title: 'Mend it' },
  ],
  ['no priority at all', { priority: null }, { priority: 3 }],
  ['a priority beyond the scale', { priority: 17 }, { priority: 3 }],
  ['a confidence beyond the scale', { confidence_score: 200 }, { confidence: undefined }],
  ['numbers as text', { priority: '2', confidence_score: '0.5' }, { priority: 2, confidence: 0.5 }],
  ['null for a confidence', { confidence_score: null }, { confidence: undefined }],
  ['no title', { title: '', body: 'Only a body.' }, { title: 'Only a body.' }],
  [
    'lines the wrong way round',
    lines(9, 4),
    { place: { path: `${root}/a.ts`, lines: { start: 4, end: 9 } } },
  ],
  ['one line only', lines(9, undefined), { place: { path: `${root}/a.ts`, lines: { start: 9, end: 9 } } }],
  ['line 0', lines(0, 3), { place: undefined }],
  ['lines that are text', lines('many', 'more'), { place: undefined }],
  ['lines without end', lines(1, 1e300), { place: undefined }],
])('%s', (_, change, expected) => {
  expect({ confidence: undefined, place: undefined, ...one(change) }).toMatchObject(expected)
})

function lines(start: unknown, end: unknown): object {
  return { code_location: { absolute_file_path: `${root}/a.ts`, line_range: { start, end } } }
}

test.each([
  ['src/read.ts', `${root}/src/read.ts`],
  ['./src/../read.ts', `${root}/read.ts`],
  [`${root}/a b\u202e.ts`, `${root}/a b\u202e.ts`],
  ['/etc/passwd', undefined],
  [`${root}/../other/a.ts`, undefined],
  ['../../../../etc/passwd', undefined],
  [`${root}-other/a.ts`, undefined],
  [root, undefined],
  ['a\0.ts', undefined],
  [`${root}/${'x'.repeat(5000)}`, undefined],
])('the place %.40s is %s', (path, expected) => {
  const found = one({ code_location: { absolute_file_path: path, line_range: { start: 1, end: 1 } } })
  expect(found?.place?.path).toBe(expected)
  expect(found?.title).toBe(finding.title)
})

test('ten thousand findings are cut to the most urgent hundred, and the others are counted', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => raw({ priority: at === 9_999 ? 0 : 3 }))
  const { findings, leftOut } = read(answer(many))
  expect([findings.length, findings[0]?.priority, leftOut]).toEqual([100, 0, 9_900])
  expect(new Set(findings.map(({ id }) => id)).size).toBe(100)
})

test('what is no finding among findings is left out and counted; the others stay', () => {
  const { findings, leftOut } = read(answer([null, 7, 'text', [], {}, raw({ title: ' ', body: '' }), raw()]))
  expect([findings.map(({ title }) => title), leftOut]).toEqual([[finding.title], 6])
})

test('texts are cut to what a window can show, and are well-formed', () => {
  const huge = `a${'😀'.repeat(200_000)}`
  const output = read(
    answer([raw({ title: huge, body: `${huge}\ud800` })], {
      overall_correctness: huge,
      overall_explanation: huge,
    }),
  )
  const [cut] = output.findings
  expect([cut?.title, cut?.body, output.explanation].every((each) => each?.isWellFormed())).toBe(true)
  expect(JSON.stringify(output).length).toBeLessThan(100_000)
  expect(read('x'.repeat(5_000_000)).explanation).toHaveLength(20_000)
})

test('an answer nested without end is text, and ends', () => {
  expect(read(`${'['.repeat(100_000)}${'{'.repeat(100_000)}`).findings).toEqual([])
  expect(read('```'.repeat(200_000)).findings).toEqual([])
})
