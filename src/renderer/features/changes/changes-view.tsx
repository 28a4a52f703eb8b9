import { useEffect, useId, useMemo, useRef, useState, memo } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { pathFrom } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { addCounts, countLines } from '../../lib/unified-diff'
import { visibleString } from '../../lib/visible-text'
import type { ShownChanges } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import type { LineComment } from '../../state/line-comments'
import { Button, IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { LineCounts } from '../../ui/line-counts'
import { useModal } from '../../ui/use-modal'
import { filesOfTurn } from '../../lib/diff/turn-changes'
import { turnChangesKey } from '../../state/restore-actions'
import type { TranscriptItem } from '../../state/transcript-items'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { UntrustedText } from '../../ui/untrusted-text'
import { ChangeList, CursorVoice } from './change-list'
import { ChangesBar } from './changes-bar'
import { ChangesFoot, useSendComments } from './changes-foot'
import type { ListAction } from './changes-keys'
import { changeRows, rowAt } from './changes-rows'
import { loadLayout, saveLayout } from './layout-storage'
import { useCursor } from './use-cursor'
import { useShownFiles } from './use-shown-files'

const words = laterStrings.changes
const noComments: readonly LineComment[] = []

/** Changes over the window: those that were asked for, or of all turns of their session. */
export function ChangesView({ changes }: { changes: ShownChanges }): ReactNode {
  const [scope, setScope] = useState<'one' | 'session'>('one')
  const all = useSessionChanges(changes.sessionId, scope === 'session')
  return (
    <OneView
      key={scope}
      changes={scope === 'session' ? all : changes}
      other={scope === 'session' ? changes.title : all.turns > 1 ? all.title : undefined}
      onOther={() => {
        setScope(scope === 'one' ? 'session' : 'one')
      }}
    />
  )
}

const noItems: readonly TranscriptItem[] = []

/**
 * What all turns of a session changed, one after the other, as far as its record is loaded, and how many did. The files are read
 * where they are wanted.
 */
function useSessionChanges(sessionId: string, wanted: boolean): ShownChanges & { readonly turns: number } {
  const items = useAppState((state) => state.transcripts[sessionId]?.items) ?? noItems
  const folder = useAppState((state) => state.sessions[sessionId]?.cwd ?? '')
  const known = useAppState((state) => state.turnChanges)
  return useMemo(() => {
    const turns = items.flatMap((item) => {
      if (item.kind !== 'turn-diff') return []
      const whole = known[turnChangesKey(sessionId, item.key)] ?? ''
      return whole === '' && item.unifiedDiff === '' ? [] : [{ whole, patches: item.unifiedDiff }]
    })
    return {
      sessionId,
      title: laterStrings.changes.ofSession,
      files: wanted ? turns.flatMap(({ whole, patches }) => filesOfTurn(whole, patches, folder)) : [],
      at: 0,
      turns: turns.length,
    }
  }, [items, folder, known, sessionId, wanted])
}

interface OneViewProps {
  changes: ShownChanges
  /** What else can be looked at. */
  other: string | undefined
  onOther: () => void
}

/** A list of changes, there as long as it is mounted. Escape closes it; what was written stays. */
function OneView({ changes, other, onOther }: OneViewProps): ReactNode {
  const { sessionId, title, files } = changes
  const actions = useActions()
  const titleId = useId()
  const keysId = useId()
  const dialog = useModal()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const home = useAppState((state) => state.engine?.home ?? '')
  const folder = useAppState((state) => state.sessions[sessionId]?.cwd ?? '')
  const comments = useAppState((state) => state.comments[sessionId]) ?? noComments
  const [layout, setLayout] = useState(loadLayout)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [fresh, setFresh] = useState<string>()
  const [inView, setInView] = useState(changes.at)
  const wide = useWide(box)
  const { shown, toggleWhole, togglePreview } = useShownFiles(sessionId, files)
  const split = wide && layout === 'side-by-side'
  const { rows, elsewhere } = useMemo(
    () => changeRows({ files: shown, folded, split, comments }),
    [shown, folded, split, comments],
  )
  const cursor = useCursor(rows, shown, changes.at)
  const count = useMemo(() => addCounts(files.map((file) => countLines(file.lines))), [files])
  const nameOf = (path: string): string => pathFrom(path, folder, home)
  const close = (): void => {
    actions.showChanges(undefined)
  }

  const sending = useSendComments(sessionId, comments, () => {
    box.current?.focus()
  })

  const first = useRef(cursor.row)
  useEffect(() => {
    box.current?.focus()
    if (first.current > 0) list.current?.scrollToIndex(first.current, { align: 'start' })
  }, [])

  // The field of a comment that was begun may be out of sight, below the last of many lines; later changes of the rows move nothing.
  useEffect(() => {
    const at = rows.findIndex((row) => row.kind === 'comment' && row.id === fresh)
    if (at !== -1) list.current?.scrollToIndex(at, { align: 'nearest' })
  }, [fresh])

  const showRow = (at: number | undefined, align: 'nearest' | 'center' | 'start'): void => {
    if (at !== undefined) list.current?.scrollToIndex(at, { align })
  }
  const fold = (file: number): void => {
    setFolded((before) =>
      before.has(file) ? new Set([...before].filter((each) => each !== file)) : new Set([...before, file]),
    )
    cursor.go({ file, at: 'head' }, false)
  }
  const comment = (): void => {
    const { chosen } = cursor
    const path = files[cursor.place.file]?.path
    if (chosen === undefined || path === undefined) return
    const { file: _, last: __, ...lines } = chosen
    const id = crypto.randomUUID()
    actions.comment(sessionId, { id, path, ...lines, text: '' })
    setFresh(id)
  }
  const act = (action: ListAction): void => {
    switch (action.kind) {
      case 'move':
        showRow(cursor.move(action.by, action.extend), 'nearest')
        return
      case 'step':
        showRow(cursor.step(action.what, action.by), action.what === 'file' ? 'start' : 'center')
        return
      case 'fold':
        fold(cursor.place.file)
        return
      case 'whole':
        toggleWhole(cursor.place.file)
        return
      case 'comment':
        comment()
        return
      case 'layout': {
        if (!wide) return
        const next = layout === 'inline' ? 'side-by-side' : 'inline'
        setLayout(next)
        saveLayout(next)
      }
    }
  }
  const goTo = (file: number): void => {
    cursor.go({ file, at: 'head' }, false)
    showRow(rowAt(rows, { file, at: 'head' }), 'start')
    box.current?.focus()
  }
  const follow = (): void => {
    const { current } = list
    if (current === null) return
    const top = current.findItemIndex(current.scrollOffset + 1)
    const end = current.findItemIndex(current.scrollOffset + current.viewportSize - 1)
    const isSeen = cursor.row >= top && cursor.row <= end
    const file = rows[isSeen ? cursor.row : top]?.file
    if (file !== undefined) setInView(file)
  }
  // Where someone goes is where they are, for as long as it is in view.
  const { file: gone } = cursor.place
  useEffect(() => {
    setInView(gone)
  }, [gone])
  const here = files[inView]
  return (
    <dialog
      ref={dialog}
      className="changes"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => {
        // Nothing that is pressed here is meant for what stands behind.
        event.stopPropagation()
      }}
    >
      <header className="ch-bar">
        <h2 id={titleId}>{title}</h2>
        <LineCounts count={count} />
        {other !== undefined && (
          <Button size="small" look="ghost" onClick={onOther}>
            {other}
          </Button>
        )}
        {here !== undefined && files.length > 1 && (
          <span className="ch-where">
            {words.fileOf(inView + 1, files.length)}: <code>{visibleString(nameOf(here.path))}</code>
          </span>
        )}
        <ChangesBar
          layout={layout}
          wide={wide}
          chosen={cursor.count}
          allFolded={folded.size === files.length}
          onAction={act}
          onFoldAll={(all) => {
            setFolded(new Set(all ? files.map((_, index) => index) : []))
          }}
        />
        <IconButton label={words.close} onClick={close}>
          <Icon name="x" />
        </IconButton>
      </header>
      <div className={files.length > 1 ? 'ch-body' : 'ch-body one'}>
        {files.length > 1 && <FileNames files={files} current={inView} nameOf={nameOf} onPick={goTo} />}
        <ChangeList
          box={box}
          handle={list}
          label={words.lines}
          keysId={keysId}
          rows={rows}
          files={shown}
          cursor={cursor}
          folded={folded}
          nameOf={nameOf}
          comments={comments}
          fresh={fresh}
          onAction={act}
          onFold={fold}
          onWhole={toggleWhole}
          onPreview={togglePreview}
          onComment={(changed) => {
            actions.comment(sessionId, changed)
          }}
          onDrop={(id) => {
            actions.uncomment(sessionId, id)
            box.current?.focus()
          }}
          onSend={sending.send}
          onScroll={follow}
          onBack={() => {
            box.current?.focus()
          }}
        />
      </div>
      <ChangesFoot
        sessionId={sessionId}
        comments={comments}
        sending={sending}
        elsewhere={elsewhere}
        nameOf={nameOf}
        onClose={close}
      />
      <p id={keysId} className="vh">
        {words.keys}
      </p>
      <CursorVoice files={shown} place={cursor.place} nameOf={nameOf} />
    </dialog>
  )
}

