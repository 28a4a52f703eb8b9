import type { ApprovalRequest } from '@shared/domain/approval'
import type { RiskCategory } from '@shared/domain/assessment'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { firstSentences, missingView, viewHead } from './view-messages'

const words = laterStrings.assessment

/** What a model makes of the request, as it comes in, or why there is none. */
export function ModelsView({ request }: { request: ApprovalRequest }): ReactNode {
  const { view } = request.assessment
  const missing = missingView(request.assessment)
  return (
    <section className="ev ev-model" data-part="view" aria-busy={view.status === 'waiting'}>
      <h3 className="ev-title">
        <Icon name="cpu" />
        {laterStrings.approval.modelsView}
        <span className="end ellipsis">
          <UntrustedText text={viewHead(view)} />
        </span>
      </h3>
      {view.status === 'waiting' && (
        <div className="box coming">
          <p>
            {view.text === '' ? words.asking : <UntrustedText text={firstSentences(view.text).shown} />}
            <span className="caret" />
          </p>
        </div>
      )}
      {view.status === 'success' && (
        <Opinion text={view.view.description} categories={view.view.categories} />
      )}
      {missing !== undefined && (
        <>
          <div className="timed-out">
            <span>
              {missing.text}
              {missing.detail !== '' && (
                <span className="detail-line">
                  <UntrustedText text={missing.detail} />
                </span>
              )}
            </span>
            {missing.retry && <Retry requestId={request.id} />}
          </div>
          <p className="hint after">{missing.hint}</p>
        </>
      )}
    </section>
  )
}

function Opinion({ text, categories }: { text: string; categories: readonly RiskCategory[] }): ReactNode {
  const [all, setAll] = useState(false)
  const { shown, rest } = firstSentences(text)
  return (
    <div className="box">
      <p>
        <UntrustedText text={all ? text : shown} />
        {rest !== '' && !all && (
          <button
            type="button"
            className="link-btn"
            onClick={() => {
              setAll(true)
            }}
          >
            {words.moreView}
          </button>
        )}
      </p>
      {categories.length > 0 && (
        <div className="chips">
          {categories.slice(0, 2).map((category) => (
            <span key={category} className="chip">
              {laterStrings.categories[category]}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

function Retry({ requestId }: { requestId: string }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  return (
    <Button
      size="small"
      className="retry"
      disabled={!connected}
      onClick={() => {
        void actions.viewAgain(requestId)
      }}
    >
      <Icon name="retry" />
      {words.retry}
    </Button>
  )
}
