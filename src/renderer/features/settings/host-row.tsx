import type { DoctorCheck } from '@shared/domain/doctor'
import { toFault } from '@shared/domain/fault'
import type { FleetEntry, HostListing, HostTested } from '@shared/domain/host-listing'
import type { HostState } from '@shared/domain/host-state'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { AskDialog } from '../../ui/ask-dialog'
import { Button } from '../../ui/button'
import { CheckMark } from '../../ui/check-mark'
import { HostProblemText } from '../../ui/host-problem-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { EngineThere } from './engine-there'
import { FleetEntryForm } from './fleet-entry'
import { LeftOvers } from './left-overs'
import { LendKeys } from './lend-keys'

const words = laterStrings.hosts
const ofFleets = laterStrings.sandboxes.states
const ofFleetSettings = laterStrings.sandboxes.settings

interface HostRowProps {
  host: HostListing
  /** How it stands to this window; undefined: windows do not show it. */
  state: HostState | undefined
  onRemove: () => void
  onLend: (providers: readonly string[]) => void
  onClosing: (ends: boolean) => void
  onFleet: (entry: FleetEntry) => void
}

type Test = HostTested | 'testing'

/** One host: what is started for it, how it stands, and what came of testing it, in its own words. */
export function HostRow({ host, state, onRemove, onLend, onClosing, onFleet }: HostRowProps): ReactNode {
  const { name, command, removable, ends, window, fleet } = host
  const actions = useActions()
  const connected = useAppState((app) => app.connection.kind === 'ready')
  const [tested, setTested] = useState<Test>()
  const [asking, setAsking] = useState(false)
  const test = (): void => {
    setTested('testing')
    actions.askHosts('host.test', { name }).then(setTested, (error: unknown) => {
      setTested({
        ...{ kind: 'fails', banner: '', said: '' },
        why: { kind: 'fault', message: toFault(error).message },
      })
    })
  }
  return (
    <div className="prow set-provider host-row" role="group" aria-label={name}>
      <div className="grow">
        <div className="t">{name}</div>
        <div className="s host-command">
          <code>
            <UntrustedText text={command.join(' ')} />
          </code>
          {!removable && !fleet && ` · ${laterStrings.settings.inFile}`}
        </div>
        {fleet && <div className="s">{words.fleet(name)}</div>}
        {!window && <div className="s">{words.hidden}</div>}
        {state && (
          <div className={`s status ${look[state.state]}`} role="status">
            {state.fleet ? ofFleet[state.state] : words.states[state.state]}
          </div>
        )}
        {state?.why !== undefined && (
          <div className="s">
            <HostProblemText problem={state.why} />
          </div>
        )}
        {state?.fleet && state.said !== undefined && (
          <pre className="server-said s" tabIndex={0} role="group" aria-label={laterStrings.sandboxes.said}>
            <UntrustedText text={state.said} />
          </pre>
        )}
        {!fleet && state?.state === 'connected' && <EngineThere host={name} />}
        {fleet && <FleetEntryForm name={name} entry={fleet} off={!connected} onChange={onFleet} />}
        {fleet && state && <LeftOvers fleet={name} off={!connected} />}
        <LendKeys host={host} off={!connected} onLend={onLend} />
        <label className="s ask-check">
          <input
            type="checkbox"
            checked={ends}
            disabled={!connected}
            onChange={(event) => {
              onClosing(event.target.checked)
            }}
          />
          {words.ends}
        </label>
        <Result tested={tested} host={name} />
      </div>
      <div className="set-acts">
        <Button
          size="small"
          aria-label={words.testOf(name)}
          disabled={!connected || tested === 'testing'}
          onClick={test}
        >
          {words.test}
        </Button>
        {removable && (
          <Button
            size="small"
            aria-label={words.removeOf(name)}
            disabled={!connected}
            onClick={() => {
              setAsking(true)
            }}
          >
            {words.remove}
          </Button>
        )}
      </div>
      {asking && (
        <AskDialog
          title={words.removeTitle(name)}
          doWord={words.remove}
          cancelWord={laterStrings.question.cancel}
          onDo={onRemove}
          onClose={() => {
            setAsking(false)
          }}
        >
          <p>{words.removeText}</p>
        </AskDialog>
      )}
    </div>
  )
}

const ofFleet = {
  connecting: ofFleets.looking,
  connected: words.states.connected,
  lost: ofFleets.away,
  over: ofFleets.away,
} as const
const look = { connecting: '', connected: 'ok', lost: 'warn', over: 'bad' } as const

/** What a test came to; said when it comes. */
function Result({ tested, host }: { tested: Test | undefined; host: string }): ReactNode {
  if (tested === undefined) return undefined
  if (tested === 'testing')
    return (
      <div className="s" role="status">
        {words.testing}
      </div>
    )
  if (tested.kind === 'fleet')
    return (
      <div className="s status ok" role="status">
        <UntrustedText text={ofFleetSettings.canBeMade(tested.version)} />{' '}
        {tested.pool && <UntrustedText text={ofFleetSettings.pool(tested.pool.name, tested.pool.ready)} />}
      </div>
    )
  const said = [tested.banner, tested.said].map((each) => each.trim()).filter((each) => each !== '')
  return (
    <div className="host-tested" role="status">
      {tested.kind === 'answers' ? (
        <>
          <div className="s status ok">
            <UntrustedText text={words.answers(tested.version, tested.platform, tested.roundTripMs)} />
          </div>
          <ul className="host-checks">
            {tested.checks.map((check) => (
              <Check key={check.id} check={check} />
            ))}
          </ul>
          {tested.leftOut > 0 && <div className="s">{words.leftOut(tested.leftOut)}</div>}
        </>
      ) : (
        <div className="s status bad">
          <HostProblemText problem={tested.why} host={host} />
        </div>
      )}
      {said.length > 0 && (
        <pre className="server-said s" tabIndex={0} role="group" aria-label={words.said}>
          <UntrustedText text={said.join('\n')} />
        </pre>
      )}
    </div>
  )
}

/** What doctor found there, in the words of the engine there; a remedy is to be read, not to be copied unseen. */
function Check({ check: { status, title, detail, remedy } }: { check: DoctorCheck }): ReactNode {
  return (
    <li>
      <CheckMark status={status} label={words.checks[status]} />
      <div lang="en">
        <div>
          <UntrustedText text={`${title}: ${detail}`} />
        </div>
        {remedy !== undefined && (
          <div className="s">
            <UntrustedText text={remedy} />
          </div>
        )}
      </div>
    </li>
  )
}
