import { endsInWords } from '@shared/messages/effect-rule'
import { promiseInWords } from '@shared/messages/promise'
import { describeGrant, grantFrom } from '@shared/messages/grant'
import { hookAgentNames } from '@shared/domain/hook-agent'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { quoteCommand } from '@shared/domain/quote-shell'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { formatMoment } from '../../lib/time'
import { usageInWords } from '../../lib/yes-usage'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { HostAwareText } from '../../ui/host-aware-text'
import { ShellCode } from '../../ui/shell-code'
import { UntrustedText } from '../../ui/untrusted-text'
import { useNow } from '../../ui/age'
import { grantSubject } from './grant-subject'
import type { GrantSubject } from './grant-subject'
import { canNarrow, NarrowForm } from './narrow-form'

const words = laterStrings.grants

/** Grants as rows: what for, where, what each adds, how long it holds, since when, and the way to take it back. */
export function GrantsTable({ title, grants }: { title: string; grants: readonly StoredGrant[] }): ReactNode {
  return (
    <section>
      <h3 className="tbl-title">{title}</h3>
      <div className="panel" tabIndex={0} role="group" aria-label={title}>
        <table className="tbl">
          <thead>
            <tr>
              <th>{words.command}</th>
              <th>{words.folder}</th>
              <th>{words.adds}</th>
              <th>{words.holds}</th>
              <th>{words.given}</th>
              <th>
                <span className="vh">{words.action}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {grants.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function GrantRow({ grant }: { grant: StoredGrant }): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const all = useAppState((state) => state.allSuspended)
  const now = useNow(60_000)
  const subject = grantSubject(grant)
  const adds =
    grant.grants.length === 0
      ? grant.desk
        ? words.atDesk(hookAgentNames[grant.desk])
        : words.addsNothing
      : grant.grants.map(grantFrom({ roots: [], home })).join('\n')
  const [narrowing, setNarrowing] = useState(false)
  const what = visibleString(revokedText(grant, subject, home))
  return (
    <>
      <tr>
        <td>
          <Subject subject={subject} home={home} />
          <LastRun grant={grant} home={home} />
          {grant.usage && <p className="last-run">{usageInWords(grant.usage, grant.ends, now)}</p>}
        </td>
        <td data-name={words.folder}>
          <code>
            <UntrustedText text={withTilde(grant.cwd, home)} />
          </code>
        </td>
        <td className="lines" data-name={words.adds}>
          <HostAwareText text={adds} />
        </td>
        <td data-name={words.holds}>
          <Holds grant={grant} now={now} />
        </td>
        <td className="num nowrap" data-name={words.given}>
          {formatMoment(grant.createdAt, now)}
        </td>
        <td className="act">
          {!all && isSuspended(grant) && (
            <Button
              size="small"
              look="ghost"
              disabled={!connected}
              aria-label={words.resumeWhat(what)}
              onClick={() => {
                void actions.suspendGrants(grant.id, false)
              }}
            >
              {words.resume}
            </Button>
          )}
          {canNarrow(grant) && (
            <Button
              size="small"
              look="ghost"
              disabled={!connected}
              aria-expanded={narrowing}
              aria-label={words.narrowWhat(what)}
              onClick={() => {
                setNarrowing(!narrowing)
              }}
            >
              {words.narrow}
            </Button>
          )}
          <Button
            size="small"
            disabled={!connected}
            aria-label={words.revokeWhat(what)}
            onClick={() => {
              void actions.revoke(grant.id, 'grants')
            }}
          >
            {words.revoke}
          </Button>
        </td>
      </tr>
      {narrowing && (
        <tr>
          <td colSpan={6}>
            <NarrowForm
              grant={grant}
              onClose={() => {
                setNarrowing(false)
              }}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** Not used for long, or set aside by itself: a word of the person lets it count again. */
const isSuspended = ({ usage }: StoredGrant): boolean =>
  usage?.standing === 'unused' || usage?.standing === 'person'

/** How the last run under it came out; nothing before there was one. */
function LastRun({ grant, home }: { grant: StoredGrant; home: string }): ReactNode {
  const { lastRun: promise, suspended } = grant
  if (promise === undefined) return null
  const text = promiseInWords({ promise, ...(suspended && { suspended }) }, { roots: [grant.cwd], home })
  return (
    <p className={suspended ? 'last-run more' : 'last-run'}>
      <UntrustedText text={text} />
    </p>
  )
}

function Subject({ subject, home }: { subject: GrantSubject; home: string }): ReactNode {
  switch (subject.kind) {
    case 'hosts':
      return words.anyCommand
    case 'command':
      return (
        <code className="lines">
          <ShellCode script={subjectText(subject, home)} />
        </code>
      )
    case 'tool':
      return <UntrustedText text={subjectText(subject, home)} />
    case 'patch':
      return (
        <>
          {words.patchOf}
          <code className="lines">
            <UntrustedText text={withTilde(subject.path, home)} />
          </code>
        </>
      )
  }
}

function subjectText(subject: GrantSubject, home: string): string {
  switch (subject.kind) {
    case 'hosts':
      return words.anyCommand
    case 'command':
      return subject.open ? `${quoteCommand(subject.command)} *` : shownCommand(subject.command).text
    case 'tool':
      return words.toolOf(subject.tool, subject.server)
    case 'patch':
      return withTilde(subject.path, home)
  }
}

/** One folder may have many grants of hosts: there the hosts tell them apart. */
function revokedText(grant: StoredGrant, subject: GrantSubject, home: string): string {
  return subject.kind === 'hosts' ? grant.grants.map(describeGrant).join(', ') : subjectText(subject, home)
}

function Holds({ grant, now }: { grant: StoredGrant; now: number }): ReactNode {
  const actions = useActions()
  const session = useAppState((state) => state.sessions[grant.sessionId])
  if (grant.scope === 'rule')
    return (
      <>
        {words.everySession}{' '}
        <span className="sub">
          <UntrustedText text={endsInWords(grant.ends, (at) => formatMoment(at, now))} />
        </span>
      </>
    )
  if (session === undefined) return words.scopeIn[grant.scope](words.unknownSession)
  return (
    <button
      type="button"
      className="link-btn"
      onClick={() => {
        actions.show({ kind: 'session', sessionId: session.id })
      }}
    >
      <UntrustedText text={words.scopeIn[grant.scope](session.title)} />
    </button>
  )
}
