/**
 * What holds keys, tokens and passwords in a home directory, relative to it. Unreadable to commands unless config.toml
 * (`[sandbox] readable`) or a grant says otherwise. Decision 012 says what was left out, and why.
 */
export const homeStores: readonly string[] = [
  // keys and their agents
  '.ssh',
  '.gnupg',
  '.pki',
  '.local/share/pki',
  // clouds, clusters and their command lines
  '.aws',
  '.azure',
  '.config/gcloud',
  '.boto',
  '.kube',
  '.docker/config.json',
  '.config/containers/auth.json',
  '.oci',
  '.config/doctl',
  '.config/hcloud',
  '.config/linode-cli',
  '.terraform.d/credentials.tfrc.json',
  '.terraformrc',
  '.config/rclone',
  '.s3cfg',
  '.fly',
  '.config/heroku',
  '.vault-token',
  '.config/op',
  '.config/sops/age',
  // forges and package registries
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh/hosts.yml',
  '.config/hub',
  '.config/glab-cli',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.local/share/gem/credentials',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.m2/settings-security.xml',
  // databases and mail
  '.pgpass',
  '.mylogin.cnf',
  '.msmtprc',
  '.fetchmailrc',
  '.mutt',
  '.thunderbird',
  // browsers, as packages, snaps and flatpaks keep them
  '.mozilla',
  '.config/google-chrome',
  '.config/google-chrome-beta',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.librewolf',
  'snap/firefox',
  'snap/chromium',
  'snap/brave',
  '.var/app/org.mozilla.firefox',
  '.var/app/org.chromium.Chromium',
  '.var/app/com.google.Chrome',
  '.var/app/com.brave.Browser',
  '.var/app/com.microsoft.Edge',
  // password stores and key rings
  '.password-store',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.config/1Password',
  '.config/Bitwarden',
  '.config/Bitwarden CLI',
  '.config/keepassxc',
  '.var/app/org.keepassxc.KeePassXC',
  '.config/KeePass',
  '.config/Keybase',
  // other agents' and editors' logins
  '.codex/auth.json',
  '.claude/.credentials.json',
  '.config/github-copilot',
  '.local/share/opencode/auth.json',
  // what was typed, passwords among it
  '.bash_history',
  '.zsh_history',
  '.local/share/fish/fish_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.rediscli_history',
]

/**
 * Settings that may hold a token among much else. A command sees them empty rather than closed, since the programs that
 * read them take a file that is there but unreadable for an error.
 */
export const mixedSettings: readonly string[] = [
  '.npmrc',
  '.yarnrc.yml',
  '.config/pip/pip.conf',
  '.pip/pip.conf',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.nuget/NuGet/NuGet.Config',
  '.my.cnf',
]

/** Folders in the home directory whose files with these endings are stores of their own (KeePass databases). */
export const storeFiles = { folders: ['', 'Documents', 'Desktop'], endings: ['.kdbx', '.kdb'] } as const

/** The machine's own stores: readable only when the engine runs as root, and then closed all the same. */
export const machineStores: readonly string[] = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/krb5.keytab',
  '/etc/ssl/private',
  '/etc/wireguard',
  '/etc/NetworkManager/system-connections',
  '/etc/kubernetes',
  '/var/lib/docker',
  '/var/lib/kubelet',
]

/** Private keys of this machine's ssh server: one file for each kind of key. */
export const hostKeys = { folder: '/etc/ssh', pattern: /^ssh_host_.*_key$/ } as const
