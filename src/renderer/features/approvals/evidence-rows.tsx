import type { ApprovalRequest } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import { placeInWords } from '@shared/words/machine'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/paths'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { HostAwareText } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { MoreRow } from './more-row'

const words = strings.approval
const shownFirst = 3

/** What was stopped, and who says so, the first few at once; where policy asked first, that there is no evidence. */
export function EvidenceRows({ request }: { request: ApprovalRequest }): ReactNode {
  const { boundary, evidence } = request.stop
  const [all, setAll] = useState(false)
  const shown = all ? evidence : evidence.slice(0, shownFirst)
  const rest = evidence.length - shown.length
  return (
    <>
      {evidence.length === 0 && (
        <>
          <dt>{words.noEvidence}</dt>
          <dd>{request.edited ? strings.edit.noEvidence : words.noEvidenceText[boundary]}</dd>
        </>
      )}
      {shown.map((one, index) => (
        <EvidenceRow
          key={index}
          evidence={one}
          labelled={one.kind !== shown[index - 1]?.kind}
          sourced={index === shown.findLastIndex(({ source }) => source === one.source)}
          stage={request.stage}
        />
      ))}
      {rest > 0 && (
        <MoreRow
          onMore={() => {
            setAll(true)
          }}
        >
          {strings.assessment.moreFacts(rest)}
        </MoreRow>
      )}
    </>
  )
}

interface EvidenceRowProps {
  evidence: Evidence
  /** The first of its kind carries the label. */
  labelled: boolean
  /** The last from one source names it for all of them. */
  sourced: boolean
  stage: ApprovalRequest['stage']
}

function EvidenceRow({ evidence, labelled, sourced, stage }: EvidenceRowProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  return (
    <>
      {labelled && <dt>{words.evidence[evidence.kind]}</dt>}
      <dd>
        <code>
          {evidence.kind === 'network' ? (
            <HostAwareText text={placeInWords(evidence.target)} />
          ) : (
            <UntrustedText text={withTilde(evidence.target, home)} />
          )}
        </code>
        {evidence.operation !== undefined && <UntrustedText text={`, ${operationText(evidence)}`} />}
        {evidence.source === 'guess' && <span className="guess">{words.guess}</span>}
        {sourced && <span className="sub"> {sourceText(evidence, stage)}</span>}
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
    case 'guess':
      return words.fromOutput
  }
}

/** The proxy's reasons in words; every other operation as the kernel names it. */
function operationText({ source, operation = '' }: Evidence): string {
  const reasons: Readonly<Record<string, string>> = words.network
  return source === 'proxy' ? (reasons[operation] ?? operation) : operation
}
