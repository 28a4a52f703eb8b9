import { toFault } from '@shared/domain/fault'
import type { Fault } from '@shared/domain/fault'
import type { SettingEdit, SettingsView, WindowSetting } from '@shared/domain/settings-view'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/paths'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { FaultNote } from '../../ui/fault-note'
import { UntrustedText } from '../../ui/untrusted-text'
import { fieldOf, sections } from './setting-fields'
import { SettingLine } from './setting-row'

const words = strings.settings

/** What people change, with where each value comes from. Every edit is made on the version that is shown. */
export function SettingsPage(): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const [view, setView] = useState<SettingsView>()
  const [fault, setFault] = useState<Fault>()
  const [refused, setRefused] = useState<{ readonly key: WindowSetting; readonly message: string }>()
  useEffect(() => {
    let shown = true
    actions.readSettings().then(
      (read) => {
        if (shown) setView(read)
      },
      (error: unknown) => {
        if (shown) setFault(toFault(error))
      },
    )
    return () => {
      shown = false
    }
  }, [actions])
  const edit = async (version: string, key: WindowSetting, value: SettingEdit['value']): Promise<void> => {
    try {
      const reply = await actions.writeSettings(version, key, value)
      if (reply.kind !== 'refused') setView(reply.view)
      setRefused(
        reply.kind === 'written'
          ? undefined
          : { key, message: reply.kind === 'refused' ? reply.message : words.conflict },
      )
      setFault(undefined)
    } catch (error) {
      setFault(toFault(error))
    }
  }
  return (
    <div className="settings" tabIndex={-1}>
      <div className="wel">
        <header>
          <h2 className="wel-title">{words.heading}</h2>
          <p className="dim">{words.lede}</p>
          {view !== undefined && (
            <p className="dim">
              <code>
                <UntrustedText text={withTilde(view.file, home)} />
              </code>
            </p>
          )}
        </header>
        {fault !== undefined && <FaultNote fault={fault} />}
        {view === undefined && fault === undefined && <p className="dim">{words.reading}</p>}
        {view?.problem !== undefined && <FaultNote fault={{ code: 'bad-request', message: view.problem }} />}
        {view !== undefined &&
          sections.map(({ id, keys }) => (
            <section key={id}>
              <h3 className="tbl-title">{words.sections[id]}</h3>
              <div className="panel">
                {keys.map((key) => (
                  <SettingLine
                    key={key}
                    field={fieldOf(view, key)}
                    problem={refused?.key === key ? refused.message : undefined}
                    onEdit={(value) => void edit(view.version, key, value)}
                  />
                ))}
              </div>
            </section>
          ))}
        {view?.warnings.map((warning) => (
          <FaultNote key={warning} fault={{ code: 'bad-request', message: warning }} />
        ))}
      </div>
    </div>
  )
}
