import { toFault, type Fault } from '@shared/domain/fault'
import type { SandboxListed } from '@shared/domain/fleet-work'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import { AskDialog } from '../../ui/ask-dialog'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'

const words = laterStrings.sandboxes.settings.left

/** Those that go when a person says so; one whose engine cannot be asked only where it is chosen by itself. */
const goes = ({ use }: SandboxListed): boolean => use === 'left' || use === 'not-ready' || use === 'unknown'
const goesUnnamed = ({ use }: SandboxListed): boolean => use === 'left' || use === 'not-ready'

/** The sandboxes of a fleet and whether they are in use, looked at when it is opened; those that are left over are offered for deletion. */
export function LeftOvers({ fleet, off }: { readonly fleet: string; readonly off: boolean }): ReactNode {
  const actions = useActions()
  const [listed, setListed] = useState<readonly SandboxListed[]>()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<readonly SandboxListed[]>()
  const [fault, setFault] = useState<Fault>()
  const [said, setSaid] = useState('')
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(toFault(error))
    } finally {
      setBusy(false)
    }
  }
  const read = async (): Promise<void> => {
    setListed((await actions.askSandbox('sandbox.list', { fleet })).sandboxes)
  }
  const remove = async (chosen: readonly SandboxListed[]): Promise<void> => {
    const sandboxes = chosen.map(({ name }) => name)
    const { deleted, stays } = await actions.askSandbox('sandbox.clean', { fleet, sandboxes })
    setSaid(words.came(deleted.length, stays.length))
    await read()
  }
  const left = listed?.filter(goesUnnamed) ?? []
  return (
    <details
      className="s host-lends"
      onToggle={(event) => {
        if (!event.currentTarget.open) return
        setSaid('')
        void run(read)
      }}
    >
      <summary>{words.title}</summary>
      {fault !== undefined && <FaultNote fault={fault} />}
      <div role="status">
        {busy && <p>{words.asking}</p>}
        {listed?.length === 0 && <p>{words.none}</p>}
        {said !== '' && <p>{said}</p>}
      </div>
      {listed !== undefined && listed.length > 0 && (
        <ul className="host-checks">
          {listed.map((each) => (
            <li key={each.name}>
              <div>
                <code>{`${fleet}/${each.name}`}</code> {words.uses[each.use]}
              </div>
              {goes(each) && (
                <Button
                  size="small"
                  aria-label={words.removeOf(`${fleet}/${each.name}`)}
                  disabled={off || busy}
                  onClick={() => {
                    setAsking([each])
                  }}
                >
                  {words.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {left.length > 1 && (
        <Button
          size="small"
          disabled={off || busy}
          onClick={() => {
            setAsking(left)
          }}
        >
          {words.removeAll(left.length)}
        </Button>
      )}
      {asking !== undefined && (
        <AskDialog
          title={words.ask(asking.length)}
          doWord={words.remove}
          cancelWord={laterStrings.question.cancel}
          onDo={() => {
            void run(() => remove(asking))
          }}
          onClose={() => {
            setAsking(undefined)
          }}
        >
          <p>{asking.map(({ name }) => `${fleet}/${name}`).join(', ')}</p>
          <p>{words.lost}</p>
        </AskDialog>
      )}
    </details>
  )
}
