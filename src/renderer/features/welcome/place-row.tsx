import type { RepositoryLook } from '@shared/domain/worktree'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import { useAppState } from '../../state/context'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.folder

/** Where a session works: in the folder, or in a worktree that begins at a branch (undefined: what is checked out). */
export type PlaceChoice =
  | { readonly kind: 'here' }
  | { readonly kind: 'worktree'; readonly base: string | undefined }

interface PlaceRowProps {
  repository: RepositoryLook
  value: PlaceChoice
  onChange: (choice: PlaceChoice) => void
}

/** The choice between a repository's folder and a worktree, with what is not in one said. */
export function PlaceRow({ repository, value, onChange }: PlaceRowProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const { branch, branches, changed, ignored, moreIgnored, place } = repository
  const picked = value.kind === 'worktree' ? (value.base ?? branch ?? '') : ''
  const notes =
    value.kind === 'here'
      ? [words.hereText(branch)]
      : [
          words.worktreeText(withTilde(place, home)),
          ...(changed > 0 ? [words.changed(changed)] : []),
          ...(ignored.length > 0 ? [words.ignored(ignored, moreIgnored)] : []),
          words.hooks,
        ]
  return (
    <div className="prow place">
      <div className="grow">
        <div className="t">{words.where}</div>
        {notes.map((note) => (
          <p key={note} className="s">
            <UntrustedText text={note} />
          </p>
        ))}
      </div>
      <div className="place-picks">
        <Select
          label={words.where}
          value={value.kind}
          options={[
            { value: 'here', label: words.here },
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
              options={withCurrent(branches, picked).map((name) => ({ value: name, label: name }))}
              onChange={(base) => {
                onChange({ kind: 'worktree', base })
              }}
            />
          </label>
        )}
      </div>
    </div>
  )
}

const withCurrent = (branches: readonly string[], current: string): readonly string[] =>
  branches.includes(current) ? branches : [current, ...branches]
