import type { ReactNode } from 'react'
import { endKinds, type EndKind, type EndsChoice } from '../lib/ends-choice'
import { ruleWords } from '../lib/rule-words'
import { visibleString } from '../lib/visible-text'
import { Select } from './select'

interface EndsChoiceProps {
  value: EndsChoice
  /** The branch that is checked out; undefined: there is none to end with. */
  branch: string | undefined
  onChange: (value: EndsChoice) => void
}

const words = ruleWords.ends
const mostRuns = 1_000_000

/** When a standing yes ends. */
export function EndsChooser({ value, branch, onChange }: EndsChoiceProps): ReactNode {
  const labels: Record<EndKind, string | undefined> = {
    ...words,
    branch: branch === undefined ? undefined : words.branch(visibleString(branch)),
  }
  const options = endKinds.flatMap((kind) => {
    const label = labels[kind]
    return label === undefined ? [] : [{ value: kind, label }]
  })
  return (
    <p className="ends">
      <span aria-hidden>{words.title}</span>
      <Select
        label={words.title}
        value={value.kind}
        options={options}
        onChange={(kind) => {
          onChange({ ...value, kind })
        }}
      />
      {value.kind === 'runs' && (
        <input
          type="number"
          className="field"
          aria-label={words.runsLabel}
          min={1}
          max={mostRuns}
          step={1}
          value={value.runs}
          onChange={(event) => {
            const runs = event.target.valueAsNumber
            if (Number.isInteger(runs) && runs >= 1 && runs <= mostRuns) onChange({ ...value, runs })
          }}
        />
      )}
    </p>
  )
}
