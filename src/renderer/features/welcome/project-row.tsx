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
  return (
    <div className="panel">
      <div className="prow project">
        <Icon name={trust === 'trusted' ? 'shield' : 'shield-x'} />
        <div className="grow">
          <div className="t">
            <UntrustedText
              text={
                trust === undefined
                  ? settings === undefined
                    ? words.project
                    : words.trustQuestion
                  : trust === 'trusted'
                    ? words.trusted(folder)
                    : words.untrusted(folder)
              }
            />
          </div>
          {lines(project, home).map((line) => (
            <p key={line} className="s">
              <UntrustedText text={line} />
            </p>
          ))}
          {settings !== undefined && trust === undefined && <p className="s">{words.trustText}</p>}
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

/** What is known of the project's files, in sentences. */
function lines({ instructions, settings, unread, folder }: ProjectLook, home: string): readonly string[] {
  const names = instructions.map(({ path }) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : withTilde(path, home),
  )
  const said = [
    ...(names.length > 0 ? [words.instructions(names)] : []),
    ...(settings === undefined ? [] : settingsLines(settings)),
    ...(unread.length > 0 ? [words.unread(unread)] : []),
  ]
  return said.length > 0 ? said : [words.nothing]
}

function settingsLines({ sets, refused, problem }: NonNullable<ProjectLook['settings']>): readonly string[] {
  if (problem !== undefined) return [words.unusable(problem)]
  const rows = sets.map(({ key, value }) => `${key} = ${JSON.stringify(value)}`)
  return [words.sets(rows), ...(refused.length > 0 ? [words.refused(refused)] : [])]
}
