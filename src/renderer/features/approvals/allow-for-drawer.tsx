import type { ApprovalRequest } from '@shared/domain/approval'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { EndsChooser } from '../../ui/ends-choice'
import { Keys } from '../../ui/keys'
import { UntrustedText } from '../../ui/untrusted-text'
import { lastingKinds, longerScopes, scopeOff } from './allow-for'
import type { AllowForChoice, ForScope, LongerScope } from './allow-for'
import { BelowStrip } from './below-strip'
import { RuleSummary } from './rule-summary'
import { RuleSheet } from './rule-sheet'
import type { EffectRuleForm } from './use-effect-rules'
import type { RuleEnds } from './use-panel'
import type { EditedRule } from './use-rule'

interface AllowForDrawerProps {
  request: ApprovalRequest
  choice: AllowForChoice
  /** The rule's text where it can be edited. */
  rule: EditedRule | undefined
  ends: RuleEnds
  effects: EffectRuleForm
  /** A part of what was rehearsed is left out: a rule is of all of it. */
  part: boolean
  onChoice: (choice: AllowForChoice) => void
  onBack: () => void
  /** The button that gives the grant. */
  children: ReactNode
}

const words = laterStrings.allowFor

/**
 * Opened by the person, so it may take the focus. How long a yes holds is chosen on the left; on the right stands in
 * words what would be kept. No key gives it: the form has no submit, and its button takes no Enter and no Space.
 */
export function AllowForDrawer(props: AllowForDrawerProps): ReactNode {
  const { request, choice, rule, ends, effects, part, onChoice, onBack, children } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const kinds = lastingKinds(request)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [])
  return (
    <form
      ref={form}
      data-part="form"
      className="drawer two"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <div className="drawer-choices">
        <div>
          <h3 id={`${id}-for`}>{words.title}</h3>
          <div className="opts" role="radiogroup" aria-labelledby={`${id}-for`}>
            {longerScopes.map((scope) => (
              <Choice
                key={scope}
                name={`${id}-scope`}
                checked={choice.scope === scope}
                off={scopeOff(request, choice.kind, scope)}
                hint={words.scopeHints[scope]}
                onPick={() => {
                  onChoice({ ...choice, scope })
                }}
              >
                <ScopeName request={request} scope={scope} />
              </Choice>
            ))}
            <Choice
              name={`${id}-scope`}
              checked={choice.scope === 'effects'}
              off={part ? laterStrings.effectRules.partOff : scopeOff(request, choice.kind, 'effects')}
              hint={laterStrings.effectRules.scopeHint}
              onPick={() => {
                onChoice({ ...choice, scope: 'effects' })
              }}
            >
              {laterStrings.effectRules.scope}
            </Choice>
          </div>
        </div>
        {kinds.length > 1 && choice.scope !== 'effects' && (
          <div>
            <h3 id={`${id}-kind`}>{words.kind}</h3>
            <div className="opts" role="radiogroup" aria-labelledby={`${id}-kind`}>
              {kinds.map((kind) => (
                <Choice
                  key={kind}
                  name={`${id}-kind`}
                  checked={choice.kind === kind}
                  off={undefined}
                  hint={words.kindHints[kind]}
                  onPick={() => {
                    onChoice({ ...choice, kind })
                  }}
                >
                  {words.kinds[kind]}
                </Choice>
              ))}
            </div>
          </div>
        )}
      </div>
      <div>
        <h3>{titleOf(choice.scope)}</h3>
        {choice.scope === 'effects' ? (
          <RuleSheet form={effects} />
        ) : (
          <>
            <RuleSummary request={request} choice={choice} rule={rule} />
            {choice.scope === 'rule' && (
              <EndsChooser value={ends.chosen} branch={ends.branch} onChange={ends.choose} />
            )}
          </>
        )}
        <div className="drawer-acts">
          {children}
          <Button look="ghost" onClick={onBack}>
            {laterStrings.approval.back}
            <Keys keys={['Esc']} />
          </Button>
        </div>
      </div>
      <div className="below-at-end">
        <BelowStrip scroller={form} foot=".drawer-acts" />
      </div>
    </form>
  )
}

const titleOf = (scope: ForScope): string => {
  if (scope === 'effects') return laterStrings.effectRules.title
  return scope === 'rule' ? words.ruleTitle : words.grantTitle
}

function ScopeName({ request, scope }: { request: ApprovalRequest; scope: LongerScope }): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  switch (scope) {
    case 'turn':
      return words.scopes.turn(request.turnNumber)
    case 'session':
      return words.scopes.session()
    case 'rule':
      return (
        <>
          {words.ruleScope}
          <code>
            <UntrustedText text={withTilde(request.cwd, home)} />
          </code>
        </>
      )
  }
}

interface ChoiceProps {
  name: string
  checked: boolean
  /** Why it cannot be chosen. */
  off: string | undefined
  hint: string
  onPick: () => void
  children: ReactNode
}

function Choice({ name, checked, off, hint, onPick, children }: ChoiceProps): ReactNode {
  return (
    <label className={off === undefined ? 'opt' : 'opt off'}>
      <input
        type="radio"
        className="radio"
        name={name}
        checked={checked}
        disabled={off !== undefined}
        onChange={onPick}
      />
      <span>{children}</span>
      <small>{off ?? hint}</small>
    </label>
  )
}
