import { posix, win32 } from 'node:path'
import { ConfigError } from './config-error'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The folder for configuration and records, absolute: $COUNTERSIGN_HOME, or else $CODEX_HOME (for clients that start the
 * app-server as they would the reference system's), or else the platform's configuration directory. Nothing is created.
 * Throws ConfigError for a relative one, and when the environment names no home directory.
 */
export function resolveHome(env: Environment, platform: NodeJS.Platform): string {
  const paths = platform === 'win32' ? win32 : posix
  const name = env['COUNTERSIGN_HOME'] ? 'COUNTERSIGN_HOME' : 'CODEX_HOME'
  const chosen = env[name]
  if (!chosen) return platformHome(env, platform)
  if (paths.isAbsolute(chosen)) return paths.normalize(chosen)
  const what = `the folder ${JSON.stringify(chosen)} is relative`
  throw new ConfigError({ file: `$${name}`, what, expected: 'an absolute path' })
}

function platformHome(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    if (env['APPDATA']) return win32.join(env['APPDATA'], 'Countersign')
    return win32.join(required(env, 'USERPROFILE'), 'AppData', 'Roaming', 'Countersign')
  }
  if (platform === 'darwin')
    return posix.join(required(env, 'HOME'), 'Library', 'Application Support', 'Countersign')
  const base = env['XDG_CONFIG_HOME']
  // The base directory specification wants relative values to be ignored.
  if (base && posix.isAbsolute(base)) return posix.join(base, 'countersign')
  return posix.join(required(env, 'HOME'), '.config', 'countersign')
}

function required(env: Environment, name: string): string {
  const value = env[name]
  if (value) return value
  const expected = `$${name} or an absolute path in $COUNTERSIGN_HOME`
  throw new ConfigError({ file: `$${name}`, what: 'the home directory is not known', expected })
}
