import { chordOf, commandGroups, commandsOf } from '@shared/domain/app-command'
import { commandGroupTitle, commandTitle } from '@shared/messages/commands'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { keycapsOf } from '../../lib/chords'
import { placeKeys } from '../../lib/place-keys'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { useModal } from '../../ui/use-modal'

const words = strings.commands

interface Row {
  readonly chord: string
  readonly does: string
}

/** Every key that acts in this window, where it is shown now. */
export function Shortcuts({ onClose }: { onClose: () => void }): ReactNode {
  const dialog = useModal()
  const titleId = useId()
  const host = useAppState((state) => state.engine?.host ?? 'browser')
  const groups = commandGroups.map((group) => ({
    title: commandGroupTitle(group),
    rows: commandsOf(group).flatMap((id): Row[] => {
      const chord = chordOf(id, host)
      return chord === undefined ? [] : [{ chord, does: commandTitle(id) }]
    }),
  }))
  const places = (Object.keys(placeKeys) as (keyof typeof placeKeys)[]).map((place) => ({
    title: words.places[place],
    rows: placeKeys[place],
  }))
  return (
    <dialog ref={dialog} className="ask shortcuts" aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId}>{words.shortcuts}</h2>
      <p className="dim">{words.hereOnly}</p>
      <div className="shortcuts-groups" tabIndex={0} role="group" aria-labelledby={titleId}>
        {[...groups, ...places].map(
          ({ title, rows }) => rows.length > 0 && <KeyTable key={title} title={title} rows={rows} />,
        )}
      </div>
      <div className="ask-row">
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </dialog>
  )
}

function KeyTable({ title, rows }: { title: string; rows: readonly Row[] }): ReactNode {
  return (
    <section>
      <h3 className="menu-label">{title}</h3>
      <dl className="shortcuts-keys">
        {rows.map(({ chord, does }) => (
          <div key={chord}>
            <dt>{does}</dt>
            <dd className="keys">
              {keycapsOf(chord).map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
