import type { ApprovalRequest } from '@shared/domain/approval'
import { lookedAtAll, type FactRow, type Facts, type Floor } from '@shared/domain/facts'
import {
  groupInWords,
  groupTargets,
  labelSaysUnknown,
  rowInWords,
  sameLabel,
  type TargetGroup,
} from '@shared/messages/fact-row'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { reasonInWords } from '@shared/messages/reason'
import { laterStrings } from '../../lib/later-strings'
import { useAgo } from '../../ui/age'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { EvidenceRows, MoreRow } from './evidence-rows'
import { LookThroughBlock } from './look-through'
import type { OpenLooks } from './use-open-looks'

const words = laterStrings.assessment
const shownFirst = 6

/** What is known for certain: what the kernel reported, what was looked up, and what the checks make of it. */
export function CheckedFacts({ request, looks }: { request: ApprovalRequest; looks: OpenLooks }): ReactNode {
  const { facts, floor } = request.assessment
  return (
    <section className="ev ev-checked" data-part="facts">
      <h3 className="ev-title">
        <Icon name="shield" />
        {laterStrings.approval.checked}
        {facts !== undefined && <ReadAt facts={facts} />}
      </h3>
      <dl className="rows">
        <EvidenceRows request={request} />
        {facts !== undefined && <FactRows facts={facts} />}
        {floor !== undefined && <FloorRows floor={floor} />}
      </dl>
      {facts?.lookThrough.map((source, index) => (
        <LookThroughBlock
          key={index}
          source={source}
          open={looks.isOpen(index)}
          onOpen={(open) => {
            looks.set(index, open)
          }}
        />
      ))}
    </section>
  )
}

const reasonsShownFirst = 3

/** What the checks say and why, the highest first; a few at once, the others behind a button. */
function FloorRows({ floor }: { floor: Floor }): ReactNode {
  const [all, setAll] = useState(false)
  const { level, reasons } = floor
  const shown = all ? reasons : reasons.slice(0, reasonsShownFirst)
  const rest = reasons.length - shown.length
  return (
    <>
      <dt>{words.floor}</dt>
      {level === undefined && reasons.length === 0 && <dd>{words.noRule}</dd>}
      {shown.map((reason, index) => (
        <dd key={index}>
          <span className="level-word">
            {index === 0 && reason.level === level ? words.atLeast[reason.level] : words.also[reason.level]}
          </span>{' '}
          <SentenceWithPaths text={reasonInWords(reason)} />
        </dd>
      ))}
      {level !== undefined && reasons.length === 0 && (
        <dd>
          <span className="level-word">{words.atLeastAlone[level]}</span>
        </dd>
      )}
      {rest > 0 && (
        <MoreRow
          onMore={() => {
            setAll(true)
          }}
        >
          {words.moreRules(rest)}
        </MoreRow>
      )}
    </>
  )
}

function ReadAt({ facts }: { facts: Facts }): ReactNode {
  return (
    <span className="end">
      {facts.readAtMs === undefined ? words.notRead : <ReadAgo sinceMs={facts.readAtMs} />}
    </span>
  )
}

function ReadAgo({ sinceMs }: { sinceMs: number }): ReactNode {
  return words.read(useAgo(sinceMs))
}

function FactRows({ facts }: { facts: Facts }): ReactNode {
  const [all, setAll] = useState(false)
  const gap: FactRow = { kind: 'not-complete', known: false }
  const reported = lookedAtAll(facts) || facts.rows.some(({ kind }) => kind === 'not-complete')
  const rows = groupTargets(reported ? facts.rows : [gap, ...facts.rows])
  const shown = all ? rows : rows.slice(0, shownFirst)
  return (
    <>
      {shown.map((row, index) => (
        <FactLine key={index} row={row} labelled={!sameLabel(row, shown[index - 1])} />
      ))}
      {shown.length < rows.length && (
        <MoreRow
          onMore={() => {
            setAll(true)
          }}
        >
          {words.moreFacts(rows.length - shown.length)}
        </MoreRow>
      )}
    </>
  )
}

interface FactLineProps {
  row: FactRow | TargetGroup
  /** The first of its label carries it. */
  labelled: boolean
}

function FactLine({ row, labelled }: FactLineProps): ReactNode {
  const { label, value, known } = row.kind === 'group' ? groupInWords(row) : rowInWords(withoutTime(row))
  const newest = newestOf(row)
  const saysUnknown = row.kind !== 'group' && labelSaysUnknown(row)
  const warned = row.kind === 'host' && row.host.warning !== undefined
  return (
    <>
      {labelled && (
        <dt className={saysUnknown ? 'unknown' : undefined}>
          <span>
            <UntrustedText text={label} />
          </span>
        </dt>
      )}
      <dd className={warned ? 'warned' : undefined}>
        <SentenceWithPaths text={value} />
        {newest !== undefined && (
          <span className="sub">
            {' '}
            <Newest sinceMs={newest} />
          </span>
        )}
        {!known && !saysUnknown && <span className="guess">{words.notKnown}</span>}
      </dd>
    </>
  )
}

/** When the newest of what is told of was last changed. */
export function Newest({ sinceMs }: { sinceMs: number }): ReactNode {
  return laterStrings.approval.newest(useAgo(sinceMs))
}

/** When the newest of what a row tells of was last changed. */
function newestOf(row: FactRow | TargetGroup): number | undefined {
  if (row.kind === 'group') return Math.max(...row.targets.map(({ newestMs }) => newestMs ?? 0)) || undefined
  return row.kind === 'target' && row.target.kind !== 'missing' ? row.target.newestMs : undefined
}

/** Times are told as ages here, which go on by themselves. */
function withoutTime(row: FactRow): FactRow {
  if (row.kind !== 'target') return row
  const { newestMs: _time, ...target } = row.target
  return { ...row, target }
}
