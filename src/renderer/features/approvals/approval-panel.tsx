import type { ApprovalRequest } from '@shared/domain/approval'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { copyLabel } from '../../ui/copy-button'
import { Keys } from '../../ui/keys'
import { ActionsGrid } from './actions-grid'
import { AllowButton } from './allow-button'
import type { AllowForChoice } from './allow-for'
import { AllowForDrawer } from './allow-for-drawer'
import { BelowStrip } from './below-strip'
import { CommandBlock } from './command-block'
import { DenyDrawer } from './deny-drawer'
import { DiffersChip } from './differs-chip'
import { EditDrawer } from './edit-drawer'
import { EditedChip } from './edited-chip'
import { EvidenceColumns } from './evidence-columns'
import { GrantLine } from './grant-line'
import { InputBlock } from './input-block'
import { PatchBlock } from './patch-block'
import { FoldButton, PanelHead } from './panel-head'
import { useOpenLooks } from './use-open-looks'
import { ruleHolds } from './use-rule'
import { usePanel } from './use-panel'
import type { Panel } from './use-panel'
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
  const body = useRef<HTMLDivElement>(null)
  const looks = useOpenLooks(request.assessment.facts)
  const panel = usePanel(request, { root, commandEnd, looks })
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
        <EditedChip request={request} />
        <DiffersChip request={request} panel={root} />
        {place === 'session' && (
          <FoldButton
            folded={false}
            onFold={() => {
              if (panel.arming.clicks) panel.press('later')
            }}
          />
        )}
      </PanelHead>
      <div ref={body} className="ap-body" tabIndex={0} role="group" aria-label={strings.approval.details}>
        <WhyRows request={request} linkSession={place === 'inbox'} />
        {request.kind === 'patch' ? (
          <PatchBlock request={request} end={commandEnd} />
        ) : request.kind === 'input' ? (
          <InputBlock request={request} end={commandEnd} onOriginal={panel.useOriginal} />
        ) : (
          <CommandBlock request={request} end={commandEnd} onOriginal={panel.useOriginal} />
        )}
        {drawer.open === 'none' && <EvidenceColumns request={request} looks={looks} />}
        {drawer.open === 'none' && <BelowStrip body={body} />}
      </div>
      {drawer.open === 'for' && panel.choice !== undefined && (
        <ForDrawer request={request} panel={panel} choice={panel.choice} />
      )}
      {drawer.open === 'deny' && (
        <DenyDrawer
          request={request}
          text={drawer.text}
          off={panel.off.answer}
          onText={drawer.setText}
          onSend={drawer.send}
          onBack={drawer.back}
        />
      )}
      {drawer.open === 'edit' && (
        <EditDrawer form={panel.edit} off={panel.off.edit} onSend={drawer.send} onBack={drawer.back} />
      )}
      <ActionsGrid
        arming={panel.arming}
        off={panel.off}
        held={panel.held}
        holding={hold.target}
        drawer={drawer.open}
        copyLabel={copyLabel(panel.copied)}
        onPress={panel.press}
        onHold={hold.start}
        onRelease={hold.release}
      >
        <GrantLine request={request} notice={panel.notice} scope={panel.choice?.scope} word={panel.word} />
      </ActionsGrid>
    </section>
  )
}

interface ForDrawerProps {
  request: ApprovalRequest
  panel: Panel
  choice: AllowForChoice
}

function ForDrawer({ request, panel, choice }: ForDrawerProps): ReactNode {
  const { hold, held, arming, off } = panel
  return (
    <AllowForDrawer
      request={request}
      choice={choice}
      rule={panel.rule}
      onChoice={panel.choose}
      onBack={panel.drawer.back}
    >
      <AllowButton
        target="for"
        look="plain"
        className="save-for"
        armed={arming.clicks}
        disabled={off.allow || !ruleHolds(panel.rule)}
        held={held}
        holding={hold.target}
        onPress={panel.press}
        onHold={hold.start}
        onRelease={hold.release}
      >
        <span>{strings.allowFor.save[choice.scope]}</span>
        {held && <Keys keys={[strings.approval.hold]} off={!arming.clicks} />}
      </AllowButton>
    </AllowForDrawer>
  )
}
