import type { ApprovalRequest } from '@shared/domain/approval'
import { namedPath } from '@shared/domain/named-path'
import type { RequestRehearsal, ShownRehearsal, RehearsedChange } from '@shared/domain/request-rehearsal'
import { filesInWords, sizeInWords } from '@shared/messages/amounts'
import { ledByRehearsal, notAppliedInWords, rehearsalLimitInWords } from '@shared/messages/rehearsal'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { rehearsedFiles } from '../../lib/diff/rehearsed-files'
import { pathFrom } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { formatDuration } from '../../lib/time'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { FoldedText } from '../../ui/folded-text'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { RehearsedFile, RehearsedRow, type TakenRow } from './rehearsed-file'
import type { Applying } from './use-applying'
import { useMovingChanges } from './use-moving-changes'

const words = laterStrings.rehearsal
/** So many changes stand in the panel; the others are a click away. */
const mostInPanel = 3
/** So many are drawn where a person wants to choose among them. */
const mostChosen = 300

interface RehearsalBlockProps {
  request: ApprovalRequest
  rehearsal: RequestRehearsal
  /** What of it a yes puts in place. */
  applying: Applying
}

/** What the command would change, from its rehearsal; or that it is being rehearsed, or can be. Where that leads, the line above the command says so. */
export function RehearsalBlock({ request, rehearsal, applying }: RehearsalBlockProps): ReactNode {
  const place = useMovingChanges(request)
  if (rehearsal.state === 'found' && isSaid(request, rehearsal.found)) return undefined
  return (
    <section
      ref={place}
      className="rh"
      data-part="rehearsal"
      aria-label={words.title}
      aria-busy={rehearsal.state === 'running'}
    >
      {rehearsal.state === 'running' ? (
        <p className="rh-head dim">
          <Icon name="run" className="spin" />
          <span>{words.running}</span>
        </p>
      ) : rehearsal.state === 'offered' ? (
        <Offered requestId={request.id} because={rehearsal.because} />
      ) : (
        <Found request={request} found={rehearsal.found} applying={applying} />
      )}
    </section>
  )
}

function Offered({
  requestId,
  because,
}: {
  requestId: string
  because: 'asks' | 'not-contained'
}): ReactNode {
  const actions = useActions()
  return (
    <p className="rh-head dim">
      <span>{because === 'asks' ? words.asks : words.notContained}</span>
      <Button size="small" onClick={() => void actions.rehearse(requestId)}>
        {words.begin}
      </Button>
    </p>
  )
}

interface FoundProps {
  request: ApprovalRequest
  found: ShownRehearsal
  applying: Applying
}

function Found({ request, found, applying }: FoundProps): ReactNode {
  const { changes, counts, limits, moreLimits, output, status } = found
  const total = counts.created + counts.changed + counts.deleted + counts.moved + counts.mode
  return (
    <>
      {ledByRehearsal(request) === undefined && (
        <p className="rh-head">
          <Icon name={status === 'done' && found.exitCode === 0 ? 'check' : 'differs'} />
          <span>
            <UntrustedText text={rehearsalState(found)} />
            {status === 'done' && total === 0 && ` ${words.nothing}`}
          </span>
        </p>
      )}
      {total > 0 && <Changes request={request} changes={changes} total={total} applying={applying} />}
      {total > 0 && applying.not && (
        <p className="rh-not dim">
          <SentenceWithPaths text={`${notAppliedInWords(applying.not, request.naming)}.`} />
        </p>
      )}
      {limits.length > 0 && (
        <details className="rh-limits">
          <summary>{words.limits}</summary>
          <ul>
            {limits.map((limit, index) => (
              <li key={index}>
                <SentenceWithPaths text={`${rehearsalLimitInWords(limit)}.`} />
              </li>
            ))}
            {moreLimits > 0 && <li>{words.moreLimits(moreLimits)}</li>}
          </ul>
        </details>
      )}
      {output.trim() !== '' && (
        <details className="rh-output">
          <summary>{words.output}</summary>
          <FoldedText text={output} label={words.output} />
        </details>
      )}
    </>
  )
}

/** Whether the head and the line below it say all: one thing that the head names, with nothing of it to be looked at, and nothing printed. */
function isSaid(request: ApprovalRequest, { changes, output, applies }: ShownRehearsal): boolean {
  const [change] = changes
  if (ledByRehearsal(request) === undefined || change === undefined || changes.length > 1) return false
  const isShown = change.content !== 'outside' && change.content !== 'none'
  return !isShown && change.git === undefined && output.trim() === '' && applies?.kind !== 'run'
}

const asPart = (reason: string): string => reason.replace(/\.$/, '')

/** How a rehearsal came out, as a sentence. */
export function rehearsalState({ status, reason = '', exitCode, durationMs }: ShownRehearsal): string {
  const took = formatDuration(durationMs)
  switch (status) {
    case 'unavailable':
      return words.unavailable(asPart(reason))
    case 'refused':
      return words.refused(asPart(reason))
    case 'timed-out':
      return `${words.timedOut}, ${took}.`
    case 'done':
      return exitCode === 0 ? `${words.done}.` : `${words.done}: ${words.exit(exitCode ?? 0)}, ${took}.`
  }
}

