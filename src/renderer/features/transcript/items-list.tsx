import { createContext, useContext, useLayoutEffect } from 'react'
import type { CSSProperties, ReactNode, Ref } from 'react'

/** Told when the height of the list has changed, before it is painted. */
export const ItemsHeight = createContext<() => void>(() => undefined)

interface ItemsListProps {
  style: CSSProperties
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** The box that is as high as all items together, of which some are drawn. */
export function ItemsList({ style, children, ref }: ItemsListProps): ReactNode {
  const onHeight = useContext(ItemsHeight)
  const { height } = style
  useLayoutEffect(() => {
    onHeight()
    // The list's own effect comes after this one, and may move what is seen for what has shrunk above.
    queueMicrotask(onHeight)
  }, [onHeight, height])
  // While it scrolls the list would take no clicks; following its end it scrolls all the time.
  return (
    <div ref={ref} role="list" style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  )
}
