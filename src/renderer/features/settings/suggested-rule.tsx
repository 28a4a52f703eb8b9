import type { SuggestedRule as Suggested } from '@shared/domain/offered-rule'
import { backTestInWords, coversInWords } from '@shared/messages/effect-rule'
import { upperFirst } from '@shared/messages/spoken'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ruleWords as words } from '../../lib/rule-words'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { UntrustedText } from '../../ui/untrusted-text'

/** The one rule that is suggested today, with what it would have answered. Nothing where there is none, or it cannot be told. */
export function SuggestedRule({
  onAnswer,
}: {
  /** Resolves with the reason where nothing was done. */
  onAnswer: (work: Promise<string | undefined>) => void
}): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const [suggested, setSuggested] = useState<Suggested>()
  useEffect(() => {
    let shown = true
    // What cannot be told is no loss: nobody asked for it.
    actions.suggestRule().then(
      (told) => {
        if (shown) setSuggested(told.suggested)
      },
      () => undefined,
    )
    return () => {
      shown = false
    }
  }, [actions])
  if (!suggested) return null
  const { key, times, rule, test } = suggested
  const answer = (take: boolean): void => {
    setSuggested(undefined)
    onAnswer(actions.suggestRule({ key, take }).then(({ problem }) => problem))
  }
  return (
    <div className="panel" role="group" aria-label={words.suggestedTitle}>
      <div className="prow effect-rule">
        <div className="grow">
          <div className="s">{words.suggested(times)}</div>
          <div className="t">
            <code>
              <UntrustedText text={(rule.commands ?? []).join('; ')} />
            </code>{' '}
            <UntrustedText text={`(${(rule.where ?? []).join(', ')})`} />
          </div>
          <div className="s">
            <UntrustedText text={`${upperFirst(coversInWords(rule))}.`} />
          </div>
          <div className="s">{backTestInWords(test)}</div>
        </div>
        <Button
          size="small"
          look="ghost"
          disabled={!connected}
          onClick={() => {
            answer(false)
          }}
        >
          {words.dismiss}
        </Button>
        <Button
          size="small"
          disabled={!connected}
          onClick={() => {
            answer(true)
          }}
        >
          {words.take}
        </Button>
      </div>
    </div>
  )
}
