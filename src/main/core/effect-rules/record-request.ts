import type { ApprovalRequest } from '@shared/domain/approval'
import type { RecordedEffects, RecordedRequest } from '@shared/domain/recorded-request'
import { quoteCommand } from '@shared/domain/quote-shell'
import { outcomeOf } from '../approvals/outcome-of'
import { isBareShellCall } from '../shell/shell-script'
import type { PlainCommands } from './command-pattern'
import { hostsTried, isListedWhole, unseenIn } from './unseen'

/** What is kept of one question that is over, for rules to be tried on. */
export interface RequestRecord {
  readonly request: RecordedRequest
  /** Absent: it was not rehearsed. */
  readonly effects?: RecordedEffects | undefined
}

/** So much of a command is kept, to be shown. */
const mostText = 500

/** A command as a rule is written for it: the script of a shell, or its words. */
export const textOf = (command: readonly string[]): string =>
  isBareShellCall(command) ? (command[2] ?? '') : quoteCommand(command)

/** The folder of the session that asks, in which rules are read. */
export const folderOf = ({ naming, cwd }: Pick<ApprovalRequest, 'naming' | 'cwd'>): string =>
  naming?.roots[0] ?? cwd

/** Whether effect rules are asked about it at all: about commands of the session's own, as the agent wrote them. */
export const isForRules = ({
  kind,
  stage,
  desk,
  remoteRun,
  edited,
}: Pick<ApprovalRequest, 'kind' | 'stage' | 'desk' | 'remoteRun' | 'edited'>): boolean =>
  (kind ?? 'command') === 'command' && stage !== 'network' && !desk && !remoteRun && !edited

/** Undefined for one that waits, and for what no effect rule is asked about. */
export async function recordRequest(
  request: ApprovalRequest,
  plain: (command: readonly string[]) => Promise<PlainCommands>,
): Promise<RequestRecord | undefined> {
  const outcome = outcomeOf(request)
  const { id, sessionId, command, createdAt, decidedAt, decidedBy, assessment } = request
  if (outcome === undefined || !isForRules(request)) return undefined
  const commands = await plain(command)
  return {
    request: {
      ...{ id, session: sessionId, at: decidedAt ?? createdAt, folder: folderOf(request) },
      text: textOf(command).slice(0, mostText),
      commands: commands ? commands.map((words) => [...words]) : null,
      level: assessment.floor?.level ?? 'not-assessed',
      outcome,
      ...(decidedBy && { by: decidedBy }),
    },
    effects: effectsOf(request),
  }
}

function effectsOf({ rehearsal }: ApprovalRequest): RecordedEffects | undefined {
  if (rehearsal?.state !== 'found') return undefined
  const { found } = rehearsal
  if (found.status === 'unavailable') return undefined
  const unseen = unseenIn(found) ?? (isListedWhole(found) ? undefined : 'unlisted')
  const changes = found.changes.map(({ path, kind, type, from, files, git }) => ({
    ...{ path, kind, type },
    ...(from !== undefined && { from }),
    ...(files !== undefined && { files }),
    ...(git?.complete === true && { unsaved: git.modified + git.untracked + git.ignored }),
  }))
  return { changes, hosts: [...hostsTried(found)], ...(unseen !== undefined && { unseen }) }
}
