import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { ConfigFile } from '@shared/domain/settings'
import { homeStores } from '../../../core/policy/credential-stores'
import { findPrivateKeys } from './private-keys'
import { realPath } from './protected-entry'
import type { UnreadableSettings } from './unreadable-places'
import { isUnder, kernelPlaces } from '../writable-roots'

/** Variables that move a store elsewhere, and what is closed there: the place itself, or some of what is in it. */
const movers: Readonly<Record<string, readonly string[]>> = {
  AWS_CONFIG_FILE: [''],
  AWS_SHARED_CREDENTIALS_FILE: [''],
  AWS_WEB_IDENTITY_TOKEN_FILE: [''],
  AZURE_CONFIG_DIR: [''],
  BITWARDENCLI_APPDATA_DIR: [''],
  ANDROID_USER_HOME: ['adbkey'],
  ANSIBLE_VAULT_PASSWORD_FILE: [''],
  BOTO_CONFIG: [''],
  CARGO_HOME: ['credentials', 'credentials.toml'],
  CLAUDE_CONFIG_DIR: ['.credentials.json', '.claude.json', 'history.jsonl', 'projects'],
  CLOUDSDK_CONFIG: [''],
  CODEX_HOME: ['auth.json', 'history.jsonl', 'sessions'],
  COMPOSER_HOME: ['auth.json'],
  DOCKER_CONFIG: ['config.json', 'contexts'],
  GEMINI_CLI_HOME: ['.gemini'],
  GH_CONFIG_DIR: ['hosts.yml'],
  GLAB_CONFIG_DIR: [''],
  GNUPGHOME: [''],
  GOOGLE_APPLICATION_CREDENTIALS: [''],
  HEX_HOME: ['hex.config'],
  HF_HOME: ['token', 'stored_tokens'],
  HISTFILE: [''],
  IRODS_AUTHENTICATION_FILE: [''],
  KUBECONFIG: [''],
  MODAL_CONFIG_PATH: [''],
  MYSQL_HISTFILE: [''],
  NETRC: [''],
  NODE_REPL_HISTORY: [''],
  OCI_CLI_CONFIG_FILE: [''],
  PASSWORD_STORE_DIR: [''],
  PGPASSFILE: [''],
  PGSERVICEFILE: [''],
  PSQL_HISTORY: [''],
  PYTHON_HISTORY: [''],
  RCLONE_CONFIG: [''],
  REDISCLI_HISTFILE: [''],
  REGISTRY_AUTH_FILE: [''],
  SQLITE_HISTORY: [''],
  TF_CLI_CONFIG_FILE: [''],
  TRAVIS_CONFIG_PATH: [''],
  VAULT_TOKEN_FILE: [''],
  WAKATIME_HOME: ['.wakatime.cfg'],
  // Where podman and its kin keep logins.
  XDG_RUNTIME_DIR: ['containers/auth.json'],
}

/** The XDG folders of a home directory, and the variables that put another in their place. */
const moved: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: '.cache/',
  XDG_CONFIG_HOME: '.config/',
  XDG_DATA_HOME: '.local/share/',
  XDG_STATE_HOME: '.local/state/',
}

const namesIn = (name: string): readonly string[] => {
  const folder = moved[name]
  if (folder === undefined) return movers[name] ?? []
  return homeStores.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []))
}

/**
 * The stores that the environment keeps in other places than `homeStores` says, as absolute paths; they may be missing.
 * A value that is no absolute path, that holds the home directory or that lies in the kernel's own file systems (HISTFILE
 * is often /dev/null) moves nothing.
 */
export function movedStores(env: NodeJS.ProcessEnv, home: string): readonly string[] {
  const places = [...Object.keys(movers), ...Object.keys(moved)].flatMap((name) =>
    (env[name] ?? '')
      .split(':')
      .filter((value) => isAbsolute(value))
      .flatMap((value) => namesIn(name).map((inside) => resolve(join(value, inside)))),
  )
  return [...new Set(places)].filter(
    (path) => !isUnder(resolve(home), path) && !kernelPlaces.some((place) => isUnder(path, place)),
  )
}

/** What nobody may read for an agent: `config` is `[sandbox]` of config.toml, `engineHome` the engine's own home. */
export function unreadableSettings(
  config: ConfigFile['sandbox'],
  env: NodeJS.ProcessEnv,
  engineHome: string,
): UnreadableSettings & { readonly home: string } {
  const home = env.HOME ?? homedir()
  return {
    home,
    engineHome,
    unreadable: [...(config?.unreadable ?? []), ...movedStores(env, home)],
    readable: config?.readable ?? [],
    keys: findPrivateKeys(realPath(home) ?? home, realPath(engineHome) ?? engineHome),
  }
}
