/** What a runtime, its proxies and the system's sandbox tools need of the environment; secrets and proxies are not in it. */
const needed: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: [
    'PATH',
    'PATHEXT',
    'SYSTEMROOT',
    'WINDIR',
    'COMSPEC',
    'PROGRAMDATA',
    'PROGRAMFILES',
    'USERPROFILE',
    'USERNAME',
    'USERDOMAIN',
    'APPDATA',
    'LOCALAPPDATA',
    'TEMP',
    'TMP',
  ],
}
const posix = ['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'LANG']

/** The environment of runtimes, out of the engine's own; names are compared as the platform does. */
export function runtimeEnvironment(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Readonly<Record<string, string>> {
  const names = new Set(needed[platform] ?? posix)
  const kept = Object.entries(env).filter(([name]) =>
    names.has(platform === 'win32' ? name.toUpperCase() : name),
  )
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
