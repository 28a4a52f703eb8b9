import { useId } from 'react'
import type { ReactNode } from 'react'

interface ProviderFieldProps {
  words: { readonly label: string; readonly example: string }
  value: string
  /** What is expected instead; undefined when all is well. */
  problem: string | undefined
  secret: boolean
  onChange: (value: string) => void
}

/** One line of the form, with what is wrong under it. */
export function ProviderField({ words, value, problem, secret, onChange }: ProviderFieldProps): ReactNode {
  const id = useId()
  const problemId = useId()
  return (
    <div>
      <label htmlFor={id}>{words.label}</label>
      <input
        id={id}
        className="field"
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.example}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onChange={(event) => {
          onChange(event.target.value)
        }}
      />
      {problem !== undefined && (
        <span id={problemId} className="s status bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
