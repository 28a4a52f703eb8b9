import type { ApprovalRequest } from '@shared/domain/approval'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { copyLabel } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { ActionsGrid } from './actions-grid'
import { CommandBlock } from './command-block'
import { DenyDrawer } from './deny-drawer'
import { EvidenceColumns } from './evidence-columns'
import { GrantLine } from './grant-line'
import { FoldButton, PanelHead } from './panel-head'
import { useInView } from './use-in-view'
import { usePanel } from './use-panel'
import { useReturnFocus } from './use-return-focus'
import { WhyRows } from './why-rows'

interface ApprovalPanelProps {
  request: ApprovalRequest
  position?: string | undefined
  /** In its session the panel can be folded; in the inbox it names its session by a link. */
  place: 'session' | 'inbox'
}

/**
 * One decision. It never takes the focus when it appears; give it the request's id as its key, so that each request
 * arms anew.
 */
export function ApprovalPanel({ request, position, place }: ApprovalPanelProps): ReactNode {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const commandEnd = useRef<HTMLSpanElement>(null)
  const bodyEnd = useRef<HTMLDivElement>(null)
  const panel = usePanel(request, { root, commandEnd })
  const endInView = useInView(bodyEnd).now
  useReturnFocus(root)
  const { drawer, hold } = panel
  return (
    <section
      ref={root}
      className={`approval in-${place}`}
      data-level={request.assessment.level}
      aria-labelledby={id}
    >
      <PanelHead request={request} id={id} position={position}>
        {place === 'session' && (
          <FoldButton
            folded={false}
            onFold={() => {
              if (panel.arming.clicks) panel.press('later')
            }}
          />
        )}
      </PanelHead>
      <div className="ap-body" tabIndex={0} role="group" aria-label={strings.approval.details}>
        <WhyRows request={request} linkSession={place === 'inbox'} />
        <CommandBlock command={request.command} end={commandEnd} />
        {!drawer.open && <EvidenceColumns request={request} />}
        <div ref={bodyEnd} className="ap-end" />
        {!endInView && !drawer.open && (
          <p className="ap-more">
            <Icon name="down" />
            {strings.approval.below}
          </p>
        )}
      </div>
      {drawer.open && (
        <DenyDrawer
          request={request}
          text={drawer.text}
          off={panel.off.answer}
          onText={drawer.setText}
          onSend={drawer.send}
          onBack={drawer.back}
        />
      )}
      <ActionsGrid
        arming={panel.arming}
        off={panel.off}
        held={panel.held}
        holding={hold.target}
        drawerOpen={drawer.open}
        copyLabel={copyLabel(panel.copied)}
        onPress={panel.press}
        onHold={hold.start}
        onRelease={hold.release}
      >
        <GrantLine request={request} notice={panel.notice} word={panel.word} />
      </ActionsGrid>
    </section>
  )
}
