import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'

/** The sections of the page, by what they are called. */
export type SectionId = keyof typeof strings.settings.sections

/** Where a section stands on the page. */
export const sectionElementId = (id: SectionId): string => `settings-${id}`

/** One section: what it is about and, below, what it holds. Its heading takes the focus when it is gone to. */
export function SettingsSection({ id, children }: { id: SectionId; children: ReactNode }): ReactNode {
  const [title, lede] = strings.settings.sections[id]
  return (
    <section
      id={sectionElementId(id)}
      aria-labelledby={`${sectionElementId(id)}-title`}
      className="set-section"
    >
      <h2 id={`${sectionElementId(id)}-title`} tabIndex={-1}>
        {title}
      </h2>
      <p className="dim">{lede}</p>
      {children}
    </section>
  )
}
