import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { reasonInWords } from '@shared/messages/reason'
import { z } from 'zod'
import { createFactsReader } from '../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand, type CommandAssessment } from '../../src/main/core/assessment/assess-command'
import { fakeReadLimits } from './read-limits'
import { createWorlds } from './risk-world'
import { bashTrees } from './bash-trees'

const Level = z.enum(['low', 'medium', 'high'])

/**
 * One labelled command. `level` is what it should be; `today` stands only where that is known to be missed, and says what
 * it is judged as instead.
 */
export const CorpusLine = z.strictObject({
  argv: z.array(z.string()).min(1),
  level: Level,
  today: z.enum(['low', 'medium', 'high', 'not-assessed']).optional(),
  tags: z.array(z.string()),
  split: z.enum(['train', 'heldout', 'blind', 'spelling']),
  setup: z.record(z.string(), z.union([z.string(), z.strictObject({ symlink: z.string() })])).optional(),
  note: z.string().optional(),
})
export type CorpusLine = z.infer<typeof CorpusLine>

/** The corpora of labelled commands, by file name below tests/corpus/. */
export const corpora = ['risk.jsonl', 'spellings.jsonl'] as const

/** Reads the lines of one corpus. Throws for a line that is none, with its number. */
export function readCorpus(name: (typeof corpora)[number], folder: string): readonly CorpusLine[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .flatMap((text, at) => {
      if (text === '') return []
      const read = CorpusLine.safeParse(JSON.parse(text))
      if (!read.success) throw new Error(`${name}:${String(at + 1)}: ${z.prettifyError(read.error)}`)
      return [read.data]
    })
}

/** A line with what it is judged as, and how long that took in milliseconds. */
export interface JudgedLine {
  readonly line: CorpusLine
  readonly assessed: CommandAssessment
  readonly ms: number
}

/**
 * Judges lines, so many at a time, in the project that tests/corpus/README.md describes. Needs git. How long each took says something
 * only where they are judged one after the other.
 */
export async function judgeCorpus(lines: readonly CorpusLine[], atOnce = 1): Promise<readonly JudgedLine[]> {
  const worlds = createWorlds()
  const parts = {
    reader: createFactsReader(fakeReadLimits()),
    trees: bashTrees,
    now: () => performance.now(),
    user: 'dev',
    // What a line is judged as must not hang on how busy the machine is.
    budget: { ms: 20_000, entries: 1000 },
  }
  await parts.trees.tree('true') // loads the grammar: the process is warm from here on
  const judge = async (line: CorpusLine): Promise<JudgedLine> => {
    const world = worlds.worldFor(line.setup)
    const question = { argv: line.argv, cwd: world.cwd, policy: sandboxPolicyForMode('workspace-write') }
    const start = performance.now()
    const assessed = await assessCommand(question, { ...parts, home: world.home })
    return { line, assessed, ms: performance.now() - start }
  }
  const judged: JudgedLine[] = []
  try {
    for (let at = 0; at < lines.length; at += atOnce)
      judged.push(...(await Promise.all(lines.slice(at, at + atOnce).map(judge))))
  } finally {
    worlds.remove()
  }
  return judged
}

/**
 * The lines that are not judged as the corpus says, one text each: what moved, from what to what. A known miss that is
 * judged right has moved too: then its `today` goes.
 */
export function movedLines(judged: readonly JudgedLine[]): readonly string[] {
  return judged.flatMap(({ line, assessed: { level, floor } }) => {
    const recorded = line.today ?? line.level
    if (level === recorded) return []
    const why = floor.reasons[0]
    const better = level === line.level ? ' (right now: take its "today" out)' : ''
    return [
      `${recorded} -> ${level}${better}  ${JSON.stringify(line.argv)}  ${why ? `${why.rule}: ${reasonInWords(why)}` : 'no rule'}`,
    ]
  })
}
