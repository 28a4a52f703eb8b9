import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { showArchive } from '../../lib/show-archive'
import { useArchivedCount } from '../../state/use-archived-count'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'

const words = laterStrings.empty

/** Where the rail lists nothing: no session was begun yet, all are archived, or there is none that was looked for. */
export function RailEmpty({ of }: { of: 'sessions' | 'search' }): ReactNode {
  return of === 'search' ? <EmptyState picture={of} {...words.search} size="part" /> : <NoneOpen />
}

function NoneOpen(): ReactNode {
  const archived = useArchivedCount()
  if (archived === undefined) return undefined
  const { count, more } = archived
  if (count === 0) return <EmptyState picture="sessions" {...words.sessions} size="part" />
  return (
    <EmptyState
      picture="sessions"
      title={words.archived.title}
      text={words.archived.text(count, more)}
      size="part"
    >
      <Button size="small" onClick={showArchive}>
        {words.archived.show}
      </Button>
    </EmptyState>
  )
}
