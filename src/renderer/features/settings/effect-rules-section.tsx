import type { EffectRuleList, ListedRule } from '@shared/domain/offered-rule'
import { toFault, type Fault } from '@shared/domain/fault'
import { backTestInWords, coversInWords, endsInWords } from '@shared/messages/effect-rule'
import { upperFirst } from '@shared/messages/spoken'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { ruleWords } from '../../lib/rule-words'
import { formatMoment } from '../../lib/time'
import { usageInWords } from '../../lib/yes-usage'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { useNow } from '../../ui/age'
import { Button } from '../../ui/button'
import { DeniedThen } from '../../ui/denied-then'
import { FaultNote } from '../../ui/fault-message'
import { SuggestedRule } from './suggested-rule'
import { UntrustedText } from '../../ui/untrusted-text'

const words = ruleWords

/** The effect rules of the file: what each covers, what it would have answered, when it ends, and the way to take it out. */
export function EffectRulesSection(): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const [list, setList] = useState<EffectRuleList>()
  const [fault, setFault] = useState<Fault>()
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    let shown = true
    actions.listRules().then(
      (read) => {
        if (shown) setList(read)
      },
      (error: unknown) => {
        if (shown) setFault(toFault(error))
      },
    )
    return () => {
      shown = false
    }
  }, [actions])
  const change = (work: Promise<string | undefined>): void => {
    setFault(undefined)
    work
      .then(async (problem) => {
        setRefused(problem)
        setList(await actions.listRules())
      })
      .catch((error: unknown) => {
        setFault(toFault(error))
      })
  }
  return (
    <section className="effect-rules" aria-labelledby="effect-rules-title">
      <h3 id="effect-rules-title" className="tbl-title">
        {words.list}
      </h3>
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            setFault(undefined)
          }}
        />
      )}
      {refused !== undefined && (
        <p className="rule-bad" role="alert">
          <UntrustedText text={refused} />
        </p>
      )}
      {list?.problem !== undefined && (
        <p className="rule-bad" role="alert">
          {words.fileWrong} <UntrustedText text={list.problem} />
        </p>
      )}
      {list?.old !== undefined && (
        <p className="rule-bad" role="alert">
          {words.fileOld} <UntrustedText text={list.old} />
        </p>
      )}
      <SuggestedRule onAnswer={change} />
      {list !== undefined && list.rules.length === 0 && list.problem === undefined && (
        <p className="dim">{words.listEmpty}</p>
      )}
      {list !== undefined && list.rules.length > 0 && (
        <>
          <div className="panel">
            {list.rules.map((listed) => (
              <RuleRow key={listed.rule.name} listed={listed} onChange={change} />
            ))}
          </div>
          <p className="dim">
            {words.file}
            <code>
              <UntrustedText text={withTilde(list.file, home)} />
            </code>
          </p>
        </>
      )}
    </section>
  )
}

interface RuleRowProps {
  listed: ListedRule
  /** What was begun with it; resolves with the reason where nothing was done. */
  onChange: (work: Promise<string | undefined>) => void
}

function RuleRow({ listed: { rule, test, usage }, onChange }: RuleRowProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const now = useNow(60_000)
  const { name, commands, where, level, ends } = rule
  const place = where === undefined ? words.everywhere : where.join(', ')
  const suspended = usage?.standing === 'person' || usage?.standing === 'unused'
  const end = endsInWords(ends, (at) => formatMoment(at, now))
  return (
    <div className="prow effect-rule">
      <div className="grow">
        <div className="t">
          <UntrustedText text={name} />
        </div>
        <div className="s">
          {commands === undefined ? (
            words.anyCommand
          ) : (
            <code>
              <UntrustedText text={commands.join('; ')} />
            </code>
          )}{' '}
          <UntrustedText text={`(${place})`} />
        </div>
        <div className="s">
          <UntrustedText text={`${upperFirst(coversInWords(rule))}; ${words.levels[level]}; ${end}.`} />
        </div>
        {usage && <div className="s">{usageInWords(usage, ends, now)}</div>}
        <div className="s">{backTestInWords(test)}</div>
        <DeniedThen denied={test.denied} />
      </div>
      {usage && (
        <Button
          size="small"
          look="ghost"
          disabled={!connected}
          aria-label={(suspended ? words.resumeWhat : words.suspendWhat)(visibleString(name))}
          onClick={() => {
            onChange(actions.suspendRule(name, !suspended))
          }}
        >
          {suspended ? words.resume : words.suspend}
        </Button>
      )}
      <Button
        size="small"
        disabled={!connected}
        aria-label={words.removeWhat(visibleString(name))}
        onClick={() => {
          onChange(actions.removeRule(name))
        }}
      >
        {words.remove}
      </Button>
    </div>
  )
}
