import type { ReactNode } from 'react'
import type { Picture } from '../../lib/read-picture'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { UntrustedText } from '../../ui/untrusted-text'

const none: readonly Picture[] = []

/** The pictures that go with the next message, each with the way to take it out again. */
export function PictureChips({ sessionId }: { sessionId: string }): ReactNode {
  const actions = useActions()
  const pictures = useAppState((state) => state.pictures[sessionId] ?? none)
  if (pictures.length === 0) return undefined
  return (
    <ul className="picture-chips" aria-label={strings.composer.pictures}>
      {pictures.map(({ url, name }, index) => (
        <li key={`${name}-${String(index)}`} className="picture-chip">
          <img src={url} alt="" />
          <span className="picture-name">
            <UntrustedText text={name} />
          </span>
          <Button
            size="small"
            look="ghost"
            aria-label={strings.composer.removePicture(visibleString(name))}
            onClick={() => {
              actions.detach(sessionId, index)
            }}
          >
            {strings.composer.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
