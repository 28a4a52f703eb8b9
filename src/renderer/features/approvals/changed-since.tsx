import type { ApprovalRequest, ChangedText } from '@shared/domain/approval'
import { namedPath } from '@shared/domain/named-path'
import { unseenInWords } from '@shared/messages/stop'
import type { ReactNode } from 'react'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { pathFrom } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { hunkLines } from '../../lib/unified-diff'
import { useAppState } from '../../state/context'
import { Icon } from '../../ui/icon'
import { RehearsedFile } from './rehearsed-file'

const words = laterStrings.changedSince

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

const fileOf = ({ path, how, diff }: ChangedText): ChangedFile => {
  const lines = diff === undefined ? [] : hunkLines(diff)
  return {
    ...{ path, lines, kind: how === 'gone' ? 'deleted' : 'changed' },
    content: lines.length > 0 ? 'text' : 'none',
    ...(how !== 'text' && { note: sentence(unseenInWords(how)) }),
  }
}

/** What became of what an earlier yes was given on: lines where they may be shown, else a name and why not. */
export function ChangedSince({ request }: { request: ApprovalRequest }): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const { stop, naming, cwd } = request
  const { differences = [] } = stop
  if (differences.length === 0) return null
  const nameOf = (path: string): string =>
    naming === undefined ? pathFrom(path, cwd, home) : namedPath(path, naming).name
  return (
    <section className="rh" aria-label={words.title}>
      <p className="rh-head">
        <Icon name="differs" />
        <span>{words.lead}</span>
      </p>
      <div className="rh-files">
        {differences.map((each, index) => (
          <RehearsedFile
            key={each.path}
            file={fileOf(each)}
            name={nameOf(each.path)}
            from={undefined}
            openAtFirst={index === 0}
          />
        ))}
      </div>
    </section>
  )
}
