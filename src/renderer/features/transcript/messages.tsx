import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { endsOf } from '../../lib/long-text'
import { onDemand } from '../../lib/on-demand'
import { laterStrings } from '../../lib/later-strings'
import { useFoundHere } from '../../ui/found-here'
import { LeftOut, LongText } from '../../ui/long-text'
import { UntrustedText } from '../../ui/untrusted-text'

const marked = onDemand(async () => (await import('../../ui/prose')).Prose)

/** Markdown; as it was written until what reads it has come. */
function Prose({ text, growing = false }: { text: string; growing?: boolean }): ReactNode {
  const meanwhile = (
    <p className="as-typed">
      <UntrustedText text={text} />
    </p>
  )
  return <marked.Component text={text} growing={growing} meanwhile={meanwhile} />
}

/** The agent's message, growing while it streams. One of hundreds of pages shows its ends, and the whole as it was written. */
export const AssistantMessage = memo(function AssistantMessage({
  text,
  done,
}: {
  text: string
  done: boolean
}): ReactNode {
  const [asked, setWhole] = useState(false)
  const whole = useFoundHere() || asked
  const { head, between, tail } = endsOf(text)
  return (
    <div className="say" aria-busy={!done}>
      {between === undefined && <Prose text={text} growing={!done} />}
      {between !== undefined && whole && (
        <p className="as-typed">
          <UntrustedText text={text} />
        </p>
      )}
      {between !== undefined && !whole && (
        <>
          <Prose text={head} />
          <LeftOut
            characters={between}
            onShow={() => {
              setWhole(true)
            }}
          />
          <Prose text={tail} growing={!done} />
        </>
      )}
      {!done && <span className="caret" aria-hidden="true" />}
    </div>
  )
})

/** What the model let be seen of its reasoning, folded. */
export const Reasoning = memo(function Reasoning({ text, done }: { text: string; done: boolean }): ReactNode {
  const found = useFoundHere()
  return (
    <details key={String(found)} className="reasoning" aria-busy={!done} open={found}>
      <summary>{laterStrings.transcript.reasoning}</summary>
      <p>
        <LongText text={text} />
      </p>
    </details>
  )
})
