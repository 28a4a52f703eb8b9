import { FaultError, toFault, type Fault } from '@shared/domain/fault'
import { hookAgentNames, type HookAgentState, type HookConnected } from '@shared/domain/hook-agent'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import type { Actions } from '../../state/actions'
import { useActions } from '../../state/context'
import { AskDialog } from '../../ui/ask-dialog'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.otherAgents
/** The one that reaches this window by itself; for others a program has to be put into their settings, at a terminal. */
const agent = 'claude-code'
const name = hookAgentNames[agent]

/** A change of its settings that the person is asked about, and whether it asks here then. */
interface Asked extends HookConnected {
  readonly on: boolean
}

/** Has Claude Code ask here, where it is on this machine: what that changes is shown first. Else the line that leads to the setting. */
export function ConnectAgent({ line }: { line: ReactNode }): ReactNode {
  const actions = useActions()
  const [agents, setAgents] = useState<readonly HookAgentState[]>()
  const [asked, setAsked] = useState<Asked>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  useEffect(() => {
    let gone = false
    void actions.lookForAgents().then((found) => {
      if (!gone) setAgents(found)
    })
    return () => {
      gone = true
    }
  }, [actions])
  const found = agents?.find((each) => each.agent === agent)
  if (found === undefined) return line
  const doing = (work: () => Promise<void>): void => {
    setBusy(true)
    setFault(undefined)
    work()
      .catch((error: unknown) => {
        setFault(toFault(error))
      })
      .finally(() => {
        setBusy(false)
      })
  }
  const on = !found.connected
  return (
    <>
      <div className="wel-row connect">
        <span className="grow">
          <span className="t">{strings.start.others}</span>
          <span className="s" role="status">
            {on ? words.found(name) : words.asks(name)}
          </span>
        </span>
        <Button
          size="small"
          aria-haspopup="dialog"
          disabled={busy}
          onClick={() => {
            doing(async () => {
              setAsked({ ...(await actions.connectAgent({ agent, on })), on })
            })
          }}
        >
          {on ? words.connect : words.disconnect}
        </Button>
      </div>
      {fault !== undefined && <FaultNote fault={fault} />}
      {asked !== undefined && (
        <AskConnect
          asked={asked}
          onClose={() => {
            setAsked(undefined)
          }}
          onDo={() => {
            doing(async () => {
              await connect(actions, asked)
              setAgents(await actions.lookForAgents())
            })
          }}
        />
      )}
    </>
  )
}

/** The agent's settings first: what they send is heard from then on, or by nobody. The window listens on for another agent that asks here. */
async function connect(actions: Actions, { on, change }: Asked): Promise<void> {
  await actions.connectAgent({ agent, on, shown: change })
  const others = (await actions.lookForAgents()).some((each) => each.agent !== agent && each.connected)
  if (!on && others) return
  const { version } = await actions.readSettings()
  const reply = await actions.writeSettings(version, 'desk', on)
  if (reply.kind !== 'written')
    throw new FaultError({
      code: 'bad-request',
      message: reply.kind === 'refused' ? reply.message : laterStrings.settings.conflict,
    })
}

function AskConnect({
  asked: { on, path, change },
  onDo,
  onClose,
}: {
  asked: Asked
  onDo: () => void
  onClose: () => void
}): ReactNode {
  return (
    <AskDialog
      title={on ? words.connectTitle(name) : words.disconnectTitle(name)}
      doWord={on ? words.connect : words.disconnect}
      cancelWord={words.cancel}
      onDo={onDo}
      onClose={onClose}
    >
      <p>{change === '' ? words.nothing : words.change}</p>
      {change === '' ? (
        <p className="mono">
          <UntrustedText text={path} />
        </p>
      ) : (
        <pre className="past-toml connect-change" tabIndex={0} role="group" aria-label={words.change}>
          <UntrustedText text={change} />
        </pre>
      )}
      {on && <p className="dim">{words.listens}</p>}
    </AskDialog>
  )
}
