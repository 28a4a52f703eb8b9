import { expect, test } from 'vitest'
import { menuTemplate } from '../../../../../src/main/hosts/desktop/menu'

const roles = (items: unknown): unknown[] => {
  if (!Array.isArray(items)) return []
  return items.flatMap((item: { role?: string; submenu?: unknown }) => [item.role, ...roles(item.submenu)])
}

test.each(['darwin', 'linux', 'win32'] as const)('on %s the menu edits, and decides nothing', (platform) => {
  const template = menuTemplate(platform, true)
  expect(roles(template)).toContain('editMenu')
  expect(roles(template).includes('appMenu')).toBe(platform === 'darwin')
  expect(JSON.stringify(template)).not.toMatch(/accelerator|click/)
})

test('developer tools are only in the menu of a build that is not packaged', () => {
  expect(roles(menuTemplate('linux', true))).not.toContain('toggleDevTools')
  expect(roles(menuTemplate('linux', false))).toContain('toggleDevTools')
})
