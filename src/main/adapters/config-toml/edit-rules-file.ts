import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { EffectRule } from '@shared/domain/effect-rule'
import { FaultError } from '@shared/domain/fault'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { CompileParts } from '../../core/effect-rules/compile-rule'
import { ruleToml } from '../../core/effect-rules/rule-toml'
import { whileLocked } from '../regular-file/file-lock'
import { ConfigError } from './config-error'
import { readRulesFile } from './effect-rules'
import { maxTomlBytes, readText } from './read-toml'
import { replaceFile, versionOf } from './replace-file'
import { savedRuleToml } from './saved-rule-toml'
import { tableStarts } from './toml-positions'

/** Everything that stands in rules.toml. */
export interface RulesContent {
  readonly rules: readonly EffectRule[]
  readonly saved: readonly StoredGrant[]
}

/**
 * Edits rules.toml as text, while no other engine does: entries that are in the content no more go, new ones come at the end, and comments, order and layout of
 * all else stay. What the text would mean afterwards is read before it is written: exactly the edit, or nothing. False: nothing was to be changed. Throws
 * ConfigError for a file that has an error, FaultError for one that cannot be written, and what `change` throws. `written` comes when it is on file, before
 * another engine has its turn.
 */
export type RulesFileEdit = (
  change: (there: RulesContent) => Promise<RulesContent | undefined> | RulesContent | undefined,
  written?: () => void,
) => Promise<boolean>

/** Without what has no value. */
const asOnFile = (content: RulesContent): unknown => JSON.parse(JSON.stringify(content))

/** The entries that stay, as they stand, and those that are new, in order. */
function partsOf<Entry>(there: readonly Entry[], wanted: readonly Entry[]) {
  const left = new Set(wanted.map((each) => JSON.stringify(each)))
  const kept = there.filter((each) => left.delete(JSON.stringify(each)))
  return { kept, added: wanted.filter((each) => left.has(JSON.stringify(each))) }
}

/** The text without these entries; comments right above one stay with it. */
function without(source: string, gone: (list: string, nth: number) => boolean): string {
  const tables = tableStarts(source, ['rule', 'saved'])
  let text = source.slice(0, tables[0]?.start)
  for (const [at, { path, start }] of tables.entries()) {
    const next = tables[at + 1]?.start ?? source.length
    const isGone = gone(path[0] ?? '', Number(path[1]))
    text += isGone ? commentsAbove(source, start, next) : source.slice(start, next)
  }
  return text
}

/** The comments right above this place, down to where the entry before begins; none at the end of the file. */
function commentsAbove(source: string, begin: number, end: number): string {
  let from = end
  while (from > begin && end < source.length) {
    const above = source.lastIndexOf('\n', from - 2) + 1
    if (above <= begin || !source.slice(above, from).trimStart().startsWith('#')) break
    from = above
  }
  return source.slice(from, end)
}

/** The way to edit this file. */
export function editRulesFile(file: string, parts: () => CompileParts): RulesFileEdit {
  const read = async (source: string): Promise<RulesContent> => {
    const { rules, saved } = await readRulesFile(file, source, parts())
    return { rules: rules.map(({ rule }) => rule), saved }
  }
  let last: Promise<unknown> = Promise.resolve()
  /** In the order in which they were asked for, here; among engines as they come. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(() => locked(work))
    last = done.catch(() => undefined) // whoever asked for it is told
    return done
  }
  const locked = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const so = { begun: false }
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      return await whileLocked(file, () => {
        so.begun = true
        return work()
      })
    } catch (error) {
      if (so.begun) throw error
      const { code = String(error) } = error as NodeJS.ErrnoException
      const message = `${file} cannot be written (${code}); nothing was changed.`
      throw new FaultError({ code: 'store-failed', message }, error)
    }
  }
  const byHand = (): FaultError =>
    new FaultError({
      code: 'store-failed',
      message: `${file} is written in a way that is only edited by hand.`,
    })

  return (change, written) =>
    inTurn(async () => {
      const source = (await readText(file)) ?? ''
      const there = await read(source)
      const wanted = await change(there)
      if (!wanted) return false
      const rules = partsOf(there.rules, wanted.rules)
      const saved = partsOf(there.saved, wanted.saved)
      const staying: ReadonlySet<unknown> = new Set([...rules.kept, ...saved.kept])
      const rest = without(
        source,
        (list, nth) => !staying.has((list === 'rule' ? there.rules : there.saved)[nth]),
      )
      const added = [...rules.added.map(ruleToml), ...saved.added.map(savedRuleToml)]
      const gap = rest === '' || added.length === 0 ? '' : rest.endsWith('\n') ? '\n' : '\n\n'
      const text = `${rest}${/\n\n$/.test(rest) ? '' : gap}${added.join('\n')}`
      const isSame =
        [rules, saved].every(({ added: some }) => some.length === 0) &&
        staying.size === there.rules.length + there.saved.length
      if (!isSame) {
        const meant = { rules: [...rules.kept, ...rules.added], saved: [...saved.kept, ...saved.added] }
        if (Buffer.byteLength(text) > maxTomlBytes)
          throw new ConfigError({
            file,
            what: `would be longer than ${maxTomlBytes} bytes`,
            expected: 'fewer rules',
          })
        if (!isDeepStrictEqual(await read(text), asOnFile(meant))) throw byHand()
        if (!(await replaceFile(file, { text, version: versionOf(source) })))
          throw new FaultError({
            code: 'store-failed',
            message: `${file} was changed meanwhile; nothing was written.`,
          })
      }
      written?.()
      return true
    })
}
