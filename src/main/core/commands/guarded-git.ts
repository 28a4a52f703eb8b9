type Environment = Readonly<Record<string, string>>

/** Settings under which git starts nothing that a repository's own files name, and takes no plain folder for one. */
const settings: readonly (readonly [string, string])[] = [
  ['safe.bareRepository', 'explicit'],
  ['core.fsmonitor', 'false'],
]

/**
 * The environment for a use of git that runs unasked because it only reads. Settings of the environment go before those
 * of any repository; what is set there already stays.
 */
export function guardGit(env: Environment): Environment {
  const set = Number(env.GIT_CONFIG_COUNT ?? '0')
  const first = Number.isSafeInteger(set) && set >= 0 ? set : 0
  const added = settings.flatMap(([key, value], at): [string, string][] => [
    [`GIT_CONFIG_KEY_${String(first + at)}`, key],
    [`GIT_CONFIG_VALUE_${String(first + at)}`, value],
  ])
  return { ...env, GIT_CONFIG_COUNT: String(first + settings.length), ...Object.fromEntries(added) }
}
