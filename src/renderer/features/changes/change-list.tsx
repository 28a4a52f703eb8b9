import { memo, useCallback, useState, useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import { laterStrings } from '../../lib/later-strings'
import { hasCommandOnly } from '../../lib/keyboard'
import { visibleString } from '../../lib/visible-text'
import type { LineComment } from '../../state/line-comments'
import { InlineRow, SideBySideRow } from '../../ui/diff/diff-row'
import type { ShownLines } from '../../ui/diff/shown-lines'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { useRowsInTurn, useTurn } from '../../ui/use-rows-in-turn'
import type { RowsInTurn } from '../../ui/use-rows-in-turn'
import { listAction } from './changes-keys'
import type { ListAction } from './changes-keys'
import type { ChangeRow, Place, ShownFile } from './changes-rows'
import { FileHead } from './file-head'
import { FilePreview } from './file-preview'
import type { Cursor } from './use-cursor'

const words = laterStrings.changes

interface ChangeListProps {
  box: RefObject<HTMLDivElement | null>
  handle: RefObject<VirtualizerHandle | null>
  label: string
  keysId: string
  rows: readonly ChangeRow[]
  files: readonly ShownFile[]
  cursor: Cursor
  folded: ReadonlySet<number>
  nameOf: (path: string) => string
  comments: readonly LineComment[]
  /** The comment that has just been begun. */
  fresh: string | undefined
  onAction: (action: ListAction) => void
  onFold: (file: number) => void
  onWhole: (file: number) => void
  onPreview: (file: number) => void
  onComment: (comment: LineComment) => void
  onDrop: (id: string) => void
  onSend: () => void
  onScroll: () => void
  onBack: () => void
}

/** All rows, of which those near the eye are drawn; the keys act while the list itself has the focus. */
export function ChangeList(props: ChangeListProps): ReactNode {
  const { box, handle, label, keysId, rows, cursor, onAction, onScroll } = props
  const turns = useRowsInTurn(box, handle, { away: true, fastPx: quick })
  const latest = useRef(cursor)
  useEffect(() => {
    latest.current = cursor
  })
  const onPick = useCallback<Pick>((place, extend) => {
    latest.current.go(place, extend)
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const action = event.target === event.currentTarget ? listAction(event) : undefined
    if (action === undefined) return
    event.preventDefault()
    onAction(action)
  }
  return (
    <>
      <div
        ref={box}
        className="diff ch-lines"
        tabIndex={0}
        role="group"
        aria-label={label}
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
      >
        <Virtualizer ref={handle} data={rows} onScroll={onScroll} itemSize={18}>
          {(row, index) => (
            <div
              key={isLine(row) ? turns.keyOf(index) : index}
              className={index === cursor.row ? 'ch-row at' : 'ch-row'}
            >
              <Row {...props} row={row} index={index} turns={turns} onPick={onPick} />
            </div>
          )}
        </Virtualizer>
      </div>
      <span className="ch-edge" />
    </>
  )
}

type LineRow = Extract<ChangeRow, { kind: 'line' | 'pair' }>
type Pick = (place: Place, extend: boolean) => void
const isLine = ({ kind }: ChangeRow): boolean => kind === 'line' || kind === 'pair'
/** Moved by more pixels than this in a frame, the lines that come have neither colours nor numbers, and nothing is looked for in them. */
const quick = 150

interface LineProps {
  readonly row: LineRow
  readonly shown: ShownLines
  /** Of what is known of its colours. */
  readonly version: number
  readonly index: number
  readonly turns: RowsInTurn
  readonly chosen: boolean
  readonly onPick: Pick
}

/** The line of a row that was clicked on; undefined for a button of it, and where text of it was marked. */
function clickedLine(row: LineRow, { target, detail }: MouseEvent<HTMLDivElement>): number | undefined {
  if (!(target instanceof Element) || target.closest('button, label') !== null || detail > 1) return undefined
  if (getSelection()?.isCollapsed === false) return undefined
  if (row.kind === 'line') return row.at
  const { before, after, across } = row.pair
  const half = target.closest('.half')
  return half === null ? across : ((half.previousElementSibling === null ? before : after) ?? undefined)
}

/** A line that is on screen already is not made again for those that come to it; one that came by quickly is drawn whole in its turn. */
const Line = memo(
  function Line({ row, shown, index, turns, chosen, onPick }: LineProps): ReactNode {
    const plain = useTurn(turns, index, false) !== undefined
    const pick = (at: number, extend: boolean): void => {
      onPick({ file: row.file, at }, extend)
    }
    const onClick = (event: MouseEvent<HTMLDivElement>): void => {
      const at = clickedLine(row, event)
      if (at !== undefined) pick(at, event.shiftKey)
    }
    return (
      // By keys the list chooses, and each number is a button.
      <div className={chosen ? 'chosen' : undefined} onClick={onClick}>
        {row.kind === 'line' ? (
          <InlineRow shown={shown} at={row.at} plain={plain} onPick={pick} />
        ) : (
          <SideBySideRow shown={shown} row={row.pair} plain={plain} onPick={pick} />
        )}
      </div>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.shown === after.shown &&
    before.chosen === after.chosen &&
    before.onPick === after.onPick &&
    before.version === after.version,
)

interface RowOwnProps {
  readonly row: ChangeRow
  readonly index: number
  readonly turns: RowsInTurn
  readonly onPick: Pick
}

function Row({ row, index, turns, onPick, ...props }: ChangeListProps & RowOwnProps): ReactNode {
  const { files, cursor, folded, nameOf, comments, fresh } = props
  const own = files[row.file]
  if (own === undefined) return undefined
  switch (row.kind) {
    case 'head':
      return (
        <FileHead
          own={own}
          name={nameOf(own.file.path)}
          nameOf={nameOf}
          folded={folded.has(row.file)}
          onFold={() => {
            props.onFold(row.file)
          }}
          onWhole={() => {
            props.onWhole(row.file)
          }}
          onPreview={() => {
            props.onPreview(row.file)
          }}
        />
      )
    case 'preview':
      return <FilePreview preview={row.preview} name={nameOf(own.file.path)} />
    case 'note':
      return <p className="ch-note">{row.text}</p>
    case 'line':
      return (
        <Line
          row={row}
          shown={own.shown}
          version={own.shown.tokens.version()}
          index={index}
          turns={turns}
          chosen={cursor.isChosen(row.file, row.at)}
          onPick={onPick}
        />
      )
    case 'pair': {
      const { before, after } = row.pair
      return (
        <Line
          row={row}
          shown={own.shown}
          version={own.shown.tokens.version()}
          index={index}
          turns={turns}
          chosen={cursor.isChosen(row.file, before) || cursor.isChosen(row.file, after)}
          onPick={onPick}
        />
      )
    }
    case 'comment': {
      const comment = comments.find(({ id }) => id === row.id)
      if (comment === undefined) return undefined
      return (
        <CommentCard
          comment={comment}
          name={nameOf(comment.path)}
          fresh={fresh === comment.id}
          onText={(text) => {
            props.onComment({ ...comment, text })
          }}
          onDrop={() => {
            props.onDrop(comment.id)
          }}
          onSend={props.onSend}
          onDone={props.onBack}
        />
      )
    }
  }
}

interface CommentCardProps {
  comment: LineComment
  name: string
  /** Takes the focus: it has just been begun. */
  fresh: boolean
  onText: (text: string) => void
  onDrop: () => void
  onSend: () => void
  onDone: () => void
}

/** What is being written about some lines; it is kept with every letter. Escape goes back to the lines, Ctrl or Cmd and Enter sends all that is written. */
function CommentCard({ comment, name, fresh, onText, onDrop, onSend, onDone }: CommentCardProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (fresh) field.current?.focus()
  }, [fresh])
  return (
    <div className="ch-comment">
      <textarea
        ref={field}
        className="field"
        rows={2}
        maxLength={20_000}
        value={comment.text}
        placeholder={words.commentHint}
        aria-label={words.commentLabel(visibleString(name), comment.from, comment.to)}
        onChange={(event) => {
          onText(event.target.value)
        }}
        onKeyDown={(event) => {
          const sends = event.key === 'Enter' && hasCommandOnly(event) && !event.nativeEvent.isComposing
          if (event.key !== 'Escape' && !sends) return
          event.preventDefault()
          if (sends) onSend()
          else onDone()
        }}
      />
      <IconButton size="small" label={words.drop} onClick={onDrop}>
        <Icon name="x" className="sm" />
      </IconButton>
    </div>
  )
}

/** Says where the cursor is, as it moves, to those who do not see it. */
export function CursorVoice({
  files,
  place,
  nameOf,
}: {
  files: readonly ShownFile[]
  place: Place
  nameOf: (path: string) => string
}): ReactNode {
  // What is there at first was said by its name.
  const [first] = useState(place)
  return (
    <p className="vh" aria-live="polite">
      {place !== first && sentenceOf(files, place, nameOf)}
    </p>
  )
}

function sentenceOf(
  files: readonly ShownFile[],
  { file, at }: Place,
  nameOf: (path: string) => string,
): string {
  const own = files[file]
  if (own === undefined) return ''
  if (at === 'head') return visibleString(nameOf(own.file.path))
  const line = own.shown.lines[at]
  if (line === undefined || !('text' in line)) return ''
  if (line.kind !== 'same' && line.kind !== 'add' && line.kind !== 'del') return visibleString(line.text)
  const number = line.after ?? line.before
  const what = { add: words.added, del: words.removed, same: undefined }[line.kind]
  return [number === undefined ? undefined : words.line(number), what, visibleString(line.text)]
    .filter((part) => part !== undefined)
    .join(', ')
}
