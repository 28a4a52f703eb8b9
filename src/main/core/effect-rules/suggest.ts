import type { RecordedRequest } from '@shared/domain/recorded-request'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { SuggestedRule } from '@shared/domain/offered-rule'
import type { CompiledRule } from './answer'
import { backTest, people, type BackTestParts, type Recorded } from './back-test'
import type { CompileParts } from './compile-rule'
import { generalise, type Generalised } from './generalise'

/** So often a person has allowed the same before a rule is spoken of: twice may be one piece of work, at the third time it is a habit. */
const habit = 3
/** What was allowed before that says little of what is wanted now. */
const recentMs = 30 * 24 * 3_600_000

/** What the same commands did in the same folder, the last first. */
interface Habit {
  readonly key: string
  readonly allowed: readonly Recorded[]
}

const isAllowed = ({ request: { outcome, by } }: Recorded): boolean => outcome === 'allowed' && people.has(by)

/** What was written, where that is all that was done and it was seen to its end. Nothing that goes is ever suggested. */
function writtenIn({ effects }: Recorded): readonly RehearsalChange[] | undefined {
  const found = effects()
  if (!found || found.unseen !== undefined || found.hosts.length > 0 || found.changes.length === 0)
    return undefined
  const goes = found.changes.some(({ kind }) => kind === 'deleted' || kind === 'moved')
  return goes ? undefined : found.changes.map(({ unsaved: _, ...change }) => ({ ...change, bytes: 0 }))
}

function habits(recorded: readonly Recorded[], now: number): readonly Habit[] {
  const recent = recorded.filter(
    ({ request: { at, commands, level } }) =>
      commands !== null && level !== 'high' && now - Date.parse(at) < recentMs,
  )
  const keyOf = ({ folder, commands }: RecordedRequest): string => JSON.stringify([folder, commands])
  return [...Map.groupBy(recent, ({ request }) => keyOf(request))]
    .filter(([, each]) => each.every(({ request }) => request.outcome !== 'denied'))
    .map(([key, each]) => ({ key, allowed: each.filter(isAllowed) }))
    .filter(({ allowed }) => allowed.length >= habit)
    .toSorted((one, other) => other.allowed.length - one.allowed.length)
}

/**
 * The rules that would have saved the most questions, of what a person allowed again and again and never denied. Each is the narrowest whose width, made without the
 * last time, would have answered that too; one for what deletes, connects or is of a high level there is none, nor where a rule of the file answers already.
 */
export async function suggestRules(
  recorded: readonly Recorded[],
  standing: readonly CompiledRule[],
  parts: CompileParts & BackTestParts,
  of: { readonly now: number; readonly nameOf: (text: string) => string },
): Promise<readonly SuggestedRule[]> {
  const found: SuggestedRule[] = []
  for (const { key, allowed } of habits(recorded, of.now)) {
    const [last] = allowed
    if (!last || standing.some((rule) => backTest(rule, [last], parts).answered > 0)) continue
    const made = await narrowest(allowed, parts, of.nameOf)
    if (!made) continue
    const test = backTest(made.compiled, recorded, parts)
    if (test.denied.length > 0) continue
    const { width, files, compiled } = made
    found.push({ key, times: allowed.length, width, files, rule: compiled.rule, test })
  }
  return found
}

async function narrowest(
  allowed: readonly Recorded[],
  parts: CompileParts & BackTestParts,
  nameOf: (text: string) => string,
): Promise<Generalised | undefined> {
  const [last, ...before] = allowed
  if (!last || !allowed.every(writtenIn)) return undefined
  const { folder, text, commands, level } = last.request
  const from = (times: readonly Recorded[]): Promise<readonly Generalised[]> => {
    const changes = new Map(times.flatMap((each) => writtenIn(each) ?? []).map((each) => [each.path, each]))
    const done = { changes: [...changes.values()], hosts: [], gone: () => undefined }
    const question = {
      commands: commands ?? undefined,
      level,
      isIn: (named: string) => parts.isIn(folder, named),
    }
    return generalise({ folder, text, question, done }, parts, nameOf(text))
  }
  const width = (await from(before)).find(
    ({ compiled }) => backTest(compiled, [last], parts).answered === 1,
  )?.width
  const all = await from(allowed)
  return width && all.findLast((each) => each.width === width || narrower(each.width, width))
}

const order = ['files', 'kind', 'folder'] as const
const narrower = (one: Generalised['width'], other: Generalised['width']): boolean =>
  order.indexOf(one) < order.indexOf(other)
