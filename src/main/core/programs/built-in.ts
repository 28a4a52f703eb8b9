import type { ProgramRecord, WrittenRecord } from '@shared/domain/program-record'
import { RecordTable } from './find-effect'
import { program as disks } from './records/disks.toml'
import { program as git } from './records/git.toml'
import { program as harmless } from './records/harmless.toml'
import { program as network } from './records/network.toml'
import { program as packages } from './records/packages.toml'
import { program as persistence } from './records/persistence.toml'
import { program as privilege } from './records/privilege.toml'
import { program as projectRuns } from './records/project-runs.toml'
import { program as projectTools } from './records/project-tools.toml'
import { program as resources } from './records/resources.toml'
import { program as secrets } from './records/secrets.toml'
import { program as services } from './records/services.toml'
import { program as stores } from './records/stores.toml'
import { program as system } from './records/system.toml'
import { program as windows } from './records/windows.toml'

/** With what it leaves out. */
const whole = ({ values = [], effects, ...rest }: WrittenRecord): ProgramRecord => ({
  ...rest,
  values,
  effects: effects.map(({ categories = [], not = [], ...rest }) => ({ ...rest, categories, not })),
})

/**
 * What the application knows of programs by itself, in the order in which it is asked: what a later family says of a program is
 * hidden by an earlier one. That all of it has the form of a record is held by a test.
 */
export const builtInRecords: readonly ProgramRecord[] = [
  ...windows,
  ...privilege,
  ...secrets,
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
].map(whole)

/** The same, by program. */
export const builtInTable = new RecordTable(builtInRecords)
