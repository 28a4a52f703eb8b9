import { backTestInWords, widthInWords } from '@shared/messages/effect-rule'
import { filesInWords } from '@shared/messages/amounts'
import type { EffectRule } from '@shared/domain/effect-rule'
import type { OfferedRule } from '@shared/domain/offered-rule'
import { type ReactNode, useId } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { ruleWords } from '../../lib/rule-words'
import { DeniedThen } from '../../ui/denied-then'
import { EndsChooser } from '../../ui/ends-choice'
import { UntrustedText } from '../../ui/untrusted-text'
import type { EffectRuleForm } from './use-effect-rules'

const words = ruleWords

/** Where the form has one column it was below what is seen. */
const showItself = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' })
}

/** The rules that a rehearsal can become: how far each goes, what it would have answered, and when it ends. */
export function RuleSheet({ form }: { form: EffectRuleForm }): ReactNode {
  const { offered, picked, problem } = form
  const id = useId()
  if (offered === undefined)
    return (
      <p className="hint" role="status">
        {problem === undefined ? words.reading : <UntrustedText text={`${words.failed} ${problem}`} />}
      </p>
    )
  if (picked === undefined) return <p className="hint">{words.none}</p>
  return (
    <>
      {problem !== undefined && (
        <p className="hint rule-bad" role="alert">
          {offered.problem !== undefined && <>{words.problem} </>}
          <UntrustedText text={problem} />
        </p>
      )}
      <div ref={showItself} className="opts" role="radiogroup" aria-label={words.covers}>
        {offered.rules.map((each) => (
          <Width
            key={each.width}
            name={`${id}-width`}
            offered={each}
            checked={each.width === picked.width}
            onPick={() => {
              form.pick(each.width)
            }}
          />
        ))}
      </div>
      <DeniedThen denied={picked.test.denied} />
      <EndsChooser value={form.ends} branch={offered.branch} onChange={form.setEnds} />
      <Whole rule={picked.rule} />
    </>
  )
}

interface WidthProps {
  name: string
  offered: OfferedRule
  checked: boolean
  onPick: () => void
}

function Width({ name, offered, checked, onPick }: WidthProps): ReactNode {
  return (
    <label className="opt">
      <input type="radio" className="radio" name={name} checked={checked} onChange={onPick} />
      <span>
        <UntrustedText text={widthInWords(offered)} />
      </span>
      <small>{backTestInWords(offered.test)}</small>
    </label>
  )
}

/** The rule whole, as it is saved: nothing is that does not stand here. */
function Whole({ rule }: { rule: EffectRule }): ReactNode {
  const { deletes } = rule
  return (
    <div className="told scroll" tabIndex={0} role="group" aria-label={laterStrings.effectRules.title}>
      <dl className="rows">
        <dt>{words.command}</dt>
        <Lines texts={rule.commands ?? []} />
        <dt>{words.folder}</dt>
        <Lines texts={rule.where ?? []} />
        {rule.writes.length > 0 && (
          <>
            <dt>{words.writes}</dt>
            <Lines texts={rule.writes} />
          </>
        )}
        {deletes && (
          <>
            <dt>{words.deletes}</dt>
            <Lines texts={deletes.below}>
              {words.atMost(filesInWords(deletes.files))}
              {deletes.unsaved > 0 && words.unsaved(deletes.unsaved)}
            </Lines>
          </>
        )}
        <dt>{words.level}</dt>
        <dd>{words.levels[rule.level]}</dd>
      </dl>
    </div>
  )
}

function Lines({ texts, children }: { texts: readonly string[]; children?: ReactNode }): ReactNode {
  return (
    <dd className="lines">
      {texts.map((text) => (
        <code key={text} className="line">
          <UntrustedText text={text} />
        </code>
      ))}
      {children !== undefined && <span className="sub">{children}</span>}
    </dd>
  )
}
