import { useId } from 'react'
import type { ReactNode } from 'react'

interface NumberedProps {
  number: number
  title: string
  children: ReactNode
}

/** One step of the start page. */
export function Numbered({ number, title, children }: NumberedProps): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        <span className="no" aria-hidden="true">
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}