interface ChangesProps {
  request: ApprovalRequest
  changes: ShownRehearsal['changes']
  total: number
  applying: Applying
}

/** The first changes with their lines, and the way to all that are listed. */
function Changes({ request, changes, total, applying }: ChangesProps): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const { sessionId, cwd, naming } = request
  const nameOf = (path: string): string =>
    naming === undefined ? pathFrom(path, cwd, home) : namedPath(path, naming).name
  const files = useMemo(() => rehearsedFiles(changes), [changes])
  const unlisted = total - changes.length
  const [all, setAll] = useState(false)
  const choosable = applying.possible && files.length > 1
  const groups = useMemo(() => groupRehearsed(changes, mostInPanel), [changes])
  const shown = groups.reduce((sum, { at }) => sum + at.length, 0)
  const [listed, setListed] = useState<ReadonlySet<number>>(new Set())
  const takeOf = (path: string): TakenRow | undefined => {
    if (!choosable) return undefined
    const { taken, fixed, last } = applying.of(path)
    const off = fixed ? words.withFolder : last ? laterStrings.changes.lastTaken : undefined
    return {
      ...{ taken, off },
      onTake: (yes) => {
        applying.take(path, yes)
      },
    }
  }
  const rowOf = (index: number): ReactNode => {
    const file = files[index]
    return (
      file && (
        <RehearsedFile
          key={`${file.kind} ${file.path}`}
          file={file}
          name={nameOf(file.path)}
          from={file.from === undefined ? undefined : nameOf(file.from)}
          openAtFirst={false}
          take={takeOf(file.path)}
          {...applying.hunksOf(file.path)}
        />
      )
    )
  }
  return (
    <>
      <div className="rh-files" role="group" aria-label={words.changes}>
        {all
          ? files.slice(0, mostChosen).map((_, index) => rowOf(index))
          : groups.map((group) => {
              const [first = 0] = group.at
              const change = changes[first]
              const allTaken = group.at.every((at) => takeOf(changes[at]?.path ?? '')?.taken !== false)
              return group.folder === undefined || change === undefined || listed.has(first) || !allTaken ? (
                group.at.map(rowOf)
              ) : (
                <RehearsedRow
                  key={`${String(first)} ${group.folder}`}
                  first={change}
                  folder={nameOf(group.folder)}
                  amount={`${filesInWords(group.at.length)}, ${sizeInWords(group.bytes)}`}
                  onList={() => {
                    setListed(new Set([...listed, first]))
                  }}
                />
              )
            })}
      </div>
      {total > shown && (
        <p className="rh-more">
          {choosable && (
            <Button
              size="small"
              aria-expanded={all}
              onClick={() => {
                setAll(!all)
              }}
            >
              {all ? words.fewer : words.further(total - shown)}
            </Button>
          )}
          {(all || !choosable) && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onClick={() => {
                actions.showChanges({ sessionId, title: words.ofRehearsal, files, at: 0 })
              }}
            >
              {all ? words.more(files.length) : words.further(total - shown)}
            </Button>
          )}
          {all && unlisted > 0 && <span className="dim">{words.uncounted(unlisted)}</span>}
        </p>
      )}
    </>
  )
}

/** Changes of one folder that are alike and have nothing to be looked at, by their places in the list; or one alone. */
interface RehearsedGroup {
  readonly at: readonly number[]
  /** Of a group: the folder, and how much its files are together. */
  readonly folder?: string
  readonly bytes: number
}

/** Fewer than this stand each in a row of their own. */
const fewest = 3

const folderOf = ({ path }: RehearsedChange): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'

/** What two must share to be told together; undefined for what has something of its own to say: what may be a secret is named. */
function standing(change: RehearsedChange): string | undefined {
  const { kind, type, content, diff, git, modes } = change
  const plain = type === 'file' && diff === undefined && git === undefined && modes === undefined
  if (!plain || content === 'secret' || (kind !== 'deleted' && kind !== 'created')) return undefined
  return JSON.stringify([kind, content, folderOf(change)])
}

/** The first `most` rows of what a rehearsal showed, with like files of one folder as one. */
export function groupRehearsed(changes: readonly RehearsedChange[], most: number): readonly RehearsedGroup[] {
  const groups: RehearsedGroup[] = []
  for (let at = 0; at < changes.length && groups.length < most;) {
    const [first, ...rest] = changes.slice(at)
    if (first === undefined) break
    const of = standing(first)
    const end = rest.findIndex((each) => of === undefined || standing(each) !== of)
    const alike = [first, ...(end === -1 ? rest : rest.slice(0, end))]
    const together = of !== undefined && alike.length >= fewest
    const these = together ? alike : [first]
    groups.push({
      at: these.map((_, index) => at + index),
      bytes: these.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(together && { folder: folderOf(first) }),
    })
    at += these.length
  }
  return groups
}
