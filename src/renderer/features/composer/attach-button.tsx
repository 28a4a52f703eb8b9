import { useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useCommands } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'

/** Asks for picture files; dropping and pasting do the same. */
export function AttachButton({ sessionId }: { sessionId: string }): ReactNode {
  const actions = useActions()
  const input = useRef<HTMLInputElement>(null)
  const ask = (): void => input.current?.click()
  useCommands({ 'message.attach': ask })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={strings.composer.attach}
        onChange={(event) => {
          void actions.attach(sessionId, [...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label={strings.composer.attach} onClick={ask}>
        <Icon name="plus" />
      </IconButton>
    </>
  )
}
