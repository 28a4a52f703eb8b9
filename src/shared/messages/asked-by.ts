import type { ApprovalRequest } from '../domain/approval'
import { hookAgentNames } from '../domain/hook-agent'
import { namedPath } from '../domain/named-path'
import { messages } from './spoken'

/** Within quotation marks of ours nothing else may look like their end. */
const unquoted = (text: string): string => text.replaceAll(/[“”„‟"«»]/g, "'")

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
      ? [said.remoteRun(unquoted(remoteRun.program), unquoted(named(remoteRun.folder)), remoteRun.pid)]
      : []),
    ...(desk ? [said.askedAtDesk(hookAgentNames[desk.agent], unquoted(desk.session))] : []),
    ...(askedBy && !desk ? [said.askedBy(unquoted(askedBy.childName), unquoted(askedBy.parentTitle))] : []),
  ]
  return lines.length === 0 ? undefined : lines.join(' ')
}
