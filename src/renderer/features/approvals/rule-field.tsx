import { useId } from 'react'
import type { ReactNode } from 'react'
import { withMarks, withoutMarks } from '../../lib/marked-text'
import { strings } from '../../lib/strings'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { FieldWarnings } from './field-warnings'
import type { EditedRule, RuleVerdict } from './use-rule'

const words = strings.allowFor

/** The rule's text, to be edited, with the engine's word on it below. Enter makes no line and saves nothing. */
export function RuleField({ rule, of }: { rule: EditedRule; of: 'command' | 'host' }): ReactNode {
  const id = useId()
  const invalid = rule.verdict.kind === 'invalid'
  return (
    <>
      <textarea
        className="field mono rule-text as-written"
        rows={Math.min(4, Math.max(1, Math.ceil(rule.text.length / 48)))}
        spellCheck={false}
        maxLength={20_000}
        aria-label={words.editLabel[of]}
        aria-invalid={invalid}
        aria-describedby={id}
        value={withMarks(rule.text)}
        onChange={(event) => {
          rule.onText(withoutMarks(event.target.value.replaceAll('\n', ' ')))
        }}
      />
      <FieldWarnings text={rule.text} />
      <p id={id} className={invalid ? 'hint after rule-bad' : 'hint after'} aria-live="polite">
        <Verdict verdict={rule.verdict} of={of} />
      </p>
    </>
  )
}

function Verdict({ verdict, of }: { verdict: RuleVerdict; of: 'command' | 'host' }): ReactNode {
  switch (verdict.kind) {
    case 'valid':
      return (
        <>
          <Icon name="check" className="sm" />
          {words.valid[of]}
        </>
      )
    case 'checking':
      return words.checking
    case 'unchecked':
      return words.unchecked
    case 'invalid':
      return <UntrustedText text={verdict.problem} />
  }
}
