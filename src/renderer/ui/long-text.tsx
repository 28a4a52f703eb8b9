import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../lib/later-strings'
import { endsOf } from '../lib/long-text'
import { Button } from './button'
import { useFoundHere } from './found-here'
import { UntrustedText } from './untrusted-text'

/** Untrusted text of any length: whole, or its two ends until the person asks for what stands between them. */
export function LongText({ text }: { text: string }): ReactNode {
  const [asked, setWhole] = useState(false)
  const whole = useFoundHere() || asked
  const { head, between, tail } = endsOf(text)
  if (whole || between === undefined) return <UntrustedText text={text} />
  return (
    <>
      <UntrustedText text={head} />
      <LeftOut
        characters={between}
        onShow={() => {
          setWhole(true)
        }}
      />
      <UntrustedText text={tail} />
    </>
  )
}

/** Stands where characters of a long text are not drawn, and has them drawn. */
export function LeftOut({ characters, onShow }: { characters: number; onShow: () => void }): ReactNode {
  return (
    <span className="left-out">
      <Button size="small" onClick={onShow}>
        {laterStrings.transcript.showBetween(characters)}
      </Button>
    </span>
  )
}
