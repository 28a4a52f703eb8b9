import { expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'
import { folderWith } from '../../../../fakes/settings-home'

const load = async (lines: string) => {
  const { at } = folderWith({ 'home/config.toml': `[window]\n${lines}\n` })
  return (await loadSettings({ home: at('home'), env: {}, managed: [] })).config.window
}

test('how windows look is read from [window]', async () => {
  const lines = ['theme = "dark"', 'text_size = "large"', 'reduced_motion = true']
  expect(await load([...lines, 'high_contrast = true', 'density = "compact"'].join('\n'))).toEqual({
    ...{ theme: 'dark', text_size: 'large', reduced_motion: true },
    ...{ high_contrast: true, density: 'compact' },
  })
})

test.each([
  ['theme = "sepia"', 'config.toml:2: theme is "sepia"; expected one of "light", "dark"'],
  ['text_size = 14', 'config.toml:2: text_size is 14; expected one of "small", "normal", "large", "largest"'],
  ['high_contrast = 2', 'config.toml:2: high_contrast is 2; expected true or false'],
  ['density = "cosy"', 'config.toml:2: density is "cosy"; expected one of "comfortable", "compact"'],
  ['reduced_motion = "yes"', 'config.toml:2: reduced_motion is "yes"; expected true or false'],
  ['colour = "red"', 'config.toml:2: unknown key "colour" in [window]'],
])('%s is told with its line and what was expected', async (lines, message) => {
  await expect(load(lines)).rejects.toThrow(message)
})
