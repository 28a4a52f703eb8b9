import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { appCommandIds, chordOf } from '@shared/domain/app-command'
import { choose } from '../../../../fakes/fake-electron-native'
import { menuTemplate } from '../../../../../src/main/hosts/desktop/menu'

type Item = MenuItemConstructorOptions

const all = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])

function made(platform: NodeJS.Platform, packaged = true) {
  const run: string[] = []
  const items = all(
    menuTemplate({ platform, packaged, extra: [{ label: 'More' }], run: (id) => run.push(id) }),
  )
  return { items, run, roles: items.map(({ role }) => role) }
}
test.each(['darwin', 'linux', 'win32'] as const)(
  'on %s every command of the window is in it, once, with its key',
  (platform) => {
    const { items, run, roles } = made(platform)
    const commands = items.filter(({ id }) => id !== undefined)
    expect(commands.map(({ id }) => id).sort()).toEqual([...appCommandIds].sort())
    for (const command of commands) choose(command)
    expect([...run].sort()).toEqual([...appCommandIds].sort())
    expect([roles.includes('editMenu'), roles.includes('appMenu')]).toEqual([true, platform === 'darwin'])
    expect(commands.find(({ id }) => id === 'session.new')).toMatchObject({
      accelerator: 'CommandOrControl+N',
      registerAccelerator: false,
    })
    expect(commands.filter(({ accelerator }) => accelerator !== undefined).map(({ id }) => id)).toEqual(
      commands
        .filter(({ id }) => chordOf(id as (typeof appCommandIds)[number], 'desktop') !== undefined)
        .map(({ id }) => id),
    )
  },
)

test('no item of it decides anything, and none takes a key from the page', () => {
  const { items } = made('linux')
  expect(items.filter(({ label }) => /allow|deny|approve/i.test(label ?? ''))).toEqual([])
  expect(
    items.filter(
      ({ accelerator, registerAccelerator }) => accelerator !== undefined && registerAccelerator !== false,
    ),
  ).toEqual([])
})

test('developer tools are only in the menu of a build that is not packaged', () => {
  expect(made('linux').roles).not.toContain('toggleDevTools')
  expect(made('linux', false).roles).toContain('toggleDevTools')
})
