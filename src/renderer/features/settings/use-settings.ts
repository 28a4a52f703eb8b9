import { toFault } from '@shared/domain/fault'
import type { Fault } from '@shared/domain/fault'
import type { SettingEdit, SettingsView, WindowSetting } from '@shared/domain/settings-view'
import { useEffect, useRef, useState } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'

/** The settings as they are on file. Edits are made one after the other, each on the version that the one before left. */
export interface Settings {
  readonly view: SettingsView | undefined
  readonly fault: Fault | undefined
  /** Why the last edit was not made, and of which setting. */
  readonly refused: { readonly key: WindowSetting; readonly message: string } | undefined
  edit(key: WindowSetting, value: SettingEdit['value']): void
  /** Reads them again, after something else than an edit of this page has changed the file. */
  readAgain(): void
}

/** Reads the settings when the page opens. */
export function useSettings(): Settings {
  const actions = useActions()
  const [view, setShown] = useState<SettingsView>()
  const version = useRef('')
  const last = useRef(Promise.resolve())
  const [fault, setFault] = useState<Fault>()
  const [refused, setRefused] = useState<Settings['refused']>()
  const [reading, setReading] = useState(0)
  const setView = (next: SettingsView): void => {
    version.current = next.version
    setShown(next)
  }
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
  }, [actions, reading])
  const write = async (key: WindowSetting, value: SettingEdit['value']): Promise<void> => {
    try {
      const reply = await actions.writeSettings(version.current, key, value)
      if (reply.kind !== 'refused') setView(reply.view)
      setRefused(
        reply.kind === 'written'
          ? undefined
          : { key, message: reply.kind === 'refused' ? reply.message : laterStrings.settings.conflict },
      )
      setFault(undefined)
    } catch (error) {
      setFault(toFault(error))
    }
  }
  return {
    view,
    fault,
    refused,
    edit(key, value) {
      last.current = last.current.then(() => write(key, value))
    },
    readAgain() {
      setReading((count) => count + 1)
    },
  }
}
