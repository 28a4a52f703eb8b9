import { hostOf } from '@shared/domain/host-state'
import type { KeptFiles } from '@shared/domain/kept-files'
import { sizeInWords } from '@shared/messages/amounts'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { saveFile } from '../../lib/save-file'
import { showArchive } from '../../lib/show-archive'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { useArchivedCount } from '../../state/use-archived-count'
import { Button } from '../../ui/button'
import { copyLabel, useCopy } from '../../ui/copy-button'
import { EndSessionDialog } from '../../ui/end-session-dialog'
import { Select } from '../../ui/select'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.settingsParts.kept

/** Where things lie and how much there is, and what can be done with the record of one session. */
export function KeptSection(): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const count = useAppState((state) => Object.keys(state.sessions).length)
  const desktop = useAppState((state) => state.engine?.host === 'desktop')
  const { state: copied, copy } = useCopy()
  const [kept, setKept] = useState<KeptFiles>()
  useEffect(() => {
    let shown = true
    actions.readKept().then(
      (read) => {
        if (shown) setKept(read)
      },
      () => undefined, // the banner says that the engine is away
    )
    return () => {
      shown = false
    }
  }, [actions, count])
  if (kept === undefined) return <p className="dim">{words.reading}</p>
  const total = kept.kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <>
      <div className="panel">
        {kept.kinds.map(({ kind, path, files, bytes }) => (
          <div key={kind} className="prow">
            <div className="grow">
              <div className="t">{words.kinds[kind]}</div>
              <div className="s">
                <code>
                  <UntrustedText text={withTilde(path, home)} />
                </code>
              </div>
            </div>
            <div className="s num">
              {files === 0 ? words.nothing : `${words.files(files)}, ${sizeInWords(bytes)}`}
            </div>
          </div>
        ))}
        <div className="prow">
          <div className="grow">
            <div className="t">{words.total}</div>
            <div className="s num">{sizeInWords(total)}</div>
          </div>
          {desktop ? (
            <Button size="small" onClick={() => void actions.showKept()}>
              {words.show}
            </Button>
          ) : (
            <Button
              size="small"
              onClick={() => {
                copy(kept.home)
              }}
            >
              {copied === 'no' ? words.copy : copyLabel(copied)}
            </Button>
          )}
        </div>
      </div>
      <OneSession />
    </>
  )
}

/** That there is no session to choose: none was begun yet, or all are archived. */
function NoneOpen(): ReactNode {
  const archived = useArchivedCount()
  if (archived === undefined) return undefined
  if (archived.count === 0) return <p className="dim">{words.none}</p>
  const { title, text, show } = laterStrings.empty.archived
  return (
    <p className="dim">
      {title}. {text(archived.count, archived.more)}{' '}
      <button type="button" className="link-btn" onClick={showArchive}>
        {show}
      </button>
    </p>
  )
}

/** Exports or deletes one session that is at rest. */
function OneSession(): ReactNode {
  const actions = useActions()
  const sessions = useAppState((state) => state.sessions)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const [picked, setPicked] = useState('')
  const [asking, setAsking] = useState(false)
  const all = Object.values(sessions)
    .filter(({ id }) => hostOf(id) === undefined)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const session = sessions[picked] ?? all[0]
  if (session === undefined) return <NoneOpen />
  const busy = session.status === 'running' || session.status === 'needs-you'
  return (
    <div className="panel">
      <div className="prow set-provider">
        <div className="grow">
          <div className="t">{words.one}</div>
          <div className="s">{words.oneText}</div>
          <Select
            label={words.pick}
            value={session.id}
            options={all.map(({ id, title }) => ({ value: id, label: visibleString(title) }))}
            onChange={setPicked}
          />
        </div>
        <div className="set-acts">
          <Button
            size="small"
            disabled={!connected}
            onClick={() => void actions.export(session.id, 'markdown', saveFile)}
          >
            {words.exportMarkdown}
          </Button>
          <Button
            size="small"
            disabled={!connected}
            onClick={() => void actions.export(session.id, 'json', saveFile)}
          >
            {words.exportJson}
          </Button>
          <Button
            size="small"
            disabled={!connected || busy}
            title={busy ? strings.life.whileRunning : undefined}
            onClick={() => {
              setAsking(true)
            }}
          >
            {words.remove}
          </Button>
        </div>
      </div>
      {asking && (
        <EndSessionDialog
          session={session}
          does="delete"
          onClose={() => {
            setAsking(false)
          }}
        />
      )}
    </div>
  )
}
