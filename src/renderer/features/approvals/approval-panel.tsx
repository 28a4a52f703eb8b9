import type { ApprovalRequest } from '@shared/domain/approval'
import type { NearestRule } from '@shared/domain/nearest-rule'
import { useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { askedByInWords } from '@shared/messages/asked-by'
import { doubtsAtAGlance } from '@shared/messages/glance'
import { isAllOf, nearestAtAGlance } from '@shared/messages/outside-rule'
import { suspendedInWords } from '@shared/messages/promise'
import { leadingFate, ledByRehearsal } from '@shared/messages/rehearsal'
import { laterStrings } from '../../lib/later-strings'
import { ContainerLine } from '../../ui/container-line'
import { copyLabel } from '../../ui/copy-button'
import { Keys } from '../../ui/keys'
import { UntrustedText } from '../../ui/untrusted-text'
import { AgentMark } from '../../ui/agent-mark'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { ActionsGrid } from './actions-grid'
import { AllowButton } from './allow-button'
import type { AllowForChoice } from './allow-for'
import { AllowForDrawer } from './allow-for-drawer'
import { BelowStrip } from './below-strip'
import { ChangedSince } from './changed-since'
import { CommandBlock } from './command-block'
import { DenyDrawer } from './deny-drawer'
import { countDetails, PanelDetails } from './panel-details'
import { EditDrawer } from './edit-drawer'
import { GrantLine, MoreHints } from './grant-line'
import { PatchBlock } from './patch-block'
import { FoldButton, PanelHead } from './panel-head'
import { RehearsalBlock, rehearsalState } from './rehearsal-block'
import { useOpenLooks, type OpenLooks } from './use-open-looks'
import { ruleHolds } from './use-rule'
import { usePanel } from './use-panel'
import { useReturnFocus } from './use-return-focus'
import type { Panel } from './use-panel'
import { ToolBlock } from './tool-block'
import type { PanelPlace } from './why-rows'
import { LookThroughBlock } from './look-through'
import { Newest } from './checked-facts'

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
  useReturnFocus(root, place)
  const { drawer, hold, applying } = panel
  const applies = panel.firstYes === 'apply' ? applying : undefined
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
      <div ref={body} className="ap-body" tabIndex={0} role="group" aria-label={laterStrings.approval.matter}>
        <AskedLine request={request} />
        <FateLine request={request} />
        <ChangedSince request={request} />
        <SuspendedLine request={request} />
        <NearestLine request={request} />
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
        {drawer.open === 'none' && (
          <div className="below-at-end">
            <BelowStrip scroller={body} />
          </div>
        )}
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
      <div className="gl-foot" data-part="gives">
        <GrantLine
          request={request}
          count={count}
          notice={panel.notice}
          more={panel.more}
          scope={panel.choice?.scope}
          applies={applies}
          plainYes={panel.plainYes}
        />
        <ContainerLine id={request.id} />
        {drawer.open === 'none' && <DoubtLines request={request} />}
      </div>
      <ActionsGrid
        applies={applies}
        plainYes={panel.plainYes}
        count={count}
        more={panel.more}
        lacks={{ outside: request.desk !== undefined, stop: request.desk?.stops === false }}
        details={{ open: panel.details, count: countDetails(request) }}
        arming={panel.arming}
        keys={panel.keys}
        off={panel.off}
        held={panel.held}
        holding={hold.target}
        below={<BelowStrip scroller={root} foot=".gl-acts" />}
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

interface InputBlockProps {
  request: ApprovalRequest
  /** Stands after the last character, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
  onOriginal: () => void
}

/** The text that a running process would be given, whole, below the command that the process is. */
function InputBlock({ request, end, onOriginal }: InputBlockProps): ReactNode {
  const commandEnd = useRef<HTMLSpanElement>(null)
  const words = laterStrings.approval
  return (
    <>
      <CommandBlock request={request} end={commandEnd} onOriginal={onOriginal} />
      <dl className="rows" data-part="input">
        <dt>{words.input}</dt>
        <dd>
          <div className="cmd">
            <pre role="group" aria-label={words.input}>
              <UntrustedText text={request.input ?? ''} />
              <span ref={end} className="cmd-end" />
            </pre>
          </div>
        </dd>
      </dl>
    </>
  )
}

/** That what leads was rehearsed, what could be brought back after a yes, and what not; nothing where nothing goes. */
function FateLine({ request }: { request: ApprovalRequest }): ReactNode {
  const fate = leadingFate(request)
  const { rehearsal } = request
  const led = rehearsal?.state === 'found' && ledByRehearsal(request) !== undefined
  if (fate === undefined && !led) return undefined
  return (
    <p className="gl-fate" data-rehearsed={led ? '' : undefined}>
      {led && `${rehearsalState(rehearsal.found)} `}
      {fate !== undefined && (
        <>
          <b>{fate.head}</b> <SentenceWithPaths text={fate.text} />
        </>
      )}
      {fate?.newestMs !== undefined && (
        <>
          {' '}
          <Newest sinceMs={fate.newestMs} />
        </>
      )}
    </p>
  )
}

/** Why a yes that was given before does not cover this any more; nothing where there is none. */
function SuspendedLine({ request }: { request: ApprovalRequest }): ReactNode {
  const { stop, naming } = request
  if (stop.exceeded === undefined) return null
  return (
    <section className="rh">
      <p className="rh-head" data-suspended>
        <Icon name="differs" />
        <span>
          <UntrustedText text={suspendedInWords(stop.exceeded, naming)} />
        </span>
      </p>
    </section>
  )
}

/** What keeps the nearest effect rule from answering; nothing where none came near. */
function NearestLine({ request }: { request: ApprovalRequest }): ReactNode {
  const { stop, naming } = request
  if (stop.nearest === undefined || isAllShown(request, stop.nearest)) return null
  return (
    <section className="rh">
      <p className="rh-head" data-nearest>
        <Icon name="differs" />
        <span>
          <UntrustedText text={nearestAtAGlance(stop.nearest, naming, leadingFate(request)?.undoable)} />
        </span>
      </p>
    </section>
  )
}

/** Whether it asks about all that the rehearsal shows, which the head and its change set say. */
function isAllShown(request: ApprovalRequest, nearest: NearestRule): boolean {
  const { rehearsal } = request
  if (rehearsal?.state !== 'found' || ledByRehearsal(request) === undefined) return false
  const { created, changed, deleted, moved, mode } = rehearsal.found.counts
  return isAllOf(nearest, created + changed + deleted + moved + mode)
}

/** For a high level: the first text with a line that decides it, open at that line; the others are in the details. */
function DecidingLook({ request, looks }: { request: ApprovalRequest; looks: OpenLooks }): ReactNode {
  const sources = request.assessment.facts?.lookThrough ?? []
  const index = sources.findIndex(({ lines }) => lines.some(({ marked }) => marked))
  const source = sources[index]
  if (source === undefined) return undefined
  return (
    <LookThroughBlock
      source={source}
      open={looks.isOpen(index)}
      onOpen={(open) => {
        looks.set(index, open)
      }}
    />
  )
}

/** What is not assessed has the sign of that level; a part that was not read is told of what was. */
const signs = { difference: 'differs', level: 'level-not-assessed', part: 'search' } as const
/** What each is called where it is out of view. */
const doubtParts = { difference: 'differs', level: 'notAssessed', part: 'notRead' } as const

/** What to doubt of the request: contradictions of the claim, the model's other level, a part that was not read. */
function DoubtLines({ request }: { request: ApprovalRequest }): ReactNode {
  return doubtsAtAGlance(request.assessment, request.naming).map(({ of, text }) => (
    <p key={text} className="gl-doubt" data-part={doubtParts[of]}>
      <Icon name={signs[of]} className="sm" />
      <span>
        <SentenceWithPaths text={text} />
      </span>
    </p>
  ))
}

/** Says at once that it is a child of a session that asks. */
function AskedLine({ request }: { request: ApprovalRequest }): ReactNode {
  const text = askedByInWords(request)
  if (text === undefined) return undefined
  return (
    <p className="gl-asked">
      {request.desk && <AgentMark agent={request.desk.agent} />} <UntrustedText text={text} />
    </p>
  )
}

/** Says in the head that the command is the person's own, and what level the agent's had. */
function EditedChip({ request }: { request: ApprovalRequest }): ReactNode {
  if (request.edited === undefined) return undefined
  return (
    <span className="chip">{laterStrings.edit.chip(laterStrings.levelsShort[request.edited.level])}</span>
  )
}

interface ForDrawerProps {
  request: ApprovalRequest
  panel: Panel
  choice: AllowForChoice
}

function ForDrawer({ request, panel, choice }: ForDrawerProps): ReactNode {
  const { hold, arming, off } = panel
  const isEffects = choice.scope === 'effects'
  const held = panel.held || (isEffects && panel.effects.held)
  return (
    <AllowForDrawer
      request={request}
      choice={choice}
      rule={panel.rule}
      ends={panel.ends}
      effects={panel.effects}
      part={panel.applying.taken < panel.applying.total}
      onChoice={panel.choose}
      onBack={panel.drawer.back}
    >
      <AllowButton
        target="for"
        look="plain"
        className="save-for"
        armed={arming.clicks}
        disabled={off.allow || (isEffects ? !panel.effects.ready : !ruleHolds(panel.rule))}
        held={held}
        holding={hold.target}
        onPress={panel.press}
        onHold={hold.start}
        onRelease={hold.release}
      >
        <span>
          {choice.scope === 'effects'
            ? laterStrings.effectRules.save
            : laterStrings.allowFor.save[choice.scope]}
        </span>
        {held && <Keys keys={[laterStrings.approval.hold]} off={!arming.clicks} />}
      </AllowButton>
    </AllowForDrawer>
  )
}
