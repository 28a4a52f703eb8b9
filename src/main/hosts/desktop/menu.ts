import type { MenuItemConstructorOptions } from 'electron'
import {
  acceleratorOf,
  chordOf,
  commandsOf,
  type AppCommandId,
  type CommandGroup,
} from '@shared/domain/app-command'
import { commandGroupTitle, commandTitle } from '@shared/messages/commands'
import { menuLabel } from './plain-text'

/** What the menu depends on. `extra` are items of the application's own at the end of Help. */
export interface MenuOptions {
  readonly platform: NodeJS.Platform
  readonly packaged: boolean
  readonly extra: readonly MenuItemConstructorOptions[]
  readonly run: (command: AppCommandId) => void
}

/**
 * The application menu: all commands of the window with their keys, from the table that the window's own keys and palette come from, and
 * editing (without it, copy and paste do not work on macOS), zoom and windows. No item and no key decides anything, since that would go
 * round the page's guard against stray keys: the table holds nothing that does.
 */
export function menuTemplate({ platform, packaged, extra, run }: MenuOptions): MenuItemConstructorOptions[] {
  const items = (group: CommandGroup): MenuItemConstructorOptions[] =>
    commandsOf(group).map((id) => itemOf(id, run))
  const menu = (
    group: CommandGroup,
    more: MenuItemConstructorOptions[] = [],
  ): MenuItemConstructorOptions => ({
    label: commandGroupTitle(group),
    submenu: [...items(group), ...more],
  })
  const developer: MenuItemConstructorOptions[] = packaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  const end: MenuItemConstructorOptions[] =
    platform === 'darwin' ? [{ role: 'close' }] : [{ role: 'close' }, { role: 'quit' }]
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    menu('file', [{ type: 'separator' }, ...end]),
    { role: 'editMenu' },
    menu('view', [
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...developer,
    ]),
    menu('go'),
    menu('session'),
    menu('message'),
    { role: 'windowMenu' },
    menu('help', extra.length === 0 ? [] : [{ type: 'separator' }, ...extra]),
  ]
}

function itemOf(id: AppCommandId, run: (command: AppCommandId) => void): MenuItemConstructorOptions {
  const chord = chordOf(id, 'desktop')
  return {
    id,
    label: menuLabel(commandTitle(id)),
    // The page has the key already, with what it knows of fields and open dialogs: here it is only shown.
    ...(chord === undefined ? {} : { accelerator: acceleratorOf(chord), registerAccelerator: false }),
    click: () => {
      run(id)
    },
  }
}
