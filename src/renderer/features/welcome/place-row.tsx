import type { RepositoryLook } from '@shared/domain/worktree'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useAppState } from '../../state/context'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.folder

/** Where a session works: in the folder, or in a worktree that begins at a branch (undefined: what is checked out). */
export type PlaceChoice =
  | { readonly kind: 'here' }
  | { readonly kind: 'worktree'; readonly base: string | undefined }

interface PlaceChipProps {
  repository: RepositoryLook
  value: PlaceChoice
  onChange: (choice: PlaceChoice) => void
}

/** The choice between a repository's folder, on its branch, and a worktree. */
export function PlaceChip({ repository, value, onChange }: PlaceChipProps): ReactNode {
  const { branch, branches } = repository
  const picked = value.kind === 'worktree' ? (value.base ?? branch ?? '') : ''
  return (
    <>
      <Select
        label={words.where}
        value={value.kind}
        options={[
          { value: 'here', label: branch === undefined ? words.here : words.onBranch(visibleString(branch)) },
          { value: 'worktree', label: words.worktree },
        ]}
        onChange={(kind) => {
          onChange(kind === 'here' ? { kind } : { kind, base: undefined })
        }}
      />
      {value.kind === 'worktree' && branches.length > 0 && (
        <label className="place-base">
          <span className="s">{words.base}</span>
          <Select
            label={words.base}
            value={picked}
            options={withCurrent(branches, picked).map((name) => ({
              value: name,
              label: visibleString(name),
            }))}
            onChange={(base) => {
              onChange({ kind: 'worktree', base })
            }}
          />
        </label>
      )}
    </>
  )
}

/** What a worktree is, and what is not in it; nothing of the folder itself. Paths of another machine stand whole. */
export function PlaceNotes({
  repository,
  value,
  elsewhere = false,
}: Omit<PlaceChipProps, 'onChange'> & { elsewhere?: boolean }): ReactNode {
  const here = useAppState((state) => state.engine?.home ?? '')
  const home = elsewhere ? '' : here
  if (value.kind === 'here') return undefined
  const { changed, ignored, moreIgnored, place } = repository
  const notes = [
    words.worktreeText(withTilde(place, home)),
    ...(changed + ignored.length > 0 ? [words.missing(changed, ignored, moreIgnored)] : []),
  ]
  return notes.map((note) => (
    <p key={note}>
      <UntrustedText text={note} />
    </p>
  ))
}

const withCurrent = (branches: readonly string[], current: string): readonly string[] =>
  branches.includes(current) ? branches : [current, ...branches]
