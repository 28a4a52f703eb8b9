import type { FactTarget } from '@shared/domain/facts'
import type { LeftOut } from '@shared/domain/only-hunks'
import { managedInWords } from '@shared/messages/stop'
import { forOnce } from '../commands/offers'
import type { CommandAssessment } from '../assessment/assess-command'
import { isSafeByWords } from '../policy/said-of-hosts'
import type { CommandGraph } from '../shell/graph'
import { atFolderOfGit } from '../shell/nested/git-call'
import { resolveAll } from '../shell/paths'
import type { ManagedNames, ManagedWord } from '../policy/managed-rules'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, FirstDecision, Ran } from './action'

/** So many words of a line are looked at for the places that they name. */
const mostNamed = 2000

/** The places that one word names: itself, what stands behind an option's `=`, and paths in a text of several words. */
const placesIn = (text: string): readonly string[] => {
  const value = text.replace(/^-{0,2}[\w.-]+=/, '')
  const inside = /[\s'"(=:,]/.test(text)
    ? text.split(/[\s'"`()=:,;<>|&]+/).filter((each) => each.includes('/'))
    : []
  return [...new Set([text, value, ...inside])].filter((each) => each !== '' && !each.startsWith('-'))
}

/** Places that a command which may change things names, whatever it does there; what a program is known only to read is `read`. */
function mentionedBy(commands: CommandGraph['commands'], read: ReadonlySet<string>): readonly string[] {
  const named = commands.flatMap((command) => {
    if (command.host !== undefined || isSafeByWords(command)) return []
    const { cwd } = atFolderOfGit(command)
    return command.words
      .slice(1)
      .flatMap(({ text }) => placesIn(text).flatMap((each) => resolveAll(each, cwd)))
  })
  return [...new Set(named)].filter((path) => !read.has(path)).slice(0, mostNamed)
}

/** What a command would change, and whom it names, as far as its words tell. Of what stands in a file nothing but that is taken. */
export function namedByFacts(looked: Pick<CommandAssessment, 'facts' | 'judged'> | undefined): ManagedNames {
  if (!looked) return { paths: [], hosts: [] }
  const { facts, judged } = looked
  const both = ({ path, realPath }: FactTarget): readonly string[] =>
    realPath === undefined ? [path] : [path, realPath]
  const [read, changed] = [true, false].map((reads) =>
    facts.targets.filter(({ access }) => (access === 'read') === reads).flatMap(both),
  )
  const own = judged.commands.filter(({ place }) => judged.documents[place.document]?.ofFile !== true)
  return {
    paths: changed ?? [],
    mentioned: mentionedBy(own, new Set(read)),
    hosts: facts.hosts.map(({ host }) => host),
  }
}

/** What managed rules say of a command that is run elsewhere, in `cwd`. */
export const managedCommand = async (
  call: { readonly command: readonly string[]; readonly cwd: string },
  turn: TurnContext,
  { managed, assessments }: Pick<CommandParts, 'managed' | 'assessments'>,
): Promise<ManagedWord | undefined> =>
  managed?.({
    command: call.command,
    folders: [turn.cwd, call.cwd],
    names: async () => namedByFacts(await assessments.judge(call, turn)),
  })

/** A no of the machine's. */
export const managedRefusal = ({ why }: ManagedWord): Extract<FirstDecision, { kind: 'refuse' }> => ({
  kind: 'refuse',
  reason: `${managedInWords(why)}. Nothing was done.`,
})

/**
 * The action under a managed rule, which comes before all else: what it denies is refused, and what it asks about is a person's to answer each time, for once.
 * What would run unasked is refused: whoever can ask about it does so before.
 */
export function underManaged<Run extends Ran>(
  action: Action<Run>,
  word: ManagedWord | undefined,
): Action<Run> {
  if (!word) return action
  const { first, inParts } = action
  return {
    ...action,
    managed: word.name,
    grantsBefore: [],
    first: word.says === 'deny' || first.kind === 'run' ? managedRefusal(word) : asking(first, word),
    ...(inParts && {
      inParts: {
        ...inParts,
        rest: (left: LeftOut) => underManaged(inParts.rest(left), word),
      },
    }),
  }
}

function asking(first: Exclude<FirstDecision, { kind: 'run' }>, { why }: ManagedWord): FirstDecision {
  if (first.kind === 'refuse') return first
  const said = first.stop.why.kind === why.kind ? {} : { managed: why }
  return {
    ...first,
    stop: { ...first.stop, ...said },
    offers: forOnce(first.offers),
  }
}
