import type { WholeBecause } from '@shared/domain/choosable-hunks'
import type { RehearsedChange } from '@shared/domain/request-rehearsal'
import type { ReactNode } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { whyNoLines } from '../../lib/diff/rehearsed-files'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import { Button } from '../../ui/button'
import type { HunkChoice } from '../../ui/diff/hunk-choice'
import { FileDiffCard } from '../../ui/file-diff-card'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.changes

/** Whether a change is put in place by a yes; `off` says why that cannot be chosen now. */
export interface TakenRow {
  readonly taken: boolean
  readonly off: string | undefined
  readonly onTake: (taken: boolean) => void
}

interface RehearsedFileProps {
  file: ChangedFile
  /** As it is read from the session's folder; so is `from`. */
  name: string
  from: string | undefined
  openAtFirst: boolean
  /** Undefined: there is nothing to choose. */
  take?: TakenRow | undefined
  hunks?: HunkChoice | undefined
  whole?: WholeBecause | undefined
}

/** One change of a rehearsal: what becomes of what, its note, and its lines where there are some. */
export function RehearsedFile({
  file,
  name,
  from,
  openAtFirst,
  take,
  hunks,
  whole,
}: RehearsedFileProps): ReactNode {
  const { kind, mode, lines, note } = file
  const fate = [
    ...(kind === 'mode' ? [] : [from === undefined ? words.kinds[kind] : words.movedFrom(from)]),
    ...(mode?.before === undefined || mode.after === undefined
      ? []
      : [words.mode(mode.before.slice(-4), mode.after.slice(-4))]),
  ].join(', ')
  if (lines.length > 0)
    return (
      <FileDiffCard
        {...{ path: name, fate, lines, openAtFirst }}
        noLines=""
        most={60}
        {...(take && { take })}
        {...{ hunks, whole }}
      />
    )
  return (
    <div className={take?.taken === false ? 'rh-row not-taken' : 'rh-row'} data-kind={kind}>
      {take && (
        <input
          type="checkbox"
          className="check"
          aria-label={words.take(visibleString(name))}
          checked={take.taken}
          disabled={take.off !== undefined}
          title={take.off}
          onChange={(event) => {
            take.onTake(event.target.checked)
          }}
        />
      )}
      <code>
        <UntrustedText text={name} />
      </code>
      <span className="fate">
        <UntrustedText text={fate} />
      </span>
      {note !== undefined && (
        <span className="dim">
          <UntrustedText text={note} />
        </span>
      )}
    </div>
  )
}

interface RehearsedRowProps {
  /** One of them, which the others are like. */
  first: RehearsedChange
  folder: string
  /** How many there are, and how large together. */
  amount: string
  onList: () => void
}

/** Like files of one folder as one row, with the way to each of them. */
export function RehearsedRow({ first, folder, amount, onList }: RehearsedRowProps): ReactNode {
  const why = whyNoLines(first)
  return (
    <div className="rh-row" data-kind={first.kind}>
      <code>
        <UntrustedText text={folder} />
      </code>
      <span className="fate">{words.kinds[first.kind]}</span>
      <span className="dim">
        {amount}.{why !== undefined && ` ${why}`}
      </span>
      <Button size="small" className="rh-each" aria-expanded={false} onClick={onList}>
        {laterStrings.rehearsal.each}
      </Button>
    </div>
  )
}
