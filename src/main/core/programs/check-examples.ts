import type { ProgramRecord } from '@shared/domain/program-record'
import type { ShellParser } from '../shell/parse'
import { programName } from '../shell/shell-script'
import { findEffect, isNamed, type RecordTable } from './find-effect'

/** An example that its effect does not fit: where it stands, and what is wrong with it in words. */
export interface WrongExample {
  readonly record: number
  readonly effect: number
  readonly list: 'examples' | 'not'
  readonly index: number
  readonly problem: string
}

/** Looks at every example of some records as a command would be: against all records of the table, in their order. */
export async function wrongExamples(
  records: readonly ProgramRecord[],
  table: RecordTable,
  parser: Pick<ShellParser, 'parse'>,
): Promise<readonly WrongExample[]> {
  const wrong: WrongExample[] = []
  for (const [record, { names, shells, effects }] of records.entries())
    for (const [effect, each] of effects.entries())
      for (const list of ['examples', 'not'] as const)
        for (const [index, text] of each[list].entries()) {
          const parsed = await parser.parse(text)
          const calls = parsed?.commands.map((words) => words.map((word) => word.text)) ?? []
          const call = calls.find(([program = '']) => isNamed(programName(program), names))
          const [program = '', ...words] = call ?? []
          const known = call && table.of(programName(program), shells?.[0])
          const found = known && findEffect(known, programName(program), words)
          const problem = !call
            ? `"${text}" calls none of ${names.join(', ')}`
            : list === 'not' && found?.effect === each
              ? `"${text}" has this effect`
              : list === 'examples' && found?.effect !== each
                ? `"${text}" has ${found ? `another effect (${found.effect.does})` : 'no effect'}`
                : undefined
          if (problem !== undefined) wrong.push({ record, effect, list, index, problem })
        }
  return wrong
}
