import { toFault, type Fault } from '@shared/domain/fault'
import type { FleetApplied, FleetBranch, FleetChange, FleetChanges } from '@shared/domain/fleet-changes'
import type { SessionSummary } from '@shared/domain/session'
import { hostOf } from '@shared/domain/host-state'
import { useEffect, useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { absoluteFolder, withTilde } from '../../lib/shown-paths'
import { hunkLines } from '../../lib/unified-diff'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { FileDiffCard } from '../../ui/file-diff-card'
import { FolderField } from '../../ui/folder-field'
import { Icon } from '../../ui/icon'
import { Remedy } from '../../ui/copy-button'
import { RadioOptions } from '../../ui/radio-options'
import { UntrustedText } from '../../ui/untrusted-text'
import { useRecentFolders } from '../../ui/use-folder-completion'
import { useModal } from '../../ui/use-modal'

const words = laterStrings.bringBack
const ways = ['files', 'branch'] as const
type Way = (typeof ways)[number]

/** So many files are drawn; the others cannot be chosen. */
const mostShown = 300

interface BringBackProps {
  readonly session: SessionSummary
  readonly onClose: () => void
}

/** What became of it. */
type Outcome =
  | { readonly kind: 'placed'; readonly applied: FleetApplied; readonly folder: string }
  | { readonly kind: 'made'; readonly made: FleetBranch; readonly folder: string }

/** Shows what was changed in a session's sandbox, and brings it to this machine: chosen files into a folder, or all of it as a branch. Escape closes it. */
export function BringBack({ session, onClose }: BringBackProps): ReactNode {
  const host = hostOf(session.id) ?? ''
  const actions = useActions()
  const dialog = useModal()
  const titleId = useId()
  const [look, setLook] = useState<FleetChanges>()
  const [fault, setFault] = useState<Fault>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    let current = true
    actions.lookAtSandbox(host).then(
      (found) => {
        if (current) setLook(found)
      },
      (error: unknown) => {
        if (current) setFault(toFault(error))
      },
    )
    return () => {
      current = false
    }
  }, [actions, host, looks])
  const again = (): void => {
    setLook(undefined)
    setFault(undefined)
    setOutcome(undefined)
    setLooks(looks + 1)
  }
  const runs = session.status === 'running' || session.status === 'needs-you'
  return (
    <dialog
      ref={dialog}
      className="ask bring"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // Nothing that is pressed here is meant for what stands behind.
        event.stopPropagation()
      }}
    >
      <h2 id={titleId}>{words.title(host)}</h2>
      {outcome !== undefined ? (
        <Told outcome={outcome} onAgain={again} onClose={onClose} />
      ) : look === undefined || look.files.length === 0 ? (
        <>
          {fault === undefined ? (
            <p role="status">{look === undefined ? words.looking : words.nothing}</p>
          ) : (
            <FaultNote fault={fault} />
          )}
          <div className="ask-row">
            {(fault !== undefined || look !== undefined) && <Button onClick={again}>{words.again}</Button>}
            <Button onClick={onClose}>{words.close}</Button>
          </div>
        </>
      ) : (
        <>
          {runs && <p className="dim">{words.running}</p>}
          <Choose host={host} look={look} onOutcome={setOutcome} onClose={onClose} />
        </>
      )}
    </dialog>
  )
}

interface ChooseProps {
  readonly host: string
  readonly look: FleetChanges
  readonly onOutcome: (outcome: Outcome) => void
  readonly onClose: () => void
}

const choosable = ({ leftOut }: FleetChange): boolean => leftOut === undefined

