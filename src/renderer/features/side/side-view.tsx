import type { SessionSummary } from '@shared/domain/session'
import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { onDemand } from '../../lib/on-demand'
import type { SideTab } from '../../state/app-state'
import { useWindow } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { ChangedFiles } from './changed-files'
import { Decisions } from './decisions'
import { PlanNow } from './plan-now'
import { Use } from './use'
import { useOverview } from './use-overview'
import '../../styles/side.css'

const words = laterStrings.side
const tabs = ['decisions', 'files', 'plan', 'use', 'terminal'] as const
/** Its program is large, and few sessions have one. */
const Terminal = onDemand(async () => (await import('./terminal/terminal-tab')).TerminalTab)

/** What stands beside a session, one of its parts at a time. It only shows, but for the terminal: nothing in it answers or changes anything. */
export function SideView({ session, tab }: { session: SessionSummary; tab: SideTab }): ReactNode {
  const { store } = useWindow()
  const id = useId()
  const overview = useOverview(session.id)
  const close = (): void => {
    store.setState({ side: undefined })
    document.querySelector<HTMLElement>('.bar .side-toggle')?.focus()
  }
  return (
    <aside
      className="side"
      data-tab={tab}
      aria-label={words.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <header className="side-head">
        <div role="tablist" aria-label={words.title} onKeyDown={moveAmongTabs}>
          {tabs.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`${id}${each}`}
              aria-selected={each === tab}
              aria-controls={`${id}panel`}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => {
                store.setState({ side: each })
              }}
            >
              {words.tabs[each]}
            </button>
          ))}
        </div>
        <IconButton label={words.close} size="small" onClick={close}>
          <Icon name="x" className="sm" />
        </IconButton>
      </header>
      <div
        className="side-body"
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${tab}`}
        tabIndex={0}
      >
        {tab === 'terminal' ? (
          <Terminal.Component
            session={session}
            meanwhile={<p className="dim side-note">{words.reading}</p>}
          />
        ) : tab === 'files' ? (
          <ChangedFiles session={session} />
        ) : overview === undefined ? (
          <p className="dim side-note">{words.reading}</p>
        ) : (
          <>
            {tab === 'decisions' && <Decisions overview={overview} sessionId={session.id} />}
            {tab === 'plan' && <PlanNow overview={overview} />}
            {tab === 'use' && <Use sessionId={session.id} overview={overview} />}
          </>
        )}
      </div>
    </aside>
  )
}

/** Left and right go from tab to tab and open it. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = all.findIndex((each) => each === document.activeElement)
  const next = all.at((at + step) % all.length)
  next?.focus()
  next?.click()
}
