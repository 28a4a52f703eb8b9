import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { moveByArrows } from '../../ui/arrow-keys'

const words = laterStrings.settings

interface NavProps {
  sections: readonly SectionId[]
  query: string
  onQuery: (query: string) => void
}

/** The sections beside the page, and the search in it. */
export function SettingsNav({ sections, query, onQuery }: NavProps): ReactNode {
  const current = useSectionInView(sections)
  useSectionKept(current)
  return (
    <nav
      className="set-nav"
      aria-label={words.list}
      onKeyDown={(event) => {
        moveByArrows(event, '.set-find, .set-link')
      }}
    >
      <input
        type="search"
        className="field set-find"
        aria-label={words.search}
        placeholder={words.search}
        value={query}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => {
          onQuery(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query !== '') onQuery('')
          if (event.key === 'Enter' && sections[0] !== undefined) goTo(sections[0])
        }}
      />
      <div className="set-links">
        {sections.map((id) => (
          <button
            key={id}
            type="button"
            className="rail-item set-link"
            aria-current={id === current ? 'location' : undefined}
            onClick={() => {
              goTo(id)
            }}
          >
            {words.sections[id][0]}
          </button>
        ))}
      </div>
      <p className="vh" role="status">
        {query.trim() !== '' && sections.length === 0 && words.nothingFits}
      </p>
    </nav>
  )
}

function goTo(id: SectionId): void {
  const section = document.getElementById(sectionElementId(id))
  section?.scrollIntoView()
  section?.querySelector('h2')?.focus({ preventScroll: true })
}

/** The section that stands at the top of what is seen. */
function useSectionInView(sections: readonly SectionId[]): SectionId | undefined {
  const [current, setCurrent] = useState(sections[0])
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        setCurrent((before) => sections.find((id) => seen.has(sectionElementId(id))) ?? before)
      },
      { rootMargin: '0px 0px -60% 0px' },
    )
    for (const id of sections) {
      const element = document.getElementById(sectionElementId(id))
      if (element !== null) observer.observe(element)
    }
    return () => {
      observer.disconnect()
    }
  }, [sections])
  return current
}

/** Keeps the section in the address's own state: a page that is loaded again, for another language, stands where it stood. */
function useSectionKept(current: SectionId | undefined): void {
  const [before] = useState(sectionKept)
  useEffect(() => {
    if (before !== undefined) goTo(before)
  }, [before])
  useEffect(() => {
    if (current !== undefined) keepSection(current)
  }, [current])
}

function keepSection(section: SectionId): void {
  if (section !== sectionKept()) history.replaceState({ section }, '')
}

function sectionKept(): SectionId | undefined {
  const { state } = history as { state: unknown }
  const kept = typeof state === 'object' && state !== null && 'section' in state ? state.section : undefined
  return sectionIds.find((id) => id === kept)
}

/** Gives the focus to a section's heading where the element that had it has left the page. */
function useFocusKept(id: SectionId): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const box = section.current
    if (box === null) return undefined
    let last: EventTarget | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      last = target
      keepSection(id)
    }
    const observer = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected) return
      last = null
      if (document.activeElement === document.body) box.querySelector('h2')?.focus({ preventScroll: true })
    })
    box.addEventListener('focusin', onFocus)
    observer.observe(box, { childList: true, subtree: true })
    return () => {
      box.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [id])
  return section
}

/** The sections of the page, by what they are called. */
export type SectionId = keyof typeof laterStrings.settings.sections

/** All sections, in the order of the page. */
export const sectionIds = Object.keys(laterStrings.settings.sections) as SectionId[]

/** Where a section stands on the page. */
const sectionElementId = (id: SectionId): string => `settings-${id}`

/**
 * One section: what it is about and, below, what it holds. Its heading takes the focus when it is gone to, and when what had it is gone (the row of what
 * was removed).
 */
export function SettingsSection({ id, children }: { id: SectionId; children: ReactNode }): ReactNode {
  const [title, lede] = laterStrings.settings.sections[id]
  const section = useFocusKept(id)
  return (
    <section
      ref={section}
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
