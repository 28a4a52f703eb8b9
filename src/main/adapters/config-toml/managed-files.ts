import { join, posix, win32 } from 'node:path'

/** The managed file of rules: the system's own alone. Undefined where who may write it cannot be told. */
export const managedRulesFile = (platform: NodeJS.Platform): string | undefined =>
  platform === 'win32' ? undefined : '/etc/countersign/managed_rules.toml'

/** The managed files, the weaker first: one in the home for those who set machines up, and the system's own. */
export function managedFiles(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] {
  const name = 'managed_config.toml'
  const programData = env['ProgramData']
  if (platform !== 'win32') return [join(home, name), posix.join('/etc/countersign', name)]
  return programData ? [join(home, name), win32.join(programData, 'Countersign', name)] : [join(home, name)]
}
