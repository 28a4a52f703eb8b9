import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.question

interface ProposedAnswersProps {
  proposed: readonly { readonly value: string; readonly title: string }[]
  /** What is answered so far, here or where the question stood before. */
  value: string | undefined
  /** The id of what the question is called. */
  labelledBy: string
  invalid: boolean
  /** The field for an answer in one's own words, with this text in it. */
  ownField: (text: string, labelledBy: string, onChange: (text: string) => void) => ReactNode
  onChange: (value: string | undefined) => void
}

/** Answers that are proposed, one of which can be chosen, and a field for any other. Nothing is chosen to begin with. */
export function ProposedAnswers({
  proposed,
  value: answered,
  labelledBy,
  invalid,
  ownField,
  onChange,
}: ProposedAnswersProps): ReactNode {
  const name = useId()
  const own = useId()
  const [chosen, setChosen] = useState<number | 'own' | undefined>(() => {
    if (answered === undefined) return undefined
    const at = proposed.findIndex(({ value }) => value === answered)
    return at === -1 ? 'own' : at
  })
  const [text, setText] = useState(chosen === 'own' ? (answered ?? '') : '')
  return (
    <div className="q-choices" role="radiogroup" aria-labelledby={labelledBy} aria-invalid={invalid}>
      {proposed.map(({ value, title }, at) => (
        <label key={value}>
          <input
            type="radio"
            className="radio"
            name={name}
            checked={chosen === at}
            onChange={() => {
              setChosen(at)
              onChange(value)
            }}
          />
          <span>
            <UntrustedText text={value} />
            {title !== '' && (
              <small className="q-said">
                <UntrustedText text={title} />
              </small>
            )}
          </span>
        </label>
      ))}
      <label>
        <input
          type="radio"
          className="radio"
          name={name}
          checked={chosen === 'own'}
          onChange={() => {
            setChosen('own')
            onChange(text)
          }}
        />
        <span id={own}>{words.another}</span>
      </label>
      {ownField(text, `${labelledBy} ${own}`, (next) => {
        setText(next)
        setChosen('own')
        onChange(next)
      })}
    </div>
  )
}
