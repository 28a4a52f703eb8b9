import type { ProgramRecord, WrittenRecord } from '@shared/domain/program-record'
import { RecordTable } from './record-table'
import { program as dangers } from './records/dangers.toml'
import { program as disks } from './records/disks.toml'
import { program as escapes } from './records/escapes.toml'
import { program as files } from './records/files.toml'
import { program as git } from './records/git.toml'
import { program as harmless } from './records/harmless.toml'
import { program as hosts } from './records/hosts.toml'
import { program as interpreters } from './records/interpreters.toml'
import { program as network } from './records/network.toml'
import { program as options } from './records/options.toml'
import { program as packages } from './records/packages.toml'
import { program as persistence } from './records/persistence.toml'
import { program as privilege } from './records/privilege.toml'
import { program as projectRuns } from './records/project-runs.toml'
import { program as projectTools } from './records/project-tools.toml'
import { program as resources } from './records/resources.toml'
import { program as safe } from './records/safe.toml'
import { program as secrets } from './records/secrets.toml'
import { program as services } from './records/services.toml'
import { program as stars } from './records/stars.toml'
import { program as stores } from './records/stores.toml'
import { program as system } from './records/system.toml'
import { program as windows } from './records/windows.toml'
import { program as wrappers } from './records/wrappers.toml'

const filled = ({
  options = [],
  values = [],
  examples = [],
  not = [],
  ...rest
}: NonNullable<WrittenRecord['connects']>): NonNullable<ProgramRecord['connects']> => ({
  ...rest,
  options,
  values,
  examples,
  not,
})

/** With what it leaves out. */
const whole = ({
  values = [],
  effects = [],
  runs = [],
  touches = [],
  stars = [],
  dangers = [],
  safe = [],
  code,
  connects,
  ...rest
}: WrittenRecord): ProgramRecord => ({
  ...rest,
  values,
  effects: effects.map(({ categories = [], not = [], ...each }) => ({ ...each, categories, not })),
  runs: runs.map(({ values: own = [], as = 'command', not = [], ...each }) => ({
    ...each,
    values: own,
    as,
    not,
  })),
  touches: touches.map(({ values: own = [], not = [], ...each }) => ({ ...each, values: own, not })),
  safe: safe.map(({ not = [], ...each }) => ({ ...each, not })),
  dangers: dangers.map(({ not = [], ...each }) => ({ ...each, not })),
  stars: stars.map(({ examples = [], ...each }) => ({ ...each, examples })),
  ...(connects && { connects: filled(connects) }),
  ...(code && { code: { ...code, options: code.options ?? [], not: code.not ?? [] } }),
})

/**
 * What the application knows of programs by itself, in the order in which it is asked: what a later family says of a program is
 * hidden by an earlier one. That all of it has the form of a record is held by a test.
 */
export const builtInRecords: readonly ProgramRecord[] = [
  ...windows,
  ...privilege,
  ...secrets,
  ...options,
  ...disks,
  ...stores,
  ...persistence,
  ...git,
  ...projectTools,
  ...packages,
  ...services,
  ...network,
  ...system,
  ...resources,
  ...projectRuns,
  ...harmless,
  ...wrappers,
  ...escapes,
  ...interpreters,
  ...files,
  ...hosts,
  ...stars,
  ...dangers,
  ...safe,
].map(whole)

/** The same, by program. */
export const builtInTable = new RecordTable(builtInRecords)

/** The language whose code a program runs; undefined for what is no interpreter, or one of shell text. */
export const languageOf = (program: string): string | undefined => builtInTable.of(program)?.code?.language

/** The programs that run the rest of their words, whatever stands before them. */
export const wrapperNames: ReadonlySet<string> = new Set(
  builtInRecords
    .filter(({ runs }) =>
      runs.some((run) => run.as === 'command' && !run.verbs && !run.options && !run.behind),
    )
    .flatMap(({ names }) => names),
)

/** The programs that are harmless by name: true only of options and variables that write, load and start nothing. */
export const isPlain = (program: string): boolean =>
  builtInTable.of(program)?.effects.some(({ id }) => id === 'harmless.plain') === true
