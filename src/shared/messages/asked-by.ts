import type { ApprovalRequest } from '../domain/approval'
import { hookAgentNames } from '../domain/hook-agent'
import { namedPath } from '../domain/named-path'
import { withinQuotes } from '../domain/within-quotes'
import { messages } from './spoken'

type Asker = Partial<Pick<ApprovalRequest, 'askedBy' | 'remoteRun' | 'desk' | 'naming'>>

/**
 * Who asks, where it is an agent that works for a session, one of another maker, or a run of another process: names, titles and folders in
 * it are untrusted. Undefined otherwise.
 */
export function askedByInWords({ askedBy, remoteRun, desk, naming }: Asker): string | undefined {
  const said = messages().assessment
  const named = (folder: string): string => namedPath(folder, { roots: [], home: naming?.home ?? '' }).name
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
    ...(askedBy && !desk
      ? [said.askedBy(withinQuotes(askedBy.childName), withinQuotes(askedBy.parentTitle))]
      : []),
  ]
  return lines.length === 0 ? undefined : lines.join(' ')
}
