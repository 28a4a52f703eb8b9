import type { FleetBegin } from '@shared/domain/fleet-work'
import type { HostState } from '@shared/domain/host-state'
import { sizeInWords } from '@shared/messages/amounts'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import type { AppState } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import { Button, IconButton } from '../../ui/button'
import { HostProblemText } from '../../ui/host-problem-text'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.sandboxes

/** The sandboxes that are being made, each with how far it is, and what came of those that were not. */
export function FleetBegins({ hosts }: { hosts: readonly HostState[] }): ReactNode {
  const notBegun = useAppState((state) => state.notBegun)
  const begins = hosts.flatMap(({ name, fleet }) => (fleet?.begins ?? []).map((begin) => ({ name, begin })))
  return (
    <>
      {Object.entries(notBegun).map(([fleet, outcome]) => (
        <NotBegun key={fleet} fleet={fleet} outcome={outcome} />
      ))}
      {begins.length > 0 && (
        <ul className="fleet-begins" aria-label={words.making}>
          {begins.map(({ name, begin }) => (
            <Begin key={begin.id} fleet={name} begin={begin} />
          ))}
        </ul>
      )}
    </>
  )
}

/** The parts of the way, each with the steps it has. */
const way: readonly (readonly FleetBegin['step'][])[] = [
  ['asked', 'waiting'],
  ['ready', 'cloning', 'sending'],
  ['connecting'],
]

function Begin({ fleet, begin }: { fleet: string; begin: FleetBegin }): ReactNode {
  const actions = useActions()
  const { id, work, step, sandbox, bytes = 0, said } = begin
  const at = way.findIndex((part) => part.includes(step))
  return (
    <li className="wel-row">
      <span className="grow">
        <span className="t">
          <span className="chip host">{sandbox ?? fleet}</span> <UntrustedText text={work} />
        </span>
        <span className="s" role="status">
          {words.steps[step]}
          {bytes > 0 && ` · ${words.sent(sizeInWords(bytes))}`}
          {said !== undefined && (
            <span lang="en" title={words.said}>
              {' '}
              · <UntrustedText text={said} />
            </span>
          )}
        </span>
        <span className="fleet-way" aria-hidden="true">
          {way.map((part, index) => (
            <span key={part[0]} data-done={index < at} data-now={index === at} />
          ))}
        </span>
      </span>
      <Button
        size="small"
        aria-label={words.cancelOf(work)}
        disabled={step === 'cancelled'}
        onClick={() => {
          actions.askSandbox('sandbox.cancel', { fleet, id }).catch(() => undefined) // the line says how it stands
        }}
      >
        {words.cancel}
      </Button>
    </li>
  )
}

function NotBegun({ fleet, outcome }: { fleet: string; outcome: AppState['notBegun'][string] }): ReactNode {
  const actions = useActions()
  const left = outcome.kind === 'refused' ? undefined : outcome.left
  return (
    <div className="note" role="alert">
      <Icon name="level-medium" />
      <div className="note-text">
        {outcome.kind === 'cancelled' ? (
          <p>{words.cancelled(fleet)}</p>
        ) : outcome.kind === 'refused' ? (
          <p>{words.refused[outcome.why]}</p>
        ) : (
          <>
            <p>{words.failed(fleet)}</p>
            <p>
              <HostProblemText problem={outcome.why} host={outcome.kept ?? fleet} />
            </p>
            {outcome.said.trim() !== '' && (
              <pre className="server-said s" tabIndex={0} role="group" aria-label={words.said}>
                <UntrustedText text={outcome.said.trim()} />
              </pre>
            )}
            {outcome.kept !== undefined && <p>{words.kept(outcome.kept)}</p>}
          </>
        )}
        {left !== undefined && (
          <p>
            {words.left}{' '}
            <span lang="en">
              <UntrustedText text={left} />
            </span>
          </p>
        )}
      </div>
      <IconButton
        size="small"
        label={strings.button.dismiss}
        onClick={() => {
          actions.dismissNotBegun(fleet)
        }}
      >
        <Icon name="x" className="sm" />
      </IconButton>
    </div>
  )
}
