import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { Button, IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import type { ListAction } from './changes-keys'
import type { Layout } from './layout-storage'

const words = laterStrings.changes

interface ChangesBarProps {
  layout: Layout
  /** Whether there is room for both sides. */
  wide: boolean
  /** How many lines a comment would be about; 0: none is chosen. */
  chosen: number
  allFolded: boolean
  onAction: (action: ListAction) => void
  onFoldAll: (fold: boolean) => void
}

/** What can be done with the list: go on, lay it out, fold it, comment. */
export function ChangesBar({
  layout,
  wide,
  chosen,
  allFolded,
  onAction,
  onFoldAll,
}: ChangesBarProps): ReactNode {
  const split = wide && layout === 'side-by-side'
  const act = (action: ListAction) => () => {
    onAction(action)
  }
  return (
    <div className="ch-tools">
      <span className="ch-group" role="group" aria-label={words.layout}>
        <IconButton
          label={words.inline}
          aria-pressed={!split}
          onClick={split ? act({ kind: 'layout' }) : undefined}
        >
          <Icon name="rows-2" />
        </IconButton>
        <IconButton
          label={words.sideBySide}
          title={wide ? words.sideBySide : words.tooNarrow}
          aria-pressed={split}
          disabled={!wide}
          onClick={split ? undefined : act({ kind: 'layout' })}
        >
          <Icon name="columns-2" />
        </IconButton>
      </span>
      <span className="ch-group">
        <IconButton label={words.previousChange} onClick={act({ kind: 'step', what: 'change', by: -1 })}>
          <Icon name="up" />
        </IconButton>
        <IconButton label={words.nextChange} onClick={act({ kind: 'step', what: 'change', by: 1 })}>
          <Icon name="down" />
        </IconButton>
      </span>
      <IconButton
        label={allFolded ? words.expandAll : words.collapseAll}
        onClick={() => {
          onFoldAll(!allFolded)
        }}
      >
        {allFolded ? <Icon name="chevrons-up-down" /> : <Icon name="chevrons-down-up" />}
      </IconButton>
      <Button
        size="small"
        disabled={chosen === 0}
        title={chosen === 0 ? words.commentOff : words.commentOn(chosen)}
        onClick={act({ kind: 'comment' })}
      >
        <Icon name="message-square-plus" />
        {chosen > 1 ? words.commentOn(chosen) : words.comment}
      </Button>
    </div>
  )
}
