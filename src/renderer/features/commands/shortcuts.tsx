import { chordOf, commandGroups, commandsOf } from '@shared/domain/app-command'
import { commandGroupTitle, commandTitle } from '@shared/messages/commands'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { keycapsOf } from '../../lib/chords'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { useModal } from '../../ui/use-modal'

const words = laterStrings.commands

const keysWords = laterStrings.commands.keys

/** The keys that act in one place alone: they belong to no command, since there they mean what stands before the person. */
export const placeKeys = {
  request: [
    { chord: 'Mod+Enter', does: keysWords.allow },
    { chord: 'D', does: keysWords.deny },
    { chord: 'E', does: keysWords.edit },
    { chord: 'O', does: keysWords.look },
    { chord: 'N', does: keysWords.details },
    { chord: 'M', does: keysWords.more },
    { chord: 'C', does: keysWords.copy },
    { chord: 'Escape', does: keysWords.notNow },
  ],
  message: [
    { chord: 'Enter', does: keysWords.send },
    { chord: 'Shift+Enter', does: keysWords.line },
    { chord: 'ArrowUp', does: keysWords.earlier },
    { chord: '/', does: keysWords.slash },
    { chord: '@', does: keysWords.mention },
  ],
  lists: [
    { chord: 'ArrowDown', does: keysWords.move },
    { chord: 'Enter', does: keysWords.choose },
    { chord: 'Escape', does: keysWords.leave },
  ],
} as const satisfies Record<
  keyof typeof laterStrings.commands.places,
  readonly { chord: string; does: string }[]
>

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
