import { useContext, useId, useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { isDemo } from '../../state/model-choices'
import { runsTurn } from '../../state/queued-messages'
import type { TranscriptItem } from '../../state/transcript-items'
import { Button } from '../../ui/button'
import { Icon, type IconName } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { demoFacts } from './demo-facts'
import { ItemsHeight } from './items-list'

const words = laterStrings.demoEnd

interface DemoEndProps {
  sessionId: string
  items: readonly TranscriptItem[]
}

/** The end of a demo: what happened in it, undoing that, and the way to one's own work. Nothing in other sessions, and before its script is over. */
export function DemoEnd({ sessionId, items }: DemoEndProps): ReactNode {
  const demo = useAppState((state) => isDemo(sessionId, state))
  const runs = useAppState((state) => runsTurn(state, sessionId))
  const onHeight = useContext(ItemsHeight)
  // What is said after the script is answered in a moment: it stays meanwhile.
  const isOver = !runs || items.filter(({ kind }) => kind === 'user').length > 1
  const shown = demo && items.length > 0 && isOver
  useLayoutEffect(onHeight, [onHeight, shown])
  return shown ? <Closing sessionId={sessionId} items={items} /> : undefined
}

function Closing({ sessionId, items }: DemoEndProps): ReactNode {
  const actions = useActions()
  const titleId = useId()
  const facts = useMemo(() => demoFacts(items), [items])
  const { lastRun, undoable } = facts
  return (
    <section className="demo-end card" aria-labelledby={titleId}>
      <h2 id={titleId}>{words.title}</h2>
      <ul>
        {lines(facts).map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} className="sm" />
            <span>
              <UntrustedText text={text} />
            </span>
          </li>
        ))}
      </ul>
      <div className="acts">
        <Button
          look="primary"
          onClick={() => {
            actions.show({ kind: 'start' })
          }}
        >
          {words.openProject}
        </Button>
        {lastRun !== undefined && (
          <Button
            aria-haspopup="dialog"
            onClick={() => {
              actions.askRestore(sessionId, 'undo', lastRun.id)
            }}
          >
            <Icon name="undo" className="sm" />
            {lastRun.files === undoable ? words.undo : words.undoLast(lastRun.files)}
          </Button>
        )}
      </div>
    </section>
  )
}

function lines({
  asked,
  allowed,
  denied,
  unanswered,
  rules,
  undoable,
  undone,
  untouched,
}: ReturnType<typeof demoFacts>): readonly { readonly icon: IconName; readonly text: string }[] {
  const files = [
    ...(undone > 0 ? [words.undone(undone)] : []),
    ...(undoable > 0 ? [words.undoable(undoable)] : []),
    ...(untouched ? [words.untouched] : []),
  ]
  return [
    { icon: 'shield', text: words.answers(asked, allowed, denied, unanswered) },
    ...(rules.length > 0 ? [{ icon: 'check', text: words.byRules(rules) } as const] : []),
    ...(files.length > 0 ? [{ icon: 'undo', text: files.join(' ') } as const] : []),
  ]
}
