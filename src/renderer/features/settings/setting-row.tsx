import type { SettingEdit } from '@shared/domain/settings-view'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'
import type { Field } from './setting-fields'

const words = laterStrings.settings

interface RowProps {
  field: Field
  /** Why the last edit of this row was not made. */
  problem: string | undefined
  onEdit: (value: SettingEdit['value']) => void
}

/** One setting: what it is, what it is set to, where that comes from, and why an edit was refused. */
export function SettingLine({ field, problem, onEdit }: RowProps): ReactNode {
  const [title, hint] = words.fields[field.key]
  const home = useAppState((state) => state.engine?.home ?? '')
  const fixed = field.source !== 'default' && field.source !== 'config'
  return (
    <div className="prow setting">
      <div className="grow">
        <div className="t">{title}</div>
        <div className="s">
          {fixed ? (
            <UntrustedText text={words.fixed(withTilde(field.where ?? words.elsewhere, home))} />
          ) : (
            hint
          )}
        </div>
        {problem !== undefined && (
          <div className="s status bad" role="alert">
            <UntrustedText text={problem} />
          </div>
        )}
      </div>
      <div className="setting-value">
        <Entry field={field} title={title} fixed={fixed} onEdit={onEdit} />
        {/* What nobody has set needs no word of where it comes from. */}
        <div className="s" title={field.where}>
          {field.source !== 'default' && words.from[field.source]}
          {field.source === 'config' && (
            <Button
              size="small"
              look="ghost"
              aria-label={words.resetWhat(title)}
              onClick={() => {
                onEdit(null)
              }}
            >
              {words.reset}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

interface EntryProps {
  field: Field
  title: string
  fixed: boolean
  onEdit: (value: SettingEdit['value']) => void
}

function Entry({ field, title, fixed, onEdit }: EntryProps): ReactNode {
  const { control, value } = field
  if (fixed) {
    const label =
      control.kind === 'choice' ? control.options.find((each) => each.value === value)?.label : undefined
    return <UntrustedText text={label ?? (value === '' ? words.notSet : value)} />
  }
  switch (control.kind) {
    case 'choice':
      return (
        <Select
          label={title}
          value={value}
          options={control.options}
          onChange={(next) => {
            onEdit(control.parse === undefined ? next : control.parse(next))
          }}
        />
      )
    case 'switch':
      return (
        <Select
          label={title}
          value={value}
          options={[
            { value: 'true', label: words.on },
            { value: 'false', label: words.off },
          ]}
          onChange={(next) => {
            onEdit(next === 'true')
          }}
        />
      )
    case 'text':
      return (
        <TextEntry
          key={value}
          title={title}
          value={value}
          onDone={(text) => {
            onEdit(control.parse(text))
          }}
        />
      )
  }
}

/** Written when it is left or Enter is pressed; Escape takes the typing back. */
function TextEntry({
  title,
  value,
  onDone,
}: {
  title: string
  value: string
  onDone: (text: string) => void
}): ReactNode {
  const [text, setText] = useState(value)
  const done = (): void => {
    if (text.trim() !== value) onDone(text.trim())
  }
  return (
    <input
      className="field"
      type="text"
      aria-label={title}
      placeholder={words.notSet}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') setText(value)
      }}
    />
  )
}
