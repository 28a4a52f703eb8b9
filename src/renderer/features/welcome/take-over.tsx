import { toFault } from '@shared/domain/fault'
import type { Fault } from '@shared/domain/fault'
import { RuleImportReport } from '@shared/domain/rule-import'
import { numberInWords } from '@shared/messages/amounts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { UntrustedText } from '../../ui/untrusted-text'
import { pastWords } from './past-words'

type Result =
  | { kind: 'not-looked' | 'looking' }
  | { kind: 'found'; report: RuleImportReport }
  | { kind: 'failed'; fault: Fault }

/** What agents of other makers may do unasked, as rules of ours: first shown, and written when the person says so. */
export function TakeOver(): ReactNode {
  const words = pastWords()
  const actions = useActions()
  const [result, setResult] = useState<Result>({ kind: 'not-looked' })
  const look = (write: boolean): void => {
    setResult({ kind: 'looking' })
    actions
      .importRules(write)
      .then((report) => {
        setResult({ kind: 'found', report: RuleImportReport.parse(report) })
      })
      .catch((error: unknown) => {
        setResult({ kind: 'failed', fault: toFault(error) })
      })
  }
  return (
    <section>
      <h3>{words.takeOver}</h3>
      <p className="dim">{words.takeOverText}</p>
      <div role="status">
        {result.kind === 'found' && (
          <Found
            report={result.report}
            onAdd={() => {
              look(true)
            }}
          />
        )}
      </div>
      {result.kind === 'failed' && <FaultNote fault={result.fault} />}
      {result.kind !== 'found' && (
        <div>
          <Button
            disabled={result.kind === 'looking'}
            onClick={() => {
              look(false)
            }}
          >
            {words.takeOverLook}
          </Button>
        </div>
      )}
    </section>
  )
}

function Found({ report, onAdd }: { report: RuleImportReport; onAdd: () => void }): ReactNode {
  const words = pastWords()
  const { rules, there, refused, written, problem, file } = report
  if (problem !== null)
    return (
      <p className="past-unread" lang="en">
        <UntrustedText text={problem} />
      </p>
    )
  return (
    <div className="past-found">
      {written && (
        <p>
          <UntrustedText text={words.takeOverDone(file)} />
        </p>
      )}
      {rules.length === 0 && there.length === 0 && refused.length === 0 && <p>{words.takeOverNone}</p>}
      {rules.length > 0 && (
        <pre className="panel past-toml">
          <UntrustedText text={rules.map(({ toml }) => toml).join('\n')} />
        </pre>
      )}
      {rules.length > 0 && !written && (
        <div>
          <Button onClick={onAdd}>{words.takeOverAdd(numberInWords(rules.length))}</Button>
        </div>
      )}
      {refused.length > 0 && (
        <details>
          <summary>{words.takeOverRefused(numberInWords(refused.length))}</summary>
          <ul className="past-list">
            {refused.map(({ entry, reason }, at) => (
              <li key={`${String(at)} ${entry}`}>
                <code className="past-command">
                  <UntrustedText text={entry} />
                </code>{' '}
                <span className="dim" lang="en">
                  <UntrustedText text={reason} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
