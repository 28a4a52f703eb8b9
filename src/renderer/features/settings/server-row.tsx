import type { McpServerListing, McpServerRun, McpSignInAddress } from '@shared/domain/mcp-server'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { HostAwareText } from '../../ui/host-aware-text'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.servers

interface ServerRowProps {
  server: McpServerListing
  /** Does what was asked, shows a fault, and reads the list again. */
  attempt: (work: () => Promise<unknown>) => void
}

/** What needs a person comes before what does not. */
const order = ['failed', 'waiting', 'starting', 'ready', 'off'] as const

/** How a server does over all sessions: the state that most needs looking at, and the runs that are in it. */
export function worstOf<Run extends Pick<McpServerRun, 'state'>>(runs: readonly Run[]): readonly Run[] {
  const state = order.find((each) => runs.some((run) => run.state === each))
  return runs.filter((run) => run.state === state)
}

/** One server: how it does and why, its switch, what it offers in its own words, signing in and out. */
export function ServerRow({ server, attempt }: ServerRowProps): ReactNode {
  const actions = useActions()
  const { id, enabled, runs } = server
  const worst = worstOf(runs)
  const [first] = worst
  const tools = runs.find(({ state }) => state === 'ready')?.tools ?? []
  return (
    <div className="prow server" role="group" aria-label={id}>
      <div className="grow">
        <div className="t">{id}</div>
        <div className="s">
          {words.transport[server.transport]}{' '}
          <code>
            <UntrustedText text={server.target} />
          </code>
        </div>
        <ServerState enabled={enabled} runs={worst} />
        {first?.reason !== undefined && (
          <div className="s">
            <UntrustedText text={first.reason} />
          </div>
        )}
        {first?.notes.map((note) => (
          <div key={note} className="s">
            <UntrustedText text={note} />
          </div>
        ))}
        {first?.state !== 'ready' && first?.stderr !== undefined && (
          <details className="s">
            <summary>{words.stderr}</summary>
            <pre className="server-said" tabIndex={0} role="group" aria-label={words.stderr}>
              <UntrustedText text={first.stderr} />
            </pre>
          </details>
        )}
        {tools.length > 0 && <Tools tools={tools} />}
        <SignIn server={server} attempt={attempt} />
      </div>
      <div className="server-acts">
        <Select
          label={words.on(id)}
          value={String(enabled)}
          options={[
            { value: 'true', label: laterStrings.settings.on },
            { value: 'false', label: laterStrings.settings.off },
          ]}
          onChange={(next) => {
            attempt(() => actions.enableServer(id, next === 'true'))
          }}
        />
        {(first?.state === 'failed' || first?.state === 'waiting') && (
          <Button
            size="small"
            aria-label={words.restartWhat(id)}
            onClick={() => {
              attempt(() => actions.restartServer(id))
            }}
          >
            {words.restart}
          </Button>
        )}
      </div>
    </div>
  )
}

/** How a server stands, by the runs of it that most need looking at. */
export function ServerState({
  enabled,
  runs,
}: {
  enabled: boolean
  runs: readonly Pick<McpServerRun, 'state'>[]
}): ReactNode {
  const state = runs[0]?.state
  const late = state !== undefined && enabled === (state === 'off')
  const text = late ? words.state.next : enabled ? words.state[state ?? 'idle'] : words.state.off
  const look = state === 'failed' ? ' bad' : state === 'ready' ? ' ok' : ''
  return (
    <div className={`s status${late ? '' : look}`}>
      {text}
      {!late && enabled && runs.length > 0 && ` ${words.in(runs.length)}`}
    </div>
  )
}

function Tools({ tools }: { tools: McpServerRun['tools'] }): ReactNode {
  return (
    <details className="s">
      <summary>{words.tools(tools.length)}</summary>
      <p className="dim">{words.says}</p>
      <dl className="server-tools">
        {tools.map(({ name, description, annotations }) => (
          <div key={name}>
            <dt>
              <code>
                <UntrustedText text={name} />
              </code>
              {annotations.readOnly === true && <span className="dim"> {words.reads}</span>}
            </dt>
            <dd>
              <UntrustedText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Signing in begins with a click, and goes on in the browser with another: the address is shown before it is opened. */
function SignIn({ server: { id, signIn, problem }, attempt }: ServerRowProps): ReactNode {
  const actions = useActions()
  const desktop = useAppState((state) => state.engine?.host === 'desktop')
  const [place, setPlace] = useState<McpSignInAddress>()
  if (signIn === 'none') return undefined
  return (
    <div className="server-sign-in">
      {problem !== undefined && (
        <p className="s status bad" role="alert">
          <UntrustedText text={problem} />
        </p>
      )}
      {signIn === 'waiting' && place !== undefined && (
        <dl className="rows">
          <dt>{words.host}</dt>
          <dd>
            <strong>
              <HostAwareText text={place.host} />
            </strong>
          </dd>
          {place.codeTo !== undefined && (
            <>
              <dt>{words.codeTo}</dt>
              <dd>
                <strong>
                  <HostAwareText text={place.codeTo} />
                </strong>
                <p className="status bad">{words.codeToText}</p>
              </dd>
            </>
          )}
          <dt>{words.address}</dt>
          <dd>
            <code>
              <UntrustedText text={place.url} />
            </code>
            <p className="dim">{words.visitText}</p>
          </dd>
        </dl>
      )}
      <div className="server-buttons">
        {signIn === 'in' && <span className="s status ok">{words.signedIn}</span>}
        {signIn === 'waiting' && place !== undefined && (
          <Button
            size="small"
            look="primary"
            onClick={() => {
              if (desktop) attempt(() => actions.visitSignIn(id))
              else window.open(place.url, '_blank', 'noopener,noreferrer')
            }}
          >
            {words.visit}
          </Button>
        )}
        {signIn !== 'in' && (
          <Button
            size="small"
            aria-label={words.signInWhat(id)}
            onClick={() => {
              attempt(async () => {
                setPlace(await actions.signIn(id))
              })
            }}
          >
            {words.signIn}
          </Button>
        )}
        {signIn !== 'out' && (
          <Button
            size="small"
            look="ghost"
            aria-label={signIn === 'in' ? words.signOutWhat(id) : words.cancelWhat(id)}
            onClick={() => {
              attempt(() => actions.signOut(id))
            }}
          >
            {signIn === 'in' ? words.signOut : laterStrings.question.cancel}
          </Button>
        )}
      </div>
    </div>
  )
}
