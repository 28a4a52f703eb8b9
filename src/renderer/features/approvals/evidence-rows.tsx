import type { ApprovalRequest } from '@shared/domain/approval'
import { operationName, type Evidence } from '@shared/domain/evidence'
import { namedPath } from '@shared/domain/named-path'
import { placeInWords } from '@shared/messages/machine'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { HostAwareText } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { groupEvidence, type EvidenceGroup } from './evidence-groups'

const words = laterStrings.approval
const shownFirst = 3

/** What was stopped, and who says so, the first few at once; where policy asked first, that there is no evidence. */
export function EvidenceRows({ request }: { request: ApprovalRequest }): ReactNode {
  const { boundary, evidence } = request.stop
  const [all, setAll] = useState(false)
  const groups: readonly EvidenceGroup[] = useMemo(
    () => (all ? evidence.map((first) => ({ first, names: [] })) : groupEvidence(evidence)),
    [all, evidence],
  )
  const shown = all ? groups : groups.slice(0, shownFirst)
  const rest = evidence.length - shown.reduce((sum, group) => sum + reported(group), 0)
  return (
    <>
      {evidence.length === 0 && (
        <>
          <dt>{words.noEvidence}</dt>
          <dd>{request.edited ? laterStrings.edit.noEvidence : words.noEvidenceText[boundary]}</dd>
        </>
      )}
      {shown.map((group, index) => (
        <EvidenceRow
          key={index}
          group={group}
          labelled={group.first.kind !== shown[index - 1]?.first.kind}
          sourced={index === shown.findLastIndex(({ first }) => first.source === group.first.source)}
          request={request}
        />
      ))}
      {rest > 0 && (
        <MoreRow
          onMore={() => {
            setAll(true)
          }}
        >
          {laterStrings.assessment.moreFacts(rest)}
        </MoreRow>
      )}
    </>
  )
}

/** The row at the end of a folded list, which unfolds it; `children` says how much there is. */
export function MoreRow({ onMore, children }: { onMore: () => void; children: ReactNode }): ReactNode {
  return (
    <dd>
      <button type="button" className="link-btn" onClick={onMore}>
        {children}
      </button>
    </dd>
  )
}

/** How many of a group are told by name. */
const reported = ({ names }: EvidenceGroup): number => Math.min(Math.max(names.length, 1), shownFirst)

interface EvidenceRowProps {
  group: EvidenceGroup
  /** The first of its kind carries the label. */
  labelled: boolean
  /** The last from one source names it for all of them. */
  sourced: boolean
  request: ApprovalRequest
}

function EvidenceRow({ group, labelled, sourced, request }: EvidenceRowProps): ReactNode {
  const { first: evidence, folder, names } = group
  const home = useAppState((state) => state.engine?.home ?? '')
  const naming = request.naming ?? { roots: [], home }
  const shownNames = names.slice(0, shownFirst)
  return (
    <>
      {labelled && <dt>{words.evidence[evidence.kind]}</dt>}
      <dd>
        <code>
          {evidence.kind === 'network' ? (
            <HostAwareText text={placeInWords(evidence.target)} />
          ) : (
            <UntrustedText text={namedPath(folder ?? evidence.target, naming).name} />
          )}
        </code>
        {folder !== undefined && (
          <UntrustedText text={words.evidenceIn(shownNames, names.length - shownNames.length)} />
        )}
        {evidence.operation !== undefined && <UntrustedText text={`, ${operationText(evidence)}`} />}
        {evidence.source === 'guess' && <span className="guess">{words.guess}</span>}
        {sourced && <span className="sub"> {sourceText(evidence, request.stage)}</span>}
      </dd>
    </>
  )
}

/** Who says so. A connection that waits is held, not yet refused. */
function sourceText({ source, backend }: Evidence, stage: ApprovalRequest['stage']): string {
  switch (source) {
    case 'kernel':
      return words.fromKernel(backend)
    case 'proxy':
      return stage === 'network' ? words.waitsAtProxy : words.fromProxy
    case 'command':
      return words.fromCommand
    case 'guess':
      return words.fromOutput
  }
}

/** The proxy's reasons in words; every other operation as the kernel names it. */
function operationText(evidence: Evidence): string {
  const reasons: Readonly<Record<string, string>> = words.network
  const operation = operationName(evidence) ?? ''
  return evidence.source === 'proxy' ? (reasons[operation] ?? operation) : operation
}
