import type { ApprovalRequest } from '../domain/approval'
import { hookAgentNames } from '../domain/hook-agent'
import { namedPath } from '../domain/named-path'
import { withinQuotes } from '../domain/within-quotes'
import { oneLine } from './one-line'
import { messages } from './spoken'

type Asker = Partial<Pick<ApprovalRequest, 'askedBy' | 'remoteRun' | 'desk' | 'naming' | 'stop'>>

function refusedInWords(reason: string): string {
  const said = messages().assessment
  return reason === '' ? said.refusedAtDesk : said.refusedAtDeskSaying(reason)
}

/** So much is shown of why an agent's own reviewer refused; the whole stands with the reasons for asking. */
const longestRefusal = 300

/**
 * Who asks, where it is an agent that works for a session, one of another maker, or a run of another process: names, titles and folders in
 * it are untrusted. After that what its own reviewer said of it, where that refused it. Undefined otherwise.
 */
export function askedByInWords({ askedBy, remoteRun, desk, naming, stop }: Asker): string | undefined {
  const said = messages().assessment
  const named = (folder: string): string => namedPath(folder, { roots: [], home: naming?.home ?? '' }).name
  const refusal = stop?.why.kind === 'desk' ? stop.why.refusal : undefined
  const lines = [
    ...(remoteRun
      ? [
          said.remoteRun(
            withinQuotes(remoteRun.program),
            withinQuotes(named(remoteRun.folder)),
            remoteRun.pid,
          ),
        ]
      : []),
    ...(desk ? [said.askedAtDesk(hookAgentNames[desk.agent], withinQuotes(desk.session))] : []),
    ...(refusal === undefined ? [] : [refusedInWords(withinQuotes(oneLine(refusal, longestRefusal)))]),
    ...(askedBy && !desk
      ? [said.askedBy(withinQuotes(askedBy.childName), withinQuotes(askedBy.parentTitle))]
      : []),
  ]
  return lines.length === 0 ? undefined : lines.join(' ')
}
