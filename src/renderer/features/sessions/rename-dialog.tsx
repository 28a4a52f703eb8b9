import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { AskDialog } from '../../ui/ask-dialog'

const words = strings.life

interface RenameDialogProps {
  title: string
  onRename: (title: string) => void
  onClose: () => void
}

/** Asks for a session's new title; an empty one changes nothing. */
export function RenameDialog({ title, onRename, onClose }: RenameDialogProps): ReactNode {
  const [text, setText] = useState(title)
  return (
    <AskDialog
      title={words.renameTitle}
      doWord={words.renameDo}
      cancelWord={words.cancel}
      onDo={() => {
        if (text.trim() !== '') onRename(text.trim())
      }}
      onClose={onClose}
    >
      <label className="ask-field">
        {words.renameLabel}
        <input
          className="field"
          value={text}
          maxLength={200}
          onChange={(event) => {
            setText(event.target.value)
          }}
        />
      </label>
    </AskDialog>
  )
}
