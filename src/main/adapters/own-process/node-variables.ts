/**
 * Variables by which a Node loads code, or writes files, that whoever set them chose. `bin/countersign` and `bin/countersign.cmd` have the
 * same list, since a Node reads them before any of its code runs.
 */
export const nodeVariables: readonly string[] = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_COMPILE_CACHE',
  'NODE_REDIRECT_WARNINGS',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_V8_COVERAGE',
  'NODE_ICU_DATA',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
]

/** An environment for a Node program of ours: as given, less `nodeVariables`. */
export const withoutNodeVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !nodeVariables.includes(name.toUpperCase())))
