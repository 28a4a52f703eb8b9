import type { ProgramRecord, WrittenRecord } from '@shared/domain/program-record'
import { RecordTable } from './find-effect'
import { program as packages } from './records/packages.toml'
import { program as services } from './records/services.toml'

/** With what it leaves out. */
const whole = ({ names, values = [], effects }: WrittenRecord): ProgramRecord => ({
  names,
  values,
  effects: effects.map(({ categories = [], not = [], ...rest }) => ({ ...rest, categories, not })),
})

/** What the application knows of programs by itself, in the order in which it is asked. That all of it has the form of a record is held by a test. */
export const builtInRecords: readonly ProgramRecord[] = [...packages, ...services].map(whole)

/** The same, by program. */
export const builtInTable = new RecordTable(builtInRecords)
