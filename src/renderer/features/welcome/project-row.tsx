import type { FolderLook, ProjectLook } from '@shared/domain/folder-look'
import type { TrustLevel } from '@shared/domain/settings'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.folder

interface ProjectRowProps {
  path: string
  project: ProjectLook
  onLook: (look: FolderLook) => void
  /** A person has just said whether the project is trusted. */
  onTrust: (trust: TrustLevel) => void
}

/** What a project's own files would do in a session, and the question whether they may. Nothing of them is in force before the answer. */
export function ProjectRow({ path, project, onLook, onTrust }: ProjectRowProps): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const [busy, setBusy] = useState(false)
  const { trust, settings, instructions, unread } = project
  if (settings === undefined && trust === undefined && instructions.length + unread.length === 0)
    return undefined
  const answer = (trust: TrustLevel): void => {
    setBusy(true)
    void actions
      .trustFolder(path, trust)
      .then((look) => {
        if (look === undefined) return
        onLook(look)
        onTrust(trust)
      })
      .finally(() => {
        setBusy(false)
      })
  }
  const folder = withTilde(project.listed ?? project.folder, home)
  const { atOnce, below } = lines(project, home)
  return (
    <div className="panel">
      <div className="prow project">
        <Icon name={trust === 'trusted' ? 'shield' : 'shield-x'} />
        <div className="grow">
          <div className="t">
            {trust === undefined ? (
              // Our own words alone: a language may be written with spaces that are hidden characters in a name.
              settings === undefined ? (
                words.project
              ) : (
                words.trustQuestion
              )
            ) : (
              <UntrustedText text={trust === 'trusted' ? words.trusted(folder) : words.untrusted(folder)} />
            )}
          </div>
          {atOnce.map(line)}
          {below.length > 0 && (
            <details className="s">
              <summary>{words.more}</summary>
              {below.map(line)}
            </details>
          )}
        </div>
        {(settings !== undefined || trust !== undefined) && (
          <div className="acts">
            {trust !== 'trusted' && (
              <Button
                size="small"
                disabled={busy}
                onClick={() => {
                  answer('trusted')
                }}
              >
                {words.trust}
              </Button>
            )}
            {trust !== 'untrusted' && (
              <Button
                size="small"
                look="ghost"
                disabled={busy}
                onClick={() => {
                  answer('untrusted')
                }}
              >
                {words.distrust}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

const line = (text: string): ReactNode => (
  <p key={text} className="s">
    <UntrustedText text={text} />
  </p>
)

/** What is known of the project's files, in sentences: what its question is decided by stands at once, the rest below. */
function lines(
  { instructions, settings, unread, folder, trust }: ProjectLook,
  home: string,
): { readonly atOnce: readonly string[]; readonly below: readonly string[] } {
  const names = instructions.map(({ path }) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : withTilde(path, home),
  )
  const said = [
    ...(names.length > 0 ? [words.instructions(names)] : []),
    ...(settings === undefined || settings.refused.length === 0 ? [] : [words.refused(settings.refused)]),
    ...(unread.length > 0 ? [words.unread(unread)] : []),
  ]
  if (settings === undefined) {
    const [first = words.nothing, ...below] = said
    return { atOnce: [first], below }
  }
  const decides =
    settings.problem === undefined ? words.sets(settings.sets.map(setting)) : words.unusable(settings.problem)
  const isOpen = trust === undefined
  return {
    atOnce: isOpen ? [decides, words.trustText] : [],
    below: [...(isOpen ? [] : [decides]), ...said, ...(trust === 'trusted' ? [] : [words.trustLimits])],
  }
}

const setting = ({ key, value }: NonNullable<ProjectLook['settings']>['sets'][number]): string =>
  `${key} = ${JSON.stringify(value)}`
