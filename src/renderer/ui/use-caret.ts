import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Puts the caret where it belongs as soon as the field has the text that it belongs to, before anything else can be typed there: what is
 * typed at once goes on behind it.
 */
export function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
): (text: string, caret: number) => void {
  const wanted = useRef<{ readonly text: string; readonly caret: number }>(undefined)
  const put = (): void => {
    if (wanted.current === undefined || field.current?.value !== wanted.current.text) return
    field.current.setSelectionRange(wanted.current.caret, wanted.current.caret)
    wanted.current = undefined
  }
  useLayoutEffect(put)
  return (text, caret) => {
    wanted.current = { text, caret }
    put()
  }
}
