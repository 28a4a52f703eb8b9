import { randomUUID } from 'node:crypto'
import { FaultError } from '@shared/domain/fault'
import type { RestoreWay } from '@shared/domain/turn-restore'
import { leftAsTheyAre } from '../../core/checkpoints/left-by-before'
import { absent, type KeptPath } from '../../core/preimages/path-state'
import type { StatesNow, UndoPlan } from '../../core/preimages/plan-undo'
import { readable } from '../../core/text/readable-path'
import { ownPrefix } from '../own-process/process-name'
import { codeOf } from './held-folder'
import { PackWriter } from './pack'
import { beginJournal, besides, clearOld, endJournal, goOn, takeBack, type Journal } from './restore-journal'
import {
  ChangedMeanwhile,
  NotPermitted,
  checkMade,
  commitUnit,
  inOrder,
  journalUnits,
  keepNow,
  leftAs,
  prepareUnit,
} from './restore-paths'
import { tidy, writeRecord, type RunRecord } from './run-record'

/** One restore: what is kept, what lies there, and what is to be done. */
export interface PutBack {
  readonly store: string
  readonly record: RunRecord
  readonly all: readonly KeptPath[]
  readonly way: RestoreWay
  readonly now: StatesNow
  readonly plan: UndoPlan
}

const other: Readonly<Record<RestoreWay, RestoreWay>> = { undo: 'redo', redo: 'undo' }

/**
 * Puts a plan in place. First everything that comes is made beside its place, and what goes is copied; then names are exchanged, each noted before; the
 * record that names the new paths is what makes it done. Returns the paths of what lay there before and could not be cleared away. Throws FaultError where
 * it is not done: everything is as it was then, but for what it names.
 */
export async function putBack({ store, record, all, way, now, plan }: PutBack): Promise<readonly string[]> {
  const number = Number(/\d+$/.exec(record.paths)?.[0] ?? 0) + 1
  const next = `paths-${String(number)}`
  const units = inOrder(plan.units)
  let journal: Journal = {
    ...{ owner: ownPrefix(), token: randomUUID().slice(0, 8), phase: 'preparing' },
    ...{ next, units: [...journalUnits(units)] },
  }
  await beginJournal(store, journal)
  let paths: readonly KeptPath[]
  let done: RunRecord
  try {
    const pack = new PackWriter(store, `pack-${String(number)}-${journal.token}`)
    const was = await keepNow(plan.chosen, now, pack)
    const fresh: (string | undefined)[] = []
    for (const [at, unit] of units.entries())
      fresh.push(await prepareUnit(store, unit, besides(journal.token, at).fresh))
    const { token } = journal
    await checkMade(
      units,
      units.map((_, at) => besides(token, at).fresh),
    )
    journal = {
      ...journal,
      phase: 'committing',
      units: journal.units.map((unit, at) => {
        const identity = fresh[at]
        return unit.kind === 'entry' && identity !== undefined ? { ...unit, fresh: identity } : unit
      }),
    }
    await goOn(store, journal)
    for (const [at, unit] of units.entries()) {
      const noted = journal.units[at]
      if (noted) await commitUnit(unit, noted, besides(journal.token, at), now)
    }
    const left = await leftAs(plan.chosen)
    const chosen = new Set(plan.chosen)
    paths = all.map((each) =>
      chosen.has(each)
        ? {
            path: each.path,
            way: other[way],
            wanted: was.get(each.path) ?? absent,
            left: left.get(each.path) ?? absent,
          }
        : each,
    )
    done = { ...record, paths: next, undone: way === 'undo' }
    await writeRecord(store, done, paths)
  } catch (error) {
    const left = await takeBack(journal).catch((cause: unknown) => {
      // The journal stays: the next start goes on with it.
      const message = 'Not everything could be taken back. It is tried again when Countersign is started.'
      throw new FaultError({ code: 'store-failed', message }, cause)
    })
    await endJournal(store)
    throw failed(error, left)
  }
  const left = await clearOld(journal)
  await endJournal(store)
  await tidy(store, done, paths).catch(() => undefined) // the next start does it
  return left
}

function failed(error: unknown, left: readonly string[]): FaultError {
  if (error instanceof FaultError && left.length === 0) return error
  const why =
    error instanceof ChangedMeanwhile
      ? `${readable(error.message)} changes just then`
      : error instanceof NotPermitted
        ? `${readable(error.message)}: the system does not permit it (${error.why})`
        : error instanceof Error && 'code' in error
          ? `the file system refused it (${codeOf(error)})`
          : error instanceof Error
            ? readable(error.message)
            : String(error)
  const message =
    left.length === 0
      ? `Nothing was put back: ${why}. Look again.`
      : `It was taken back: ${why}. ${leftAsTheyAre(left.map(readable))}`
  return new FaultError({ code: 'bad-request', message }, error)
}
