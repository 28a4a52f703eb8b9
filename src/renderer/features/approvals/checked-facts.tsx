import type { ApprovalRequest } from '@shared/domain/approval'
import type { FactRow, Facts } from '@shared/domain/facts'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { Age } from '../../ui/age'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'
import { UntrustedText } from '../../ui/untrusted-text'
import { EvidenceRows } from './evidence-rows'
import { LookThroughBlock } from './look-through'
import type { OpenLooks } from './use-open-looks'
import { FloorRows } from './floor-rows'
import { MoreRow } from './more-row'

const words = strings.assessment
const shownFirst = 6

/** What is known for certain: what the kernel reported, what was looked up, and what the checks make of it. */
export function CheckedFacts({ request, looks }: { request: ApprovalRequest; looks: OpenLooks }): ReactNode {
  const { facts, floor } = request.assessment
  return (
    <section className="ev ev-checked" data-part="facts">
      <h3 className="ev-title">
        <Icon name="shield" />
        {strings.approval.checked}
        {facts !== undefined && <ReadAt facts={facts} />}
      </h3>
      <dl className="rows">
        <EvidenceRows request={request} />
        {facts !== undefined && <FactRows facts={facts} />}
        {floor !== undefined && <FloorRows floor={floor} />}
        <dt>{strings.approval.workspacePolicy}</dt>
        <dd>{describeSandboxPolicy(request.sandboxPolicy)}</dd>
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

function ReadAt({ facts }: { facts: Facts }): ReactNode {
  return (
    <span className="end">
      {facts.readAtMs === undefined ? (
        words.notRead
      ) : (
        <>
          {words.read}
          <Age since={new Date(facts.readAtMs).toISOString()} />
          {words.readAgo}
        </>
      )}
    </span>
  )
}

function FactRows({ facts }: { facts: Facts }): ReactNode {
  const [all, setAll] = useState(false)
  const gap: FactRow = { label: words.notComplete, value: words.notCompleteText, known: false }
  const told = facts.complete || facts.rows.some(({ label }) => label === words.notComplete)
  const rows = told ? facts.rows : [gap, ...facts.rows]
  const shown = all ? rows : rows.slice(0, shownFirst)
  return (
    <>
      {shown.map((row, index) => (
        <FactLine
          key={index}
          row={row}
          labelled={row.label !== shown[index - 1]?.label}
          warned={facts.hosts.some(
            ({ host, warning }) => warning !== undefined && row.value.startsWith(host),
          )}
        />
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
  row: FactRow
  /** The first of its label carries it. */
  labelled: boolean
  /** It names a host whose spelling has a warning. */
  warned: boolean
}

function FactLine({ row, labelled, warned }: FactLineProps): ReactNode {
  const saysUnknown = !row.known && row.label.startsWith('Not ')
  return (
    <>
      {labelled && (
        <dt className={saysUnknown ? 'unknown' : undefined}>
          <span>
            <UntrustedText text={row.label} />
          </span>
        </dt>
      )}
      <dd className={warned ? 'warned' : undefined}>
        <SentenceWithPaths text={row.value} />
        {!row.known && !saysUnknown && <span className="guess">{words.notKnown}</span>}
      </dd>
    </>
  )
}