/** Of more files only the first are listed beside the lines; the others are reached through these. */
const mostNames = 500

interface FileNamesProps {
  files: readonly ChangedFile[]
  current: number
  nameOf: (path: string) => string
  onPick: (file: number) => void
}

/** The files beside their lines; each leads to its own. */
function FileNames({ files, current, nameOf, onPick }: FileNamesProps): ReactNode {
  return (
    <nav className="ch-files" aria-label={words.files} tabIndex={-1}>
      {files.slice(0, mostNames).map((file, index) => (
        <button
          key={index}
          type="button"
          aria-current={index === current ? 'true' : undefined}
          onClick={() => {
            onPick(index)
          }}
        >
          <Name file={file} name={nameOf(file.path)} />
        </button>
      ))}
    </nav>
  )
}

const Name = memo(function Name({ file, name }: { file: ChangedFile; name: string }): ReactNode {
  const count = useMemo(() => countLines(file.lines), [file])
  const slash = name.lastIndexOf('/') + 1
  return (
    <>
      <span className="ch-name">
        <UntrustedText text={name.slice(slash)} />
        {slash > 0 && (
          <span className="dim">
            {' '}
            <UntrustedText text={name.slice(0, slash - 1)} />
          </span>
        )}
      </span>
      {file.kind === 'changed' ? undefined : <span className="fate">{words.kinds[file.kind]}</span>}
      {file.lines.length > 0 && <LineCounts count={count} />}
    </>
  )
})

/** Two columns of code with their numbers need this much. */
const leastWidth = 760

/** Whether an element is wide enough for two columns of code. */
function useWide(element: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return undefined
    const observer = new ResizeObserver(() => {
      setWide(watched.clientWidth >= leastWidth)
    })
    observer.observe(watched)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return wide
}