/** The files with what is chosen of them, where they go, and as what. */
function Choose({ host, look, onOutcome, onClose }: ChooseProps): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const desktop = useAppState((state) => state.engine?.host === 'desktop')
  const recent = useRecentFolders()
  const [way, setWay] = useState<Way>('files')
  const [folder, setFolder] = useState<string>()
  const [branch, setBranch] = useState(host.replace('/', '-'))
  const shown = useMemo(() => look.files.slice(0, mostShown), [look])
  const paths = useMemo(() => [...new Set(shown.filter(choosable).map(({ path }) => path))], [shown])
  // What cannot be looked through is chosen by a person alone.
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(paths.filter((path) => !shown.some((each) => each.path === path && each.large === true))),
  )
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const typed = folder ?? recent[0] ?? ''
  const into = absoluteFolder(typed, home)
  const bring = async (): Promise<void> => {
    if (into === undefined || busy || (way === 'files' && taken.size === 0)) return
    setBusy(true)
    setFault(undefined)
    try {
      if (way === 'files') {
        const files = paths.filter((path) => taken.has(path))
        const applied = await actions.putInPlace({ host, changes: look.id, folder: into, files })
        onOutcome({ kind: 'placed', applied, folder: into })
      } else {
        const made = await actions.makeBranch({ host, repository: into, name: branch.trim() })
        onOutcome({ kind: 'made', made, folder: into })
      }
    } catch (error) {
      setFault(toFault(error))
      setBusy(false)
    }
  }
  const off = busy || into === undefined || (way === 'files' ? taken.size === 0 : branch.trim() === '')
  return (
    <form
      className="bring-form"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void bring()
      }}
    >
      <RadioOptions
        label={words.way}
        value={way}
        options={ways.map((each) => [each, words.ways[each]] as const)}
        disabled={busy}
        onChange={setWay}
      />
      <p className="dim">{way === 'files' ? words.lead : words.branchLead}</p>
      <div className="bring-into">
        <FolderField
          value={typed}
          isProposed={folder === undefined}
          desktop={desktop}
          invalid={typed.trim() !== '' && into === undefined}
          problem={undefined}
          onChange={setFolder}
        />
      </div>
      {way === 'branch' && (
        <label className="ask-field">
          {words.branchName}
          <input
            className="field mono"
            required
            maxLength={100}
            spellCheck={false}
            value={branch}
            onChange={(event) => {
              setBranch(event.target.value)
            }}
          />
        </label>
      )}
      <Files
        {...{ shown, way, busy, taken }}
        count={paths.length}
        more={look.files.length - shown.length}
        onTaken={setTaken}
        onAll={() => {
          setTaken(new Set(taken.size === paths.length ? [] : paths))
        }}
      />
      {fault !== undefined && <FaultNote fault={fault} />}
      <div className="ask-row">
        {busy && (
          <span className="dim" role="status">
            {words.working}
          </span>
        )}
        {/* What has begun is not ended by it. */}
        <Button onClick={onClose}>{busy ? words.close : words.cancel}</Button>
        <Button type="submit" look="primary" disabled={off}>
          {way === 'files' ? words.put : words.make}
        </Button>
      </div>
    </form>
  )
}

interface FilesProps {
  readonly shown: readonly FleetChange[]
  readonly way: Way
  readonly busy: boolean
  readonly taken: ReadonlySet<string>
  /** How many can be chosen. */
  readonly count: number
  /** How many are not shown. */
  readonly more: number
  readonly onTaken: (taken: ReadonlySet<string>) => void
  readonly onAll: () => void
}

/** Each file with its lines; where files are put in place, whether it is one of them. */
function Files({ shown, way, busy, taken, count, more, onTaken, onAll }: FilesProps): ReactNode {
  return (
    <>
      {way === 'files' && (
        <p className="bring-count">
          <span role="status">{words.chosen(taken.size, count)}</span>
          <Button size="small" look="ghost" disabled={busy} onClick={onAll}>
            {taken.size === count ? words.none : words.all}
          </Button>
        </p>
      )}
      <div className="rh-files bring-files" role="group" aria-label={words.files}>
        {shown.map((file) => (
          <File
            key={`${file.kind} ${file.path}`}
            file={file}
            take={
              way === 'files'
                ? {
                    taken: choosable(file) && taken.has(file.path),
                    off: file.leftOut && words.leftOut[file.leftOut],
                    onTake: (yes) => {
                      if (busy) return
                      const rest = [...taken].filter((path) => path !== file.path)
                      onTaken(new Set(yes ? [...rest, file.path] : rest))
                    },
                  }
                : undefined
            }
          />
        ))}
      </div>
      {more > 0 && <p className="dim">{words.more(more)}</p>}
    </>
  )
}

