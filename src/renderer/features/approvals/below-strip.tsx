import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { Icon } from '../../ui/icon'

/** Room that the strip itself takes at the foot of what scrolls. */
const stripPx = 26
/** A few pixels of a part's own padding hide nothing. */
const slackPx = 8

interface BelowStripProps {
  scroller: RefObject<HTMLElement | null>
  /** What sticks to the end of the scroller, over what lies below; undefined: the strip alone, which has room of its own there. */
  foot?: string
}

/** Names what of a scroller is out of view below; nothing while all of it can be seen. */
export function BelowStrip({ scroller: box, foot }: BelowStripProps): ReactNode {
  const [text, setText] = useState<string>()
  useEffect(() => {
    const scroller = box.current
    if (scroller === null) return undefined
    const look = (): void => {
      setText(belowText(partsBelow(scroller, foot)))
    }
    const sizes = new ResizeObserver(look)
    const watchAll = (): void => {
      sizes.observe(scroller)
      for (const part of scroller.querySelectorAll('[data-part]')) sizes.observe(part)
      look()
    }
    const tree = new MutationObserver(watchAll)
    tree.observe(scroller, { childList: true, subtree: true })
    scroller.addEventListener('scroll', look, { passive: true })
    watchAll()
    return () => {
      sizes.disconnect()
      tree.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [box, foot])
  if (text === undefined) return undefined
  return (
    <p className="ap-more">
      <Icon name="down" />
      {text}
    </p>
  )
}

function partsBelow(scroller: HTMLElement, foot: string | undefined): (PanelPart | undefined)[] {
  const over = foot === undefined ? undefined : scroller.querySelector(foot)?.getBoundingClientRect().top
  const visibleEnd = (over ?? scroller.getBoundingClientRect().bottom) - stripPx
  const rest = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
  if (rest <= (foot === undefined ? stripPx : slackPx)) return []
  const parts = [...scroller.querySelectorAll<HTMLElement>('[data-part]')]
  const below = parts.flatMap((part) => {
    const { top, bottom } = part.getBoundingClientRect()
    if (bottom <= visibleEnd + slackPx) return []
    const name = known(part)
    return [name === 'facts' && top < visibleEnd ? 'moreFacts' : name]
  })
  return below.length === 0 ? [undefined] : below
}

function known(part: HTMLElement): PanelPart | undefined {
  const name = part.dataset['part']
  return isPanelPart(name) ? name : undefined
}

const words = laterStrings.assessment.parts

/** A part of the panel's body that can be out of view. */
type PanelPart = keyof typeof words

/** Whether a part's mark in the page is one that has a name. */
export function isPanelPart(name: string | undefined): name is PanelPart {
  return name !== undefined && Object.hasOwn(words, name)
}

/** What is said of the parts below: their names, each once, in the order of the page, or that there are some; undefined when there are none. */
export function belowText(parts: readonly (PanelPart | undefined)[]): string | undefined {
  const named = [...new Set(parts.flatMap((part) => (part === undefined ? [] : [words[part]])))]
  if (named.length > 0) return laterStrings.assessment.below(named.join(', '))
  return parts.length === 0 ? undefined : laterStrings.assessment.moreBelow
}
