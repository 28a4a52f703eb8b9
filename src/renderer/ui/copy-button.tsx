import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { IconButton } from './button'
import { Icon } from './icon'
import { UntrustedText } from './untrusted-text'

type Copied = 'no' | 'yes' | 'failed'

/** Copies a text; `state` says for two seconds whether it worked. */
export function useCopy(): { state: Copied; copy: (text: string) => void } {
  const [state, setState] = useState<Copied>('no')
  useEffect(() => {
    if (state === 'no') return undefined
    const timer = setTimeout(() => {
      setState('no')
    }, 2000)
    return () => {
      clearTimeout(timer)
    }
  }, [state])
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setState('yes')
      },
      () => {
        setState('failed')
      },
    )
  }
  return { state, copy }
}

export function copyLabel(state: Copied): string {
  if (state === 'no') return strings.button.copy
  return state === 'yes' ? strings.button.copied : strings.button.copyFailed
}

/** Whether a remedy is a sentence, and no command. */
export const isAdvice = (remedy: string): boolean => /^[A-Z]/.test(remedy)

/** The text with the mark that ends a sentence, where it has none. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What repairs something: a command with a button that copies it, or advice, which is a sentence and begins like one. */
export function Remedy({ text }: { text: string }): ReactNode {
  if (isAdvice(text)) return <p className="advice">{asSentence(text)}</p>
  return <RemedyCommand text={text} />
}

function RemedyCommand({ text }: { text: string }): ReactNode {
  const { state, copy } = useCopy()
  return (
    <span className="remedy">
      <span className="remedy-text">
        <UntrustedText text={text} />
      </span>
      <IconButton
        size="small"
        label={copyLabel(state)}
        onClick={() => {
          copy(text)
        }}
      >
        <Icon name={state === 'yes' ? 'check' : 'copy'} className="sm" />
      </IconButton>
    </span>
  )
}