type Take = Parameters<typeof FileDiffCard>[0]['take']

function File({ file, take }: { readonly file: FleetChange; readonly take: Take }): ReactNode {
  const { path, kind, hunks, text, large, executable, leftOut } = file
  const { changes } = laterStrings
  const lines = useMemo(() => (hunks === undefined ? [] : hunkLines(hunks)), [hunks])
  const fate = [
    changes.kinds[kind],
    ...(executable === undefined ? [] : [executable ? changes.executable : changes.notExecutable]),
    ...(large === true ? [words.large] : []),
    ...(leftOut === undefined ? [] : [words.leftOut[leftOut]]),
  ].join(', ')
  const noLines =
    large === true
      ? words.large
      : !text
        ? changes.binary
        : kind !== 'changed'
          ? changes.empty
          : executable === undefined
            ? changes.noLines
            : changes.onlyMode
  return (
    <FileDiffCard {...{ path, fate, lines, noLines }} openAtFirst={false} most={60} {...(take && { take })} />
  )
}

interface ToldProps {
  readonly outcome: Outcome
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** What was done, with the way to take it back. */
function Told({ outcome, onAgain, onClose }: ToldProps): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const [undone, setUndone] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const applied = outcome.kind === 'placed' ? outcome.applied : undefined
  // What had the focus is gone; Enter takes nothing back that was not meant.
  useEffect(() => {
    document.querySelector<HTMLElement>('.bring .ask-row button:last-child')?.focus()
  }, [])
  const takeBack = async (sessionId: string): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    try {
      const count = await actions.takeBack(sessionId)
      if (count !== undefined) setUndone(count)
      else {
        // What was changed since, or cannot be taken back, is looked at first.
        onClose()
        actions.askRestore(sessionId, 'undo')
      }
    } catch (error) {
      setFault(toFault(error))
    }
    setBusy(false)
  }
  const folder = withTilde(outcome.folder, home)
  return (
    <>
      {outcome.kind === 'made' && <Made made={outcome.made} />}
      {applied?.kind === 'refused' && (
        <div className="note" role="alert">
          <Icon name="level-medium" />
          <div className="note-text">
            <p>{applied.why === '' ? words.refusedSilently : words.refused}</p>
            {applied.why !== '' && (
              <pre className="bring-said" lang="en">
                <UntrustedText text={applied.why} />
              </pre>
            )}
          </div>
        </div>
      )}
      {applied?.kind === 'applied' && (
        <p role="status" className="bring-done">
          <Icon name="check" />
          <UntrustedText
            text={undone === undefined ? words.isPut(applied.files, folder) : words.isUndone(undone)}
          />
        </p>
      )}
      {fault !== undefined && <FaultNote fault={fault} />}
      <div className="ask-row">
        {applied?.kind === 'applied' && undone === undefined && (
          <Button disabled={busy} onClick={() => void takeBack(applied.sessionId)}>
            {words.undo}
          </Button>
        )}
        {(applied?.kind === 'refused' || undone !== undefined) && (
          <Button onClick={onAgain}>{words.again}</Button>
        )}
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </>
  )
}

function Made({ made: { branch, base, changed } }: { readonly made: FleetBranch }): ReactNode {
  return (
    <>
      <p role="status" className="bring-done">
        <Icon name="check" />
        <span>{changed ? words.isMade(branch) : words.isMadeSame(branch)}</span>
      </p>
      {changed && (
        <>
          <p className="dim">{words.showLog}</p>
          <Remedy text={`git log ${base.slice(0, 12)}..${branch}`} />
        </>
      )}
    </>
  )
}
