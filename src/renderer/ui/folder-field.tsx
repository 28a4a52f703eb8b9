import { toFault } from '@shared/domain/fault'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../lib/shown-paths'
import { strings } from '../lib/strings'
import { useActions, useAppState } from '../state/context'
import { visibleSegments } from '../lib/visible-text'
import { Button } from './button'
import { UntrustedText } from './untrusted-text'
import { useFolderCompletion } from './use-folder-completion'

const words = strings.start

interface FolderFieldProps {
  value: string
  /** Nobody typed it. */
  isProposed: boolean
  /** The desktop has the system's own folder dialog; a browser has only the text. */
  desktop: boolean
  invalid: boolean
  /** Why the folder that is given cannot be used. */
  problem: string | undefined
  onChange: (folder: string) => void
  /** Its folders are those of this host, and these the words for them. */
  on?: { readonly host: string; readonly label: string; readonly hint: string }
}

/** The workspace, as a path that can be typed with completion, taken from the last ones and, on the desktop, chosen. */
export function FolderField({
  value,
  isProposed,
  desktop,
  invalid,
  problem,
  onChange,
  on,
}: FolderFieldProps): ReactNode {
  const hintId = useId()
  const listId = useId()
  const hiddenId = useId()
  const actions = useActions()
  const here = useAppState((state) => state.engine?.home ?? '')
  const home = on === undefined ? here : ''
  const [dialog, setDialog] = useState(desktop)
  const [failed, setFailed] = useState<string>()
  const completion = useFolderCompletion(value, on ?? { home }, onChange, isProposed)
  const { rows, active } = completion
  const open = rows.length > 0
  const pick = async (): Promise<void> => {
    try {
      const answer = await actions.pickFolder()
      if (answer.kind === 'picked' && answer.path !== undefined) onChange(answer.path)
      if (answer.kind === 'unsupported') setDialog(false)
      setFailed(undefined)
    } catch (error) {
      setFailed(toFault(error).message)
    }
  }
  const shown = isProposed ? withTilde(value, home) : value
  const hidden = visibleSegments(shown).filter(({ kind }) => kind === 'escape').length
  const wrong = failed ?? problem ?? (invalid ? words.folderInvalid : undefined)
  return (
    <>
      <span className="pill folder">
        <span aria-hidden="true">{words.folder}</span>
        <span className="folder-box">
          <input
            className="mono"
            role="combobox"
            aria-label={on?.label ?? words.folderLabel}
            aria-invalid={invalid || problem !== undefined}
            aria-describedby={hidden === 0 ? hintId : `${hiddenId} ${hintId}`}
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={active >= 0 ? `${listId}-${String(active)}` : undefined}
            autoComplete="off"
            placeholder={on?.hint ?? words.folderPlaceholder}
            spellCheck={false}
            value={shown}
            onFocus={(event) => {
              if (isProposed) event.target.select()
              completion.open()
            }}
            onBlur={() => {
              completion.close()
            }}
            onKeyDown={(event) => {
              if (completion.onKey(event)) event.preventDefault()
            }}
            onChange={(event) => {
              onChange(event.target.value)
              completion.open()
            }}
          />
          {open && (
            <div
              id={listId}
              role="listbox"
              className="completions folder-list"
              aria-label={completion.recent ? strings.folder.recent : strings.folder.completions}
            >
              {rows.map((folder, index) => (
                <div
                  key={folder}
                  id={`${listId}-${String(index)}`}
                  role="option"
                  aria-selected={index === active}
                  className="completion"
                  onMouseDown={(event) => {
                    event.preventDefault()
                  }}
                  onClick={() => {
                    completion.take(index)
                  }}
                >
                  <span className="mono">
                    <UntrustedText text={withTilde(folder, home)} />
                  </span>
                </div>
              ))}
            </div>
          )}
        </span>
      </span>
      {dialog && (
        <Button size="small" onClick={() => void pick()}>
          {words.openFolder}
        </Button>
      )}
      {hidden > 0 && (
        <p id={hiddenId} className="folder-wrong" role="note">
          {words.folderHidden(hidden)}{' '}
          <span className="mono">
            <UntrustedText text={shown} />
          </span>
        </p>
      )}
      <p id={hintId} className={wrong === undefined ? 'vh' : 'folder-wrong'}>
        {wrong === undefined ? (on?.hint ?? words.folderHint) : <UntrustedText text={wrong} />}
      </p>
      <span className="vh" role="status">
        {open && strings.folder.fitting(rows.length)}
      </span>
    </>
  )
}
