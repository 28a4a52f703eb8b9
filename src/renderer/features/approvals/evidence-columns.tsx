import type { ApprovalRequest } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/paths'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { HostAwareText } from '../../ui/host-aware-text'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.approval

/** The three voices in their fixed order: what was checked, what the model thinks, what the agent claims. */
export function EvidenceColumns({ request }: { request: ApprovalRequest }): ReactNode {
  return (
    <div className="ap-evidence">
      <Checked request={request} />
      <div className="ap-side">
        <ModelsView request={request} />
        <AgentSays text={request.justification} />
      </div>
    </div>
  )
}

function Checked({ request }: { request: ApprovalRequest }): ReactNode {
  const { boundary, evidence } = request.stop
  const sources = new Set(evidence.map((one) => one.source))
  const [only] = evidence
  const sourced = sources.size > 1 || sources.has('guess')
  return (
    <section className="ev">
      <h3 className="ev-title">
        <Icon name="shield" />
        {words.checked}
        {only !== undefined && !sourced && <span className="end">{sourceText(only, request.stage)}</span>}
      </h3>
      <dl className="rows">
        {evidence.length === 0 && (
          <>
            <dt>{words.noEvidence}</dt>
            <dd>{words.noEvidenceText[boundary]}</dd>
          </>
        )}
        {evidence.map((one, index) => (
          <EvidenceRow
            key={index}
            evidence={one}
            labelled={one.kind !== evidence[index - 1]?.kind}
            sourced={sourced}
            stage={request.stage}
          />
        ))}
        <dt>{words.workspacePolicy}</dt>
        <dd>{describeSandboxPolicy(request.sandboxPolicy)}</dd>
      </dl>
    </section>
  )
}

interface EvidenceRowProps {
  evidence: Evidence
  /** The first of its kind carries the label. */
  labelled: boolean
  /** Where kernel and guess stand together, each says which it is; a guess always does. */
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
            <HostAwareText text={evidence.target} />
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

function ModelsView({ request }: { request: ApprovalRequest }): ReactNode {
  const { level, reason, categories } = request.assessment
  return (
    <section className="ev ev-model">
      <h3 className="ev-title">
        <Icon name="model" />
        {words.modelsView}
      </h3>
      {level === 'not-assessed' ? (
        <>
          <div className="timed-out">
            <span>
              <UntrustedText text={words.notAssessed((reason ?? words.noReason).replace(/\.$/, ''))} />
            </span>
          </div>
          <p className="hint after">{words.neither}</p>
        </>
      ) : (
        <div className="box">
          <p>
            <UntrustedText text={reason ?? words.noView} />
          </p>
          {categories.length > 0 && (
            <div className="chips">
              {categories.slice(0, 2).map((category) => (
                <span key={category} className="chip">
                  {strings.categories[category]}
                </span>
              ))}
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function AgentSays({ text }: { text: string | undefined }): ReactNode {
  return (
    <section className="ev ev-agent">
      <h3 className="ev-title">
        <Icon name="quote" />
        {words.agentSays}
      </h3>
      {text === undefined || text.trim() === '' ? (
        <p className="dim">{words.noClaim}</p>
      ) : (
        <blockquote>
          <UntrustedText text={words.quote(text)} />
        </blockquote>
      )}
    </section>
  )
}
