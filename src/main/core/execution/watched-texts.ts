import type { CommandOutput } from '@shared/domain/command-outcome'
import { whileItRan } from '@shared/messages/stop'
import { isPlace } from '@shared/domain/what-was-read'
import type { RunResult } from '../ports/sandbox'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { GivenOn } from '../approvals/given-on'

type Watching = Pick<CommandParts, 'assessments' | 'grants'>

/** What a run was given, under watch until it is over. */
export interface WatchedTexts {
  /** What is not any more what the yes was given on; nothing may run then. */
  readonly late: readonly string[]
  /** The result, with a note where a text was another one for a moment; a grant that would not notice that ends. */
  after(result: RunResult): Promise<RunResult>
}

const noted = (output: CommandOutput, note: string): CommandOutput => ({
  ...output,
  stderr: output.stderr + note,
  aggregated: output.aggregated + note,
})

/**
 * Watches the texts that a yes was given on over a run. What stands there is noted first, then compared, and noted again afterwards:
 * where both notes are equal, what was compared stood there all the time. No program can set a file's ctime, so that putting another
 * text in its place and taking it back shows as well.
 */
export async function watchTexts(
  yes: GivenOn | undefined,
  turn: TurnContext,
  { assessments, grants }: Watching,
): Promise<WatchedTexts> {
  const texts = (yes?.whatWasRead ?? []).filter(({ digest }) => digest !== 'unread')
  if (texts.length === 0) return { late: [], after: (result) => Promise.resolve(result) }
  // What is only named may be written to; where it led was compared.
  const paths = texts.filter((each) => !isPlace(each)).map(({ path }) => path)
  // Of these the yes itself was that the run changes them, and by what.
  const meant = new Set(yes?.grants.flatMap((grant) => (grant.kind === 'git-settings' ? [grant.path] : [])))
  const before = await assessments.standing(paths)
  const late = await assessments.changed(texts, turn)
  return {
    late,
    async after(result) {
      const now = await assessments.standing(paths)
      const moved = paths.filter((path, at) => before[at] !== now[at] && !meant.has(path))
      if (moved.length === 0 || result.kind === 'failed') return result
      const other = new Set(await assessments.changed(texts, turn))
      // What is another text now is asked about by itself at the next use.
      const back = new Set(moved.filter((path) => !other.has(path)))
      for (const { id, whatWasRead = [] } of await grants.readable())
        if (whatWasRead.some(({ path }) => back.has(path))) await grants.revoke(id)
      return { ...result, output: noted(result.output, `[countersign] ${whileItRan(moved)}\n`) }
    },
  }
}
