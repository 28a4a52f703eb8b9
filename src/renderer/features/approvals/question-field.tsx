import type { QuestionField as Field } from '@shared/domain/question'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { visibleString } from '../../lib/visible-text'
import { strings } from '../../lib/strings'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'
import type { FormValues } from './form-values'

const words = strings.question
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
  const notes = useId()
  return (
    <div className="q-field" role="group" aria-labelledby={label} aria-describedby={notes}>
      <div id={label} className="q-label">
        <UntrustedText text={field.title ?? field.key} />
        {!field.required && <span className="dim"> ({words.optional})</span>}
      </div>
      <Control
        field={field}
        value={value}
        labelledBy={label}
        invalid={problem !== undefined}
        onChange={onChange}
      />
      <div id={notes} className="q-notes">
        {field.description !== undefined && (
          <p className="q-said">
            <UntrustedText text={field.description} />
          </p>
        )}
        {field.kind === 'text' && field.proposed !== undefined && <Proposed proposed={field.proposed} />}
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

function Proposed({ proposed }: { proposed: readonly { value: string; title: string }[] }): ReactNode {
  return (
    <div className="q-said">
      <p>{words.proposed}</p>
      <ul>
        {proposed.map(({ value, title }) => (
          <li key={value}>
            <UntrustedText text={title === '' ? value : `${value}: ${title}`} />
          </li>
        ))}
      </ul>
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
    case 'number':
      return (
        <input
          className="field"
          type="text"
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          spellCheck={false}
          aria-labelledby={labelledBy}
          aria-invalid={invalid}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        />
      )
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
