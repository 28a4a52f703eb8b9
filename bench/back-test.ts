import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EffectRule } from '@shared/domain/effect-rule'
import { createShellTreeReader } from '../src/main/adapters/shell-parser/shell-tree-reader'
import { createRequestIndex } from '../src/main/adapters/store-jsonl/request-index'
import { backTest } from '../src/main/core/effect-rules/back-test'
import { compileRule } from '../src/main/core/effect-rules/compile-rule'
import { createShellParser } from '../src/main/core/shell/shell-parser'
import { median, ms, printRows } from './measure'

/**
 * What a rule would have answered of 10,000 recorded questions, from the file of the index to the answer, as `countersign rules test` does it: every
 * question is read anew each time. A fifth of them are of the rule's command, each with what its rehearsal changed.
 */
const count = 10_000
const rounds = 12
const warm = 2
const folder = '/home/dev/src/shop'

const changes = (nth: number) =>
  Array.from({ length: 1 + (nth % 12) }, (_, at) => ({
    path: `${folder}/${at % 4 === 3 && nth % 3 === 0 ? 'src' : 'dist'}/part-${String(at)}.js`,
    kind: 'changed',
    type: 'file',
  }))

const lineOf = (nth: number): string => {
  const words = nth % 5 === 0 ? ['npm', 'run', 'build'] : ['tool', `job-${String(nth)}`, '--all']
  const request = {
    ...{
      id: `r${String(nth)}`,
      session: `s${String(nth % 90)}`,
      folder,
      text: words.join(' '),
      commands: [words],
    },
    at: new Date(Date.UTC(2026, 0, 1) + nth * 60_000).toISOString(),
    ...{ level: 'medium', outcome: nth % 7 === 0 ? 'denied' : 'allowed', by: 'window' },
  }
  return `${JSON.stringify(request)}\t${JSON.stringify({ changes: changes(nth), hosts: [] })}\n`
}

const home = mkdtempSync('/var/tmp/cs-bench-back-test-')
const lines = Array.from({ length: count }, (_, nth) => lineOf(nth))
appendFileSync(join(home, 'requests-index.jsonl'), `{"version":1}\n${lines.join('')}`)
const parser = createShellParser(createShellTreeReader())
const places = { home: '/home/dev', engine: [home] }
const read = await compileRule(
  EffectRule.parse({
    name: 'builds',
    where: ['~/src/shop'],
    commands: ['npm run build'],
    writes: ['dist/**'],
  }),
  { parser, ...places },
)
if (!('compiled' in read)) throw new Error('the rule is not read')
const isIn = (of: string, named: string): boolean => of === named
const took: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const began = performance.now()
  const index = createRequestIndex(home, () => Promise.reject(new Error('it was made anew')))
  const { asked, answered, denied } = backTest(read.compiled, await index.read(), { ...places, isIn })
  took.push(performance.now() - began)
  if (asked !== count || answered === 0 || answered > count / 5 || denied.length === 0)
    throw new Error(`${String(answered)} of ${String(asked)}`)
}
rmSync(home, { recursive: true })
const middle = median(took.slice(warm))
printRows([
  {
    what: 'what a rule would have answered of 10,000 recorded questions',
    figure: ms(middle),
    goal: 'under 200 ms',
    reached: middle < 200,
  },
])
