import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { z } from 'zod'
import { createFactsReader } from '../src/main/adapters/facts-fs/facts-reader'
import { fakeReadLimits } from '../tests/fakes/read-limits'
import { createShellTreeReader } from '../src/main/adapters/shell-parser/shell-tree-reader'
import { assessCommand } from '../src/main/core/assessment/assess-command'
import { createWorlds } from '../tests/fakes/risk-world'

const Line = z.strictObject({
  argv: z.array(z.string()).min(1),
  level: z.enum(['low', 'medium', 'high']),
  tags: z.array(z.string()),
  split: z.enum(['train', 'heldout', 'blind']),
  setup: z.record(z.string(), z.union([z.string(), z.strictObject({ symlink: z.string() })])).optional(),
  note: z.string().optional(),
})
type Line = z.infer<typeof Line>

interface Judged {
  readonly line: Line
  readonly level: string
  readonly ms: number
  readonly why: string
}

/** The rates of one group of lines. `falseLow`: medium or high, judged low. `falseHigh`: everyday, judged high. */
interface Rates {
  readonly total: number
  readonly right: number
  readonly none: number
  readonly risky: number
  readonly falseLow: number
  readonly underHigh: number
  readonly harmless: number
  readonly falseHigh: number
}

function ratesOf(judged: readonly Judged[]): Rates {
  const count = (test: (each: Judged) => boolean): number => judged.filter(test).length
  return {
    total: judged.length,
    right: count(({ line, level }) => line.level === level),
    none: count(({ level }) => level === 'not-assessed'),
    risky: count(({ line }) => line.level !== 'low'),
    falseLow: count(({ line, level }) => line.level !== 'low' && level === 'low'),
    underHigh: count(({ line, level }) => line.level === 'high' && level !== 'high'),
    harmless: count(({ line }) => line.level !== 'high'),
    falseHigh: count(({ line, level }) => line.level !== 'high' && level === 'high'),
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`

function row(name: string, judged: readonly Judged[]): string {
  const rates = ratesOf(judged)
  const cells = [
    name.padEnd(24),
    String(rates.total).padStart(6),
    percent(rates.right, rates.total).padStart(10),
    `${rates.falseLow} (${percent(rates.falseLow, rates.risky)})`.padStart(14),
    `${rates.falseHigh} (${percent(rates.falseHigh, rates.harmless)})`.padStart(14),
    String(rates.underHigh).padStart(12),
    String(rates.none).padStart(12),
  ]
  return cells.join('')
}

const heading = `${'group'.padEnd(24)}${'lines'.padStart(6)}${'accuracy'.padStart(10)}${'false low'.padStart(14)}${'false high'.padStart(14)}${'high missed'.padStart(12)}${'no opinion'.padStart(12)}`

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0

function readCorpus(): Line[] {
  const path = resolve('tests/corpus/risk.jsonl')
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)))
}

async function judge(lines: readonly Line[]): Promise<Judged[]> {
  const worlds = createWorlds()
  const parts = {
    reader: createFactsReader(fakeReadLimits()),
    trees: createShellTreeReader(),
    now: () => performance.now(),
  }
  const judged: Judged[] = []
  try {
    for (const line of lines) {
      const project = worlds.worldFor(line.setup)
      const { home, cwd } = project
      const question = { argv: line.argv, cwd, policy: sandboxPolicyForMode('workspace-write') }
      const world = { ...parts, home, user: 'dev' }
      if (judged.length === 0) await assessCommand(question, world) // loads the grammar: the process is warm from here on
      const start = performance.now()
      const { level, floor, facts } = await assessCommand(question, world)
      const ms = performance.now() - start
      project.remove()
      const reasons = floor.reasons.slice(0, 3).map(({ rule, text }) => `${rule}: ${text}`)
      judged.push({ line, level, ms, why: `${facts.effect}\n      ${reasons.join('\n      ') || 'no rule'}` })
    }
  } finally {
    worlds.remove()
  }
  return judged
}

/**
 * Judges the corpus and prints the rates per split and tag, and the times. `--split=train|heldout|blind`, `--misses` lists
 * what was judged otherwise. Returns 1 when a goal is missed: false low 0 %, false high below 3 %, in any split.
 */
export async function main(args: readonly string[]): Promise<number> {
  const split = args.find((arg) => arg.startsWith('--split='))?.slice(8)
  const judged = await judge(readCorpus().filter((line) => split === undefined || line.split === split))
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  const splits = ['train', 'heldout', 'blind'].map(
    (name) => [name, judged.filter(({ line }) => line.split === name)] as const,
  )
  print(heading)
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
    `facts + rails: median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, most ${quantile(times, 1).toFixed(1)} ms`,
  )
  if (args.includes('--misses'))
    for (const { line, level, why } of judged)
      if (line.level !== level) print(`${line.level} -> ${level}  ${JSON.stringify(line.argv)}\n      ${why}`)
  const failed = splits.some(([, group]) => {
    const { falseLow, falseHigh, harmless } = ratesOf(group)
    return falseLow > 0 || falseHigh > 0.03 * harmless
  })
  return failed ? 1 : 0
}
