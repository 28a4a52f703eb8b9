// oxlint-disable-next-line countersign/no-restricted-imports -- our own file, looked at by its state at each decision
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StoredGrant } from '@shared/domain/stored-grant'
import type { RulesFileEdit } from './edit-rules-file'

const OldFile = z.strictObject({ version: z.literal(1), rules: z.array(StoredGrant) })

/** The file in which saved rules stood before rules.toml had them. */
export interface OldRules {
  /** Why what stands there does not count, in one line; undefined: there is none, or it only has to be moved. */
  problem(): string | undefined
  /** Moves what stands there into rules.toml. Never rejects: what cannot be moved stays where it is, and counts for nothing. */
  move(): Promise<void>
}

/** `said` is told of each thing that keeps them from being moved, once. */
export function createOldRules(
  home: string,
  edit: RulesFileEdit,
  said: (problem: string, error: unknown) => void = () => undefined,
): OldRules {
  const file = join(home, 'rules.json')
  const stays = 'The rules in it count for nothing, and stay there.'
  /** What was last read there, so that a text that is wrong is not read again at each decision. */
  let known: { readonly state: string; readonly problem?: string } | undefined
  let failed: string | undefined
  let moving: Promise<void> | undefined

  /** Tells one text of the file from another; undefined: there is none. */
  const stateNow = (): string | undefined => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found && [found.ino, found.size, found.mtimeMs].join(' ')
  }
  const say = (problem: string, error?: unknown): void => {
    if (failed !== problem) said(problem, error)
    failed = problem
  }
  function read(): readonly StoredGrant[] | undefined {
    const state = stateNow()
    if (state === undefined) return undefined
    try {
      if (known?.state === state && known.problem !== undefined) throw new Error(known.problem)
      known = { state }
      return OldFile.parse(JSON.parse(readFileSync(file, 'utf8'))).rules
    } catch (error) {
      const isUnread = error instanceof Error && 'code' in error
      const what = isUnread ? `cannot be read (${String(error.code)})` : 'is damaged'
      const problem = known?.problem ?? `${file} ${what}; expected {"version": 1, "rules": […]}. ${stays}`
      known = { state, problem }
      say(problem, error)
      return undefined
    }
  }
  async function moved(): Promise<void> {
    try {
      await edit(
        (there) => {
          const rules = read()
          if (!rules) return undefined
          // The new file is whole before the old one goes: a start in between finds them there by their ids.
          const has = new Set(there.saved.map(({ id }) => id))
          const more = rules.filter(
            ({ id, scope, kind }) => scope === 'rule' && kind === 'only-this' && !has.has(id),
          )
          return { ...there, saved: [...there.saved, ...more] }
        },
        () => {
          rmSync(file)
        },
      )
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      say(`${file} could not be moved into rules.toml: ${why} ${stays}`, error)
    }
  }
  return {
    problem() {
      if (stateNow() === undefined) return undefined
      return read() === undefined ? known?.problem : failed
    },
    async move() {
      const state = stateNow()
      if (state === undefined || (known?.state === state && known.problem !== undefined)) return
      moving ??= moved().finally(() => {
        moving = undefined
      })
      await moving
    },
  }
}
