import { toFault } from '@shared/domain/fault'
import type { Fault } from '@shared/domain/fault'
import { hookAgentNames } from '@shared/domain/hook-agent'
import { ReplayReport, type HistoryAgent, type NeededAction, type ProposedRule } from '@shared/domain/replay'
import { numberInWords } from '@shared/messages/amounts'
import { countsOfPast, headlineOfPast, unreadableInWords } from '@shared/messages/replay'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { AgentMark } from '../../ui/agent-mark'
import { Button } from '../../ui/button'
import { copyLabel, useCopy } from '../../ui/copy-button'
import { FaultNote } from '../../ui/fault-message'
import { LevelBadge } from '../../ui/level'
import { UntrustedText } from '../../ui/untrusted-text'
import { pastWords } from './past-words'
import { TakeOver } from './take-over'

/** So many days back. */
const days = 30
/** So many of what needs a person are listed. */
const maxListed = 50

const agentNames: Readonly<Record<HistoryAgent, string>> = { ...hookAgentNames, countersign: 'Countersign' }

type Result = { kind: 'reading' } | { kind: 'read'; report: ReplayReport } | { kind: 'failed'; fault: Fault }

/** What agents did in the last month, read by today's rules: what of it needed a person, and which rules would save most. */
export function PastPage(): ReactNode {
  const words = pastWords()
  const actions = useActions()
  const [result, setResult] = useState<Result>({ kind: 'reading' })
  useEffect(() => {
    let shown = true
    const show = (next: Result): void => {
      if (shown) setResult(next)
    }
    actions
      .replayPast(days)
      .then((report) => {
        show({ kind: 'read', report: ReplayReport.parse(report) })
      })
      .catch((error: unknown) => {
        show({ kind: 'failed', fault: toFault(error) })
      })
    return () => {
      shown = false
    }
  }, [actions])
  return (
    <div className="settings" tabIndex={-1}>
      <div className="wel past">
        <header>
          <h2 className="wel-title">{words.title(days)}</h2>
          <p className="dim">{words.text}</p>
        </header>
        <div role="status">{result.kind === 'reading' && <p className="dim">{words.reading}</p>}</div>
        {result.kind === 'failed' && <FaultNote fault={result.fault} />}
        {result.kind === 'read' && <Past report={result.report} />}
        <TakeOver />
      </div>
    </div>
  )
}

/** The policies as pickers name them. */
function policyInWords({ approval, sandbox }: ReplayReport['policy']): string {
  const approvals: Readonly<Record<string, string>> = strings.approvalPolicies
  const modes: Readonly<Record<string, string>> = strings.sandboxModes
  return pastWords().policy(approvals[approval] ?? approval, modes[sandbox] ?? sandbox)
}

function Past({ report }: { report: ReplayReport }): ReactNode {
  const words = pastWords()
  if (report.sessions === 0 && report.unreadable === 0) return <p>{words.nothing}</p>
  const listed = report.needed.slice(0, maxListed)
  const more = report.would_ask - listed.reduce((sum, { times }) => sum + times, 0)
  const unreadable = unreadableInWords(report, words)
  return (
    <>
      <section className="past-counts">
        <p className="past-headline">{headlineOfPast(report, words)}</p>
        <p className="dim">{countsOfPast(report, words)}</p>
        <p className="dim">{policyInWords(report.policy)}</p>
        <p className="dim">{words.words}</p>
        {unreadable !== undefined && <p className="past-unread">{unreadable}</p>}
      </section>
      {listed.length > 0 && (
        <section>
          <h3>{words.worst}</h3>
          <ul className="panel past-list">
            {listed.map((one) => (
              <Needed key={`${one.agent} ${one.cwd} ${one.command}`} needed={one} />
            ))}
          </ul>
          {more > 0 && <p className="dim">{words.more(numberInWords(more))}</p>}
        </section>
      )}
      {report.would_ask > 0 && (
        <section>
          <h3>{report.proposed.length === 0 ? words.noRules : words.rules}</h3>
          {report.proposed.map((rule) => (
            <Proposed key={rule.name} rule={rule} />
          ))}
        </section>
      )}
    </>
  )
}

function Needed({ needed }: { needed: NeededAction }): ReactNode {
  const words = pastWords()
  const { when, agent, cwd, command, level, reason, times, answer, rule } = needed
  return (
    <li className="prow past-row">
      <LevelBadge level={level} />
      <div className="grow">
        <code className="past-command">
          <UntrustedText text={command} />
        </code>
        <p className="s" lang="en">
          <UntrustedText text={reason} />
        </p>
        <p className="s">
          {when !== null && `${when.slice(0, 16).replace('T', ' ')} · `}
          <AgentMark agent={agent} /> {agentNames[agent]} · <UntrustedText text={cwd} />
          {times > 1 && ` · ${words.times(numberInWords(times))}`}
          {rule !== null && (
            <>
              {' · '}
              <UntrustedText text={words.byRule(rule)} />
            </>
          )}
          {answer !== 'unknown' && ` · ${answer === 'denied' ? words.deniedThen : words.allowedThen}`}
        </p>
      </div>
    </li>
  )
}

function Proposed({ rule }: { rule: ProposedRule }): ReactNode {
  const words = pastWords()
  const denied = rule.denied_among.length
  const { state, copy } = useCopy()
  return (
    <div className="panel past-rule">
      <p>
        {words.answers(numberInWords(rule.answers))}{' '}
        <span className={denied === 0 ? undefined : 'past-wrong'}>
          {denied === 0 ? words.notWrong : words.wrong(numberInWords(denied))}
        </span>
      </p>
      <Commands of={rule.denied_among} />
      <pre className="past-toml">
        <UntrustedText text={rule.toml} />
      </pre>
      <div>
        <Button
          size="small"
          onClick={() => {
            copy(rule.toml)
          }}
        >
          {copyLabel(state)}
        </Button>
      </div>
      {rule.uncovered.length > 0 && <p className="s">{words.uncovered}</p>}
      <Commands of={rule.uncovered} />
      {rule.narrower !== null && (
        <details>
          <summary>{words.narrower(numberInWords(rule.narrower.answers))}</summary>
          <pre className="past-toml">
            <UntrustedText text={rule.narrower.toml} />
          </pre>
        </details>
      )}
    </div>
  )
}

function Commands({ of }: { of: readonly { readonly command: string }[] }): ReactNode {
  return of.slice(0, 3).map(({ command }, at) => (
    <code key={`${String(at)} ${command}`} className="past-command">
      <UntrustedText text={command} />
    </code>
  ))
}
