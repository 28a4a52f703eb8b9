import type {
  ProgramCode,
  ProgramConnects,
  ProgramDanger,
  ProgramEffect,
  ProgramRecord,
  ProgramRun,
  ProgramSafe,
  ProgramStar,
  ProgramTouch,
  RecordShell,
} from '@shared/domain/program-record'
import { fits } from './word-pattern'

/** What is known of one program: everything that the records which name it say, in their order. */
export interface KnownProgram {
  readonly values: readonly string[]
  readonly effects: readonly ProgramEffect[]
  /** What it runs, one list for each record. */
  readonly runs: readonly (readonly ProgramRun[])[]
  readonly touches: readonly ProgramTouch[]
  readonly stars: readonly ProgramStar[]
  readonly dangers: readonly ProgramDanger[]
  readonly safe: readonly ProgramSafe[]
  readonly connects: ProgramConnects | undefined
  readonly code: ProgramCode | undefined
}

/** Whether one of a record's names is the program's. */
export const isNamed = (program: string, names: readonly string[]): boolean =>
  names.some((name) => fits(program, name))

const isWide = (name: string): boolean => name.includes('*')

/** Records by the programs that they name, and the shells that read the call. Names that no record has leave nothing behind. */
export class RecordTable {
  readonly records: readonly ProgramRecord[]
  /** The records that name a program as it is, in their order. */
  readonly #exact = new Map<string, Set<ProgramRecord>>()
  /** The records of names with stars, each by what stands before the star. */
  readonly #wide: readonly { readonly start: string; readonly record: ProgramRecord }[]
  /** What was put together for names that some record has. */
  readonly #known = new Map<string, KnownProgram | undefined>()

  constructor(records: readonly ProgramRecord[]) {
    this.records = records
    this.#wide = records.flatMap((record) =>
      record.names.filter(isWide).map((name) => ({ start: name.split(/\[?\*/)[0] ?? '', record })),
    )
    for (const record of records)
      for (const name of record.names.filter((each) => !isWide(each)))
        this.#exact.set(name, (this.#exact.get(name) ?? new Set()).add(record))
  }

  /** What is known of a program that a shell starts; undefined where no record names it. */
  of(program: string, shell: RecordShell = 'posix'): KnownProgram | undefined {
    if (!this.#exact.has(program)) return this.#find(program, shell)
    const key = `${shell} ${program}`
    if (!this.#known.has(key)) this.#known.set(key, this.#find(program, shell))
    return this.#known.get(key)
  }

  #find(program: string, shell: RecordShell): KnownProgram | undefined {
    const wide = this.#wide.flatMap(({ start, record }) =>
      program.startsWith(start) && isNamed(program, record.names) ? [record] : [],
    )
    const exact = this.#exact.get(program)
    const named =
      wide.length === 0
        ? [...(exact ?? [])]
        : this.records.filter((each) => exact?.has(each) === true || wide.includes(each))
    const all = named.filter(({ shells }) => shells?.includes(shell) ?? true)
    if (all.length === 0) return undefined
    return {
      values: [...new Set(all.flatMap(({ values }) => values))],
      effects: all.flatMap(({ effects }) => effects),
      runs: all.flatMap(({ runs }) => (runs.length > 0 ? [runs] : [])),
      touches: all.flatMap(({ touches }) => touches),
      stars: all.flatMap(({ stars }) => stars),
      dangers: all.flatMap(({ dangers }) => dangers),
      safe: all.flatMap(({ safe }) => safe),
      connects: all.find(({ connects }) => connects)?.connects,
      code: all.find(({ code }) => code)?.code,
    }
  }
}
