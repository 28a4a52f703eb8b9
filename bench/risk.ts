import { effectInWords } from '@shared/messages/effect'
import { reasonInWords } from '@shared/messages/reason'
import { resolve } from 'node:path'
import { corpora, judgeCorpus, movedLines, readCorpus, type JudgedLine } from '../tests/fakes/risk-corpus'

/**
 * The rates of one group of lines. `exact`: judged at exactly the wanted level. `accurate`: on the right side of "a person
 * should look" (low or not). `falseLow`: medium or high, judged low. `falseHigh`: not high, judged high. `known`: known misses.
 */
interface Rates {
  readonly total: number
  readonly accurate: number
  readonly exact: number
  readonly risky: number
  readonly falseLow: number
  readonly underHigh: number
  readonly harmless: number
  readonly falseHigh: number
  readonly none: number
  readonly known: number
}

function ratesOf(judged: readonly JudgedLine[]): Rates {
  const count = (test: (wanted: string, level: string, line: JudgedLine) => boolean): number =>
    judged.filter((each) => test(each.line.level, each.assessed.level, each)).length
  return {
    total: judged.length,
    accurate: count((wanted, level) => (wanted === 'low') === (level === 'low')),
    exact: count((wanted, level) => wanted === level),
    risky: count((wanted) => wanted !== 'low'),
    falseLow: count((wanted, level) => wanted !== 'low' && level === 'low'),
    underHigh: count((wanted, level) => wanted === 'high' && level !== 'high'),
    harmless: count((wanted) => wanted !== 'high'),
    falseHigh: count((wanted, level) => wanted !== 'high' && level === 'high'),
    none: count((_, level) => level === 'not-assessed'),
    known: count((_, __, { line }) => line.today !== undefined),
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`

function row(name: string, judged: readonly JudgedLine[]): string {
  const rates = ratesOf(judged)
  const cells = [
    name.padEnd(24),
    String(rates.total).padStart(6),
    percent(rates.accurate, rates.total).padStart(10),
    percent(rates.exact, rates.total).padStart(10),
    `${rates.falseLow} (${percent(rates.falseLow, rates.risky)})`.padStart(14),
    `${rates.falseHigh} (${percent(rates.falseHigh, rates.harmless)})`.padStart(14),
    String(rates.underHigh).padStart(12),
    String(rates.none).padStart(11),
    String(rates.known).padStart(13),
  ]
  return cells.join('')
}

const heading = `${'family'.padEnd(24)}${'lines'.padStart(6)}${'accuracy'.padStart(10)}${'exact'.padStart(10)}${'false low'.padStart(14)}${'false high'.padStart(14)}${'high missed'.padStart(12)}${'no opinion'.padStart(11)}${'known misses'.padStart(13)}`

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0

function describe({ line, assessed }: JudgedLine): string {
  const { floor, facts, level } = assessed
  const reasons = floor.reasons.slice(0, 3).map((each) => `${each.rule}: ${reasonInWords(each)}`)
  return `${line.level} -> ${level}  ${JSON.stringify(line.argv)}\n      ${effectInWords(facts.effect)}\n      ${reasons.join('\n      ') || 'no rule'}`
}

/**
 * Judges the corpora and prints false low, false high, accuracy and exact level by family (split, tag, spelling), and the
 * times. `--split=train|heldout|blind|spelling`, `--misses` lists what is not judged as wanted. Returns 1 when a line is not
 * judged as recorded, or a goal is missed: nothing risky low but known misses, false high below 3 %, in any split.
 */
export async function main(args: readonly string[]): Promise<number> {
  const split = args.find((arg) => arg.startsWith('--split='))?.slice(8)
  const lines = corpora
    .flatMap((name) => readCorpus(name, resolve('tests/corpus')))
    .filter((line) => split === undefined || line.split === split)
  const judged = await judgeCorpus(lines)
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  const splits = ['train', 'heldout', 'blind', 'spelling'].map(
    (name) => [name, judged.filter(({ line }) => line.split === name)] as const,
  )
  print(heading)
  print(row('all', judged))
  for (const [name, group] of splits) if (group.length > 0) print(row(name, group))
  for (const tag of [...new Set(judged.flatMap(({ line }) => line.tags))].sort())
    print(
      row(
        `  ${tag}`,
        judged.filter(({ line }) => line.tags.includes(tag)),
      ),
    )
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b)
  print(
    `facts + checks: median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, most ${quantile(times, 1).toFixed(1)} ms`,
  )
  if (args.includes('--misses'))
    for (const each of judged) if (each.line.level !== each.assessed.level) print(describe(each))
  const moved = movedLines(judged)
  for (const line of moved) print(`moved: ${line}`)
  const missed = splits.some(([, group]) => {
    const { falseHigh, harmless } = ratesOf(group)
    const { falseLow } = ratesOf(group.filter(({ line }) => line.today === undefined))
    return falseLow > 0 || falseHigh > 0.03 * harmless
  })
  return missed || moved.length > 0 ? 1 : 0
}
