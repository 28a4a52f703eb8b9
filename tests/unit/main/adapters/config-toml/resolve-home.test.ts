import { expect, test } from 'vitest'
import { resolveHome } from '../../../../../src/main/adapters/config-toml/resolve-home'

type Environment = Record<string, string>

test.each<[env: Environment, platform: NodeJS.Platform, home: string]>([
  [{ COUNTERSIGN_HOME: '/srv/cs/../sign', HOME: '/home/ada' }, 'linux', '/srv/sign'],
  [{ COUNTERSIGN_HOME: 'D:\\cs', APPDATA: 'C:\\A' }, 'win32', 'D:\\cs'],
  [{ COUNTERSIGN_HOME: '', HOME: '/home/ada' }, 'linux', '/home/ada/.config/countersign'],
  [{ CODEX_HOME: '/srv/codex', HOME: '/home/ada' }, 'linux', '/srv/codex'],
  [{ COUNTERSIGN_HOME: '/srv/cs', CODEX_HOME: '/srv/codex', HOME: '/home/ada' }, 'linux', '/srv/cs'],
  [{ XDG_CONFIG_HOME: '/xdg', HOME: '/home/ada' }, 'linux', '/xdg/countersign'],
  [{ XDG_CONFIG_HOME: 'relative', HOME: '/home/ada' }, 'linux', '/home/ada/.config/countersign'],
  [{ HOME: '/Users/ada' }, 'darwin', '/Users/ada/Library/Application Support/Countersign'],
  [{ APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, 'win32', 'C:\\Users\\ada\\AppData\\Roaming\\Countersign'],
  [{ USERPROFILE: 'C:\\Users\\ada' }, 'win32', 'C:\\Users\\ada\\AppData\\Roaming\\Countersign'],
])('%o on %s is %s', (env, platform, home) => {
  expect(resolveHome(env, platform)).toBe(home)
})

test.each<[env: Environment, platform: NodeJS.Platform, message: string]>([
  [
    { COUNTERSIGN_HOME: 'here' },
    'linux',
    '$COUNTERSIGN_HOME: the folder "here" is relative; expected an absolute path',
  ],
  [
    { CODEX_HOME: 'there' },
    'linux',
    '$CODEX_HOME: the folder "there" is relative; expected an absolute path',
  ],
  [
    {},
    'linux',
    '$HOME: the home directory is not known; expected $HOME or an absolute path in $COUNTERSIGN_HOME',
  ],
  [
    {},
    'win32',
    '$USERPROFILE: the home directory is not known; expected $USERPROFILE or an absolute path in $COUNTERSIGN_HOME',
  ],
])('%o on %s is refused', (env, platform, message) => {
  expect(() => resolveHome(env, platform)).toThrow(message)
})
