import type { ProgramRecord } from '@shared/domain/program-record'
import type { FileAction } from './actions/file-action'
import { fileActions } from './actions/file-actions'
import { contactsOf } from './actions/contacts'
import { isKnownSafe } from '../policy/known-safe'
import { findEffect } from '../programs/find-effect'
import { isNamed, type RecordTable } from '../programs/record-table'
import type { CommandGraph } from '../shell/graph'
import { readGraph } from '../shell/read-graph'
import { programName } from '../shell/shell-script'
import type { ShellTreeReader } from '../shell/shell-tree'

/** An example that does not fit what it stands at: where it is in its file, and what is wrong with it in words. */
export interface WrongExample {
  readonly path: readonly (string | number)[]
  readonly list: 'examples' | 'not'
  readonly index: number
  readonly problem: string
}

/** One part of a record with its examples. `problem` says what is wrong with a call that should be, or not be, one. */
interface Part {
  readonly path: readonly (string | number)[]
  readonly examples: readonly string[]
  readonly not: readonly string[]
  readonly problem: (call: Call, wanted: string | undefined, list: 'examples' | 'not') => string | undefined
}

/** An example as it was read: the command that calls the program, and everything that the line runs. */
interface Call {
  readonly graph: CommandGraph
  readonly id: number
  readonly program: string
  readonly words: readonly string[]
}

const given = (texts: readonly string[]): string =>
  texts.length === 0 ? 'nothing' : texts.map((text) => JSON.stringify(text)).join(', ')

/** A touch as examples show it. */
const inWords = ({ access, target: { text, spread }, recursive }: FileAction): string =>
  `${access}${spread === 'below' ? ' below' : ''} ${text}${recursive && spread !== 'below' ? ' and all below' : ''}`

/** Whether something that was found is what an example wants; without one, nothing may be found. */
const compare = (found: readonly string[], wanted: string | undefined): string | undefined =>
  (wanted === undefined ? found.length === 0 : found.includes(wanted))
    ? undefined
    : `comes to ${given(found)}`

function partsOf(
  { effects, runs, touches, dangers, safe, connects, code, shells }: ProgramRecord,
  table: RecordTable,
): readonly Part[] {
  return [
    ...effects.map((effect, at): Part => ({
      path: ['effects', at],
      ...effect,
      problem: ({ program, words }, _, list) => {
        const known = table.of(program, shells?.[0])
        const found = known && findEffect(known, program, words)
        if (list === 'not') return found?.effect === effect ? 'has this effect' : undefined
        if (found?.effect === effect) return undefined
        return `has ${found ? `another effect (${found.effect.does})` : 'no effect'}`
      },
    })),
    ...dangers.map((danger, at): Part => ({
      path: ['dangers', at],
      ...danger,
      problem: ({ program, words }, _, list) => {
        const known = table.of(program)
        const found = known && findEffect({ ...known, effects: known.dangers }, program, words)?.effect
        return (found === danger) === (list === 'examples') ? undefined : `is ${found?.does ?? 'no danger'}`
      },
    })),
    ...safe.map((each, at): Part => ({
      path: ['safe', at],
      ...each,
      problem: ({ program, words }, _, list) =>
        isKnownSafe([program, ...words].map((text) => ({ text, literal: true }))) === (list === 'examples')
          ? undefined
          : 'is judged the other way',
    })),
    ...runs.map((run, at): Part => ({
      path: ['runs', at],
      ...run,
      problem: ({ graph, id }, wanted) =>
        compare(
          graph.commands
            .filter(({ parent }) => parent === id)
            .map(({ words }) => words.map(({ text }) => text).join(' ')),
          wanted,
        ),
    })),
    ...touches.map((touch, at): Part => ({
      path: ['touches', at],
      ...touch,
      problem: ({ graph, id }, wanted) =>
        compare(
          graph.commands
            .filter((each) => each.id === id)
            .flatMap((each) => fileActions(each, table).map(inWords)),
          wanted,
        ),
    })),
    ...(connects
      ? [
          {
            path: ['connects'],
            ...connects,
            problem: ({ graph, id }: Call, wanted?: string) =>
              compare(
                graph.commands
                  .filter((each) => each.id === id)
                  .flatMap((each) => contactsOf(each).map(({ host }) => host)),
                wanted,
              ),
          },
        ]
      : []),
    ...(code
      ? [
          {
            path: ['code'],
            ...code,
            problem: ({ graph, id }: Call, wanted?: string) =>
              compare(
                graph.documents.filter(({ runBy }) => runBy === id).map(({ text }) => text),
                wanted,
              ),
          },
        ]
      : []),
  ]
}

const context = { cwd: '/project', home: '/home/me', user: 'me', tmpdir: undefined }

/** Looks at every example of some records as a command would be: against all records of the table, in their order. */
export async function wrongExamples(
  records: readonly ProgramRecord[],
  table: RecordTable,
  trees: ShellTreeReader,
): Promise<readonly WrongExample[]> {
  const wrong: WrongExample[] = []
  const read = (text: string): Promise<CommandGraph> =>
    readGraph(['bash', '-c', text], context, {
      trees,
      own: table,
      readSource: () => Promise.resolve({ kind: 'not-read', reason: 'does not exist' }),
    })
  for (const [record, each] of records.entries())
    for (const { path, problem, ...lists } of partsOf(each, table))
      for (const list of ['examples', 'not'] as const)
        for (const [index, text] of lists[list].entries()) {
          const [line = '', wanted] = /^(effects|dangers|safe)$/.test(String(path[0]))
            ? [text]
            : text.split(' => ')
          const graph = await read(line)
          const call = graph.commands.find(({ program }) => isNamed(programName(program), each.names))
          const words = call?.words.slice(1).map((word) => word.text) ?? []
          const why = call
            ? problem({ graph, id: call.id, program: call.program, words }, wanted, list)
            : `calls none of ${each.names.join(', ')}`
          if (why !== undefined)
            wrong.push({ path: [record, ...path], list, problem: `"${line}" ${why}`, index })
        }
  return wrong
}
