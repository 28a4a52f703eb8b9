import type { QuestionField as Field } from '@shared/domain/question'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { visibleString } from '../../lib/visible-text'
import { laterStrings } from '../../lib/later-strings'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'
import type { FormValues } from '../../state/form-values'
import { ProposedAnswers } from './proposed-answers'

const words = laterStrings.question
type Value = ReturnType<FormValues['get']>

interface QuestionFieldProps {
  field: Field
  value: Value
  /** What is expected instead; undefined when all is well, or nothing was sent yet. */
  problem: string | undefined
  onChange: (value: Value) => void
}

/** One thing that a server's form asks for: its own words, our control, and what is wrong. */
export function QuestionField({ field, value, problem, onChange }: QuestionFieldProps): ReactNode {
  const label = useId()
  const said = useId()
  const notes = useId()
  return (
    <div className="q-field" role="group" aria-labelledby={label} aria-describedby={`${said} ${notes}`}>
      <div id={label} className="q-label">
        <UntrustedText text={field.title ?? field.key} />
        {!field.required && <span className="dim"> ({words.optional})</span>}
      </div>
      {field.description !== undefined && (
        <p id={said} className="q-said">
          <UntrustedText text={field.description} />
        </p>
      )}
      <Control
        field={field}
        value={value}
        labelledBy={label}
        invalid={problem !== undefined}
        onChange={onChange}
      />
      <div id={notes} className="q-notes">
        {field.secret && <p className="status warn">{words.secret}</p>}
        {field.initial !== undefined && <p className="dim">{words.suggested}</p>}
        {problem !== undefined && (
          <p className="status bad" role="alert">
            {words.expected(problem)}
          </p>
        )}
      </div>
    </div>
  )
}

interface ControlProps {
  field: Field
  value: Value
  labelledBy: string
  invalid: boolean
  onChange: (value: Value) => void
}

function Control({ field, value, labelledBy, invalid, onChange }: ControlProps): ReactNode {
  const label = visibleString(field.title ?? field.key)
  switch (field.kind) {
    case 'text':
    case 'number': {
      const typed = (text: string, by: string, onText: (text: string) => void): ReactNode => (
        <input
          className="field"
          type="text"
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          spellCheck={false}
          aria-labelledby={by}
          aria-invalid={invalid}
          value={text}
          onChange={(event) => {
            onText(event.target.value)
          }}
        />
      )
      if (field.kind === 'number' || field.proposed === undefined || field.proposed.length === 0)
        return typed(typeof value === 'string' ? value : '', labelledBy, onChange)
      return (
        <ProposedAnswers
          proposed={field.proposed}
          value={typeof value === 'string' ? value : undefined}
          labelledBy={labelledBy}
          invalid={invalid}
          ownField={typed}
          onChange={onChange}
        />
      )
    }
    case 'switch':
      return (
        <Select
          label={label}
          value={value === undefined ? '' : String(value)}
          options={[
            { value: '', label: words.unset },
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]}
          onChange={(next) => {
            onChange(next === '' ? undefined : next === 'true')
          }}
        />
      )
    case 'one':
      return (
        <Select
          label={label}
          value={typeof value === 'string' ? `=${value}` : ''}
          options={[
            { value: '', label: words.unset },
            ...field.options.map((option) => ({
              value: `=${option.value}`,
              label: visibleString(option.title),
            })),
          ]}
          onChange={(next) => {
            onChange(next === '' ? undefined : next.slice(1))
          }}
        />
      )
    case 'several': {
      const chosen: readonly string[] = typeof value === 'object' ? value : []
      return (
        <div className="q-choices">
          {field.options.map((option) => (
            <label key={option.value}>
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={(event) => {
                  const others = chosen.filter((each) => each !== option.value)
                  onChange(event.target.checked ? [...others, option.value] : others)
                }}
              />
              <UntrustedText text={option.title} />
            </label>
          ))}
        </div>
      )
    }
  }
}
