import {
  OwnProgramRecord,
  ProgramEffect,
  ProgramRecords,
  ProgramRun,
  ProgramTouch,
} from '@shared/domain/program-record'
import { AssessedLevel, RiskCategory } from '@shared/domain/risk'
import type { z } from 'zod'
import { wrongExamples } from '../../core/assessment/record-examples'
import { RecordTable } from '../../core/programs/record-table'
import type { ShellTreeReader } from '../../core/shell/shell-tree'
import { ConfigError } from './config-error'
import { oneOf } from './explain-issue'
import { parseToml } from './read-toml'
import { findTomlPosition } from './toml-positions'

const options = 'a list of options with their dashes, such as ["--force", "-f"]'

const expected: Readonly<Record<string, string>> = {
  program: 'tables that begin with [[program]]',
  names: 'a list of program names without folders, such as ["deployctl"]',
  values: options,
  with: options,
  without: options,
  effects: 'tables that begin with [[program.effects]]',
  runs: 'tables that begin with [[program.runs]]',
  options: 'a list of options or beginnings of words whose values are run, such as ["--exec"]',
  behind: 'a list of words such as ["--"]',
  skip: 'how many words stand before the command, 1 to 4',
  as: oneOf(ProgramRun.shape.as.unwrap().options),
  starts: 'a list of words with which a value must begin',
  quiet: 'a list of program names',
  input: 'nothing, or "unknown"',
  touches: 'tables that begin with [[program.touches]]',
  access: oneOf(ProgramTouch.shape.access.options),
  recursive: `true, or ${options}`,
  inside: options,
  into: oneOf(ProgramTouch.shape.into.unwrap().options),
  spares: oneOf(ProgramTouch.shape.spares.unwrap().options),
  count: 'how many words, 1 to 4',
  id: 'family.name in small letters',
  verbs: 'a list of words with one blank between them, such as ["volume rm|remove"]',
  words: 'a list of words, such as ["delete|destroy"]',
  level: oneOf(AssessedLevel.options),
  categories: `a list of ${oneOf(RiskCategory.options)}`,
  does: '3 to 200 characters such as "deletes volumes for good"',
  examples: 'a list of calls as they are typed, at least one',
  not: 'a list of calls as they are typed',
}

const keysAt = (path: readonly PropertyKey[]): readonly string[] =>
  path.length === 0
    ? ['program']
    : Object.keys(
        (path.includes('effects')
          ? ProgramEffect
          : path.includes('runs')
            ? ProgramRun
            : path.includes('touches')
              ? ProgramTouch
              : OwnProgramRecord
        ).shape,
      )

interface Problem {
  readonly path: readonly PropertyKey[]
  readonly what: string
  readonly expected: string
}

function explain(issue: z.core.$ZodIssue): Problem {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return { path: [...path, key], what: `unknown key "${key}"`, expected: oneOf(keysAt(path)) }
  }
  const name = path.findLast((part) => typeof part === 'string') ?? 'program'
  const what = issue.input === undefined ? 'is missing' : 'is not valid'
  return { path, what: `${name} ${what}`, expected: expected[name] ?? 'a record of a program' }
}

/** The records of this text. Throws as `loadProgramRecords` does; `file` is what it names then. */
export async function readProgramRecords(
  file: string,
  text: string,
  trees: ShellTreeReader,
): Promise<RecordTable> {
  const fail = ({ path, ...rest }: Problem): ConfigError => {
    const { line, column } = findTomlPosition(text, path) ?? {}
    return new ConfigError({ file, line, column, ...rest })
  }
  const read = ProgramRecords.safeParse(parseToml(file, text), { reportInput: true })
  const issues = read.error?.issues ?? []
  // A name that is not known is the cause where another one is missing.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!read.success) throw fail(issue ? explain(issue) : { path: [], what: 'not valid', expected: 'records' })
  const program = read.data.program.map((each) => ({ ...each, stars: [], dangers: [], safe: [] }))
  const table = new RecordTable(program)
  const [wrong] = await wrongExamples(program, table, trees)
  if (wrong) {
    const path = ['program', ...wrong.path, wrong.list, wrong.index]
    const isEffect = wrong.path.includes('effects')
    const wanted =
      wrong.list === 'not'
        ? `a call that this ${isEffect ? 'effect does not fit' : 'does not hold for'}`
        : isEffect
          ? 'a call for which this effect comes first'
          : 'a call, " => " and what comes of it'
    throw fail({ path, what: wrong.problem, expected: wanted })
  }
  return table
}
