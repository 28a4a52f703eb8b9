import type { SettingRow, SettingsView } from '@shared/domain/settings-view'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { useGrants } from '../../state/use-grants'
import { HostAwareText } from '../../ui/host-aware-text'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.settingsParts.places

const lists = [
  { key: 'sandbox.unreadable', title: words.unreadable, text: words.unreadableText },
  { key: 'sandbox.readable', title: words.readable, text: words.readableText },
  { key: 'sandbox_workspace_write.writable_roots', title: words.roots, text: undefined },
  { key: 'sandbox.unreadable_variables', title: words.unreadableVariables, text: undefined },
  { key: 'sandbox.readable_variables', title: words.readableVariables, text: undefined },
] as const

/** Which hosts rules open, and which places the configuration closes or opens. Read here; where commands may go is for the file itself. */
export function PlacesSection({ view }: { view: SettingsView }): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const grants = useGrants()
  useEffect(() => {
    void actions.loadGrants()
  }, [actions])
  const hosts = (grants ?? [])
    .filter(({ scope }) => scope === 'rule')
    .flatMap(({ cwd, grants: added }) =>
      added.flatMap((grant) =>
        grant.kind === 'host' ? [`${grant.host}:${String(grant.port)} (${withTilde(cwd, home)})`] : [],
      ),
    )
  return (
    <>
      <p className="dim">{words.builtIn}</p>
      <div className="panel">
        <PlaceRow title={words.hosts} text={words.hostsText} values={hosts} none={words.noHosts} />
        {lists.map(({ key, title, text }) => {
          const row = view.rows.find((each) => each.key === key)
          return (
            <PlaceRow key={key} title={title} text={text} values={textsOf(row)} row={row} none={words.none} />
          )
        })}
      </div>
    </>
  )
}

function textsOf(row: SettingRow | undefined): readonly string[] {
  return Array.isArray(row?.value) ? row.value.map(String) : []
}

interface PlaceRowProps {
  title: string
  text: string | undefined
  values: readonly string[]
  none: string
  row?: SettingRow | undefined
}

function PlaceRow({ title, text, values, none, row }: PlaceRowProps): ReactNode {
  return (
    <div className="prow set-place">
      <div className="grow">
        <div className="t">{title}</div>
        {text !== undefined && <div className="s">{text}</div>}
        {values.length === 0 ? (
          <div className="s">{none}</div>
        ) : (
          <ul className="set-places">
            {[...new Set(values)].map((value) => (
              <li key={value}>
                <code>
                  {row === undefined ? <HostAwareText text={value} /> : <UntrustedText text={value} />}
                </code>
              </li>
            ))}
          </ul>
        )}
      </div>
      {row !== undefined && (
        <div className="s" title={row.where}>
          {laterStrings.settings.from[row.source]}
          {'. '}
          {laterStrings.settings.inFile}
        </div>
      )}
    </div>
  )
}
