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
import { ChangedSince } from './changed-since'
import { CommandBlock } from './command-block'
import { DenyDrawer } from './deny-drawer'
import { AskedLine } from './asked-line'
import { DoubtLines } from './doubt-lines'
import { FateLine } from './fate-line'
import { countDetails, PanelDetails } from './panel-details'
import { DecidingLook } from './deciding-look'
import { EditDrawer } from './edit-drawer'
import { EditedChip } from './edited-chip'
import { GrantLine, MoreHints } from './grant-line'
import { InputBlock } from './input-block'
import { PatchBlock } from './patch-block'
import { FoldButton, PanelHead } from './panel-head'
import { RehearsalBlock } from './rehearsal-block'
import { SuspendedLine } from './suspended-line'
import { useOpenLooks } from './use-open-looks'
import { ruleHolds } from './use-rule'
import { usePanel } from './use-panel'
import type { Panel } from './use-panel'
import { useReturnFocus } from './use-return-focus'
import { ToolBlock } from './tool-block'
import type { PanelPlace } from './why-rows'

interface ApprovalPanelProps {
  request: ApprovalRequest
  /** What waits besides and is identical: it is answered with this one. */
  others: readonly ApprovalRequest[]
  position?: string | undefined
  place: PanelPlace
}

/**
 * One decision. It never takes the focus when it appears; give it the request's id as its key, so that each request
 * arms anew.
 */
export function ApprovalPanel({ request, others, position, place }: ApprovalPanelProps): ReactNode {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const commandEnd = useRef<HTMLSpanElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const looks = useOpenLooks(request.assessment.facts)
  const panel = usePanel(request, { root, commandEnd, looks, others })
  const count = others.length + 1
  useReturnFocus(root)
  const { drawer, hold, applying } = panel
  const applies = applying.possible ? applying : undefined
  return (
    <section
      ref={root}
      className={`approval in-${place}`}
      data-level={request.assessment.level}
      aria-labelledby={id}
    >
      <PanelHead request={request} id={id} position={position} count={count}>
        <EditedChip request={request} />
        {place === 'session' && (
          <FoldButton
            folded={false}
            onFold={() => {
              if (panel.arming.clicks) panel.press('later')
            }}
          />
        )}
      </PanelHead>
      <div ref={body} className="ap-body" tabIndex={0} role="group" aria-label={strings.approval.matter}>
        <AskedLine request={request} />
        <FateLine request={request} />
        <ChangedSince request={request} />
        <SuspendedLine request={request} />
        {request.kind === 'patch' ? (
          <PatchBlock request={request} part={panel.part} end={commandEnd} />
        ) : request.kind === 'tool' ? (
          <ToolBlock request={request} end={commandEnd} />
        ) : request.kind === 'input' ? (
          <InputBlock request={request} end={commandEnd} onOriginal={panel.useOriginal} />
        ) : (
          <CommandBlock request={request} end={commandEnd} onOriginal={panel.useOriginal} />
        )}
        {request.rehearsal && (
          <RehearsalBlock request={request} rehearsal={request.rehearsal} applying={panel.applying} />
        )}
        {drawer.open === 'none' && request.assessment.level === 'high' && !panel.details && (
          <DecidingLook request={request} looks={looks} />
        )}
        {drawer.open === 'none' && panel.details && (
          <PanelDetails request={request} others={others} looks={looks} place={place} />
        )}
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
      <div className="gl-foot">
        <GrantLine
          request={request}
          count={count}
          notice={panel.notice}
          more={panel.more}
          scope={panel.choice?.scope}
          applies={applies}
        />
        {drawer.open === 'none' && <DoubtLines request={request} />}
      </div>
      <ActionsGrid
        applies={applies}
        count={count}
        more={panel.more}
        lacks={{ outside: request.desk !== undefined, stop: request.desk?.stops === false }}
        details={{ open: panel.details, count: countDetails(request) }}
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
        <MoreHints request={request} word={panel.word} />
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
