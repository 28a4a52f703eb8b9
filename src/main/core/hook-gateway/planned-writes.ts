import type { PatchFiles } from '../ports/patch-files'
import { exceedsBytes, maxFileBytes } from '../patch/patch-limits'
import { parsePatch } from '../patch/parse-patch'
import { planPatch } from '../patch/plan-patch'
import type { PlannedFile, Touchable } from '../patch/planned-file'
import { resolvePath } from '../patch/resolve-path'
import type { TextEdit, Wanted } from './hook-body'

/** Undefined where a text stands nowhere, where one place is meant and there are several, or where too much would come of it. */
function edited(text: string, edits: readonly TextEdit[]): string | undefined {
  let now = text
  for (const { from, to, everywhere } of edits) {
    if (from === '') {
      if (now !== '') return undefined
      now = to
      continue
    }
    const parts = now.split(from)
    const length = now.length + (parts.length - 1) * to.length
    if (parts.length < 2 || (parts.length > 2 && !everywhere) || length > maxFileBytes) return undefined
    now = parts.join(to)
  }
  return now
}

const lines = (texts: readonly string[]): string =>
  texts.map((each) => `${each.replace(/\n$/, '')}\n`).join('')

/** What the agent itself says of a file. */
const saidBy = (wanted: Wanted): NonNullable<PlannedFile['said']> => ({
  before: wanted.kind === 'edits' ? lines(wanted.edits.map(({ from }) => from)) : '',
  after:
    wanted.kind === 'edits'
      ? lines(wanted.edits.map(({ to }) => to))
      : wanted.kind === 'write'
        ? wanted.content
        : '',
})

/**
 * What a wanted change would make of the files as they are now, for showing it; undefined where that cannot be said: it does not
 * fit, or may not be looked at. `said` is what is wanted, by its own words. Nothing is changed, and nothing here is what the agent will write: it does that by itself.
 */
export async function plannedWrites(
  wanted: Wanted,
  cwd: string,
  files: Pick<PatchFiles, 'look'>,
): Promise<readonly PlannedFile[] | undefined> {
  const look = (path: string, end: 'follow' | 'name') => files.look(path, end, [cwd])
  const one = async (
    shown: string,
    make: (before: Touchable) => string | undefined,
  ): Promise<readonly PlannedFile[] | undefined> => {
    const path = resolvePath(cwd, shown)
    const before = await look(path, 'follow')
    if (before.kind === 'refused' || before.kind === 'link') return undefined
    const after = make(before)
    if (after === undefined || exceedsBytes(after, maxFileBytes)) return undefined
    const verb = before.kind === 'missing' ? 'A' : 'M'
    return [{ verb, shown, path, before, after, move: undefined, said: saidBy(wanted) }]
  }
  switch (wanted.kind) {
    case 'command':
    case 'tool':
      return undefined
    case 'write':
      return one(wanted.path, () => wanted.content)
    case 'edits':
      return one(wanted.path, (before) => edited(before.kind === 'file' ? before.text : '', wanted.edits))
    case 'patch': {
      const parsed = parsePatch(wanted.body)
      if (parsed.kind === 'malformed') return undefined
      const plan = await planPatch(parsed.hunks, { cwd, look })
      return plan.kind === 'planned' && plan.files.length > 0 ? plan.files : undefined
    }
  }
}
