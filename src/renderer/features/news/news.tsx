/// <reference types="vite/client" />
import { useId } from 'react'
import type { ReactNode } from 'react'
import changelog from '../../../../CHANGELOG.md?raw'
import { laterStrings } from '../../lib/later-strings'
import { Button } from '../../ui/button'
import { useModal } from '../../ui/use-modal'

/** What the newest version brought, as its changelog says it, in English. */
export function News({ onClose }: { onClose: () => void }): ReactNode {
  const dialog = useModal()
  const titleId = useId()
  return (
    <dialog ref={dialog} className="ask shortcuts" aria-labelledby={titleId} onCancel={onClose}>
      <h2 id={titleId}>{laterStrings.commands.news}</h2>
      <div className="news" tabIndex={0} role="group" aria-labelledby={titleId} lang="en">
        {newestNews(changelog).map(({ title, points }) => (
          <section key={title}>
            <h3 className="menu-label">{title}</h3>
            <ul>
              {points.map((point) => (
                <li key={point}>
                  <Plain text={point} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="ask-row">
        <Button onClick={onClose}>{laterStrings.commands.close}</Button>
      </div>
    </dialog>
  )
}

/** One heading of the changelog's newest part with its points, in the changelog's own words. */
interface NewsGroup {
  readonly title: string
  readonly points: readonly string[]
}

/** Reads the newest part of a changelog (Keep a Changelog) that says anything; empty: there is none. A point said twice is read once. */
export function newestNews(changelog: string): readonly NewsGroup[] {
  const parts = changelog
    .split(/^## .*$/m)
    .slice(1)
    .map(groupsOf)
  return parts.find((groups) => groups.length > 0) ?? []
}

function groupsOf(part: string): readonly NewsGroup[] {
  return part
    .split(/^### /m)
    .slice(1)
    .map((group) => {
      const [title = '', ...rest] = group.split('\n')
      const points = rest
        .join('\n')
        .split(/^- /m)
        .slice(1)
        .map((point) => point.replaceAll(/\s+/g, ' ').trim())
      return { title: title.trim(), points: [...new Set(points)] }
    })
    .filter(({ points }) => points.length > 0)
}

/** A line of the changelog: what stands between backticks as code, the stars of what is strong left out. */
function Plain({ text }: { text: string }): ReactNode {
  return text
    .replaceAll('**', '')
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
}
