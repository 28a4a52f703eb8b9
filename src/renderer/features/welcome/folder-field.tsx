import { toFault } from '@shared/domain/fault'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { Button } from '../../ui/button'

const words = strings.start

interface FolderFieldProps {
  value: string
  /** The desktop has the system's own folder dialog; a browser has only the text. */
  desktop: boolean
  invalid: boolean
  onChange: (folder: string) => void
}

/** The workspace, as a path that can be typed and, on the desktop, chosen. */
export function FolderField({ value, desktop, invalid, onChange }: FolderFieldProps): ReactNode {
  const hintId = useId()
  const actions = useActions()
  const [dialog, setDialog] = useState(desktop)
  const [problem, setProblem] = useState<string>()
  const pick = async (): Promise<void> => {
    try {
      const answer = await actions.pickFolder()
      if (answer.kind === 'picked' && answer.path !== undefined) onChange(answer.path)
      if (answer.kind === 'unsupported') setDialog(false)
      setProblem(undefined)
    } catch (error) {
      setProblem(toFault(error).message)
    }
  }
  return (
    <div className="prow">
      <div className="grow">
        <div className="folder">
          <input
            className="field mono"
            aria-label={words.folderLabel}
            aria-invalid={invalid}
            aria-describedby={hintId}
            placeholder={words.folderPlaceholder}
            spellCheck={false}
            value={value}
            onChange={(event) => {
              onChange(event.target.value)
            }}
          />
          {dialog && <Button onClick={() => void pick()}>{words.openFolder}</Button>}
        </div>
        <p id={hintId} className="s">
          {problem ?? (invalid ? words.folderInvalid : words.folderHint)}
        </p>
      </div>
    </div>
  )
}
