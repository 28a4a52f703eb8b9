import { expect, test } from 'vitest'
import { listedIn } from '../../../../../src/main/core/policy/classify'
import { bashParser } from '../../../../fakes/bash-parser'

const parser = bashParser()
const deep = 10_000

/** Scripts that no reader should follow to their end, and those whose length alone is too much. */
const hostile: readonly (readonly [string, string])[] = [
  ['64 KB and more of words', `echo ${'word '.repeat(14_000)}`],
  ['a script of 1 MB', 'ls\n'.repeat(350_000)],
  ['10,000 nested subshells', `${'('.repeat(deep)}ls${')'.repeat(deep)}`],
  ['10,000 nested substitutions', `echo ${'$('.repeat(deep)}ls${')'.repeat(deep)}`],
  ['10,000 nested groups', `${'{ '.repeat(deep)}ls${'; }'.repeat(deep)}`],
  ['10,000 nested conditions', `${'if true; then '.repeat(4_000)}ls${'; fi'.repeat(4_000)}`],
  ['10,000 commands', 'ls; '.repeat(deep)],
  ['10,000 wrappers', `${'env '.repeat(deep)}ls`],
]

test.each(hostile)('%s end in "could not be analysed"', async (_, script) => {
  const { danger } = listedIn(await parser.read(['bash', '-lc', script]))
  expect(danger).toMatch(/^the command could not be analysed: ./)
})

test('10,000 braces inside one another are a word that is not known', async () => {
  const { commands } = await parser.read(['bash', '-lc', `echo ${'{a,'.repeat(deep)}b${'}'.repeat(deep)}`])
  expect(commands.at(-1)?.words.every((word) => word.known)).toBe(false)
})

test('wrappers as words of a direct call end so as well', async () => {
  const { danger } = listedIn(await parser.read([...Array<string>(deep).fill('sudo'), 'ls']))
  expect(danger).toMatch(/^the command could not be analysed: ./)
})

test('reading an ordinary command stays below 5 ms at the median, once warm', async () => {
  const scripts = Array.from(
    { length: 60 },
    (_, at) => `cd src && env A=${String(at)} timeout 5 npm test -- --run x${String(at)} | tee out.log`,
  )
  const times: number[] = []
  for (const script of ['true', ...scripts]) {
    const start = performance.now()
    await parser.read(['bash', '-lc', script])
    times.push(performance.now() - start)
  }
  const [median = 0] = times
    .slice(1)
    .sort((a, b) => a - b)
    .slice(30)
  process.stdout.write(`reading: median ${median.toFixed(2)} ms\n`)
  expect(median).toBeLessThan(50) // a limit that catches a reader gone wrong on a busy machine; bench:risk tells the time
})
