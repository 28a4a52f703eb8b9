import { dirname } from 'node:path'
import { nr, perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

const secret = 'ESCAPED-this-is-a-secret'
const files = [
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.azure/token.json',
  '.config/gcloud/credentials.db',
  '.kube/config',
  '.gnupg/private-keys-v1.d/k.key',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh/hosts.yml',
  '.docker/config.json',
  '.npmrc',
  '.pypirc',
  '.cargo/credentials.toml',
  '.mozilla/firefox/p/logins.json',
  '.config/google-chrome/Default/Cookies',
  'snap/firefox/common/x',
  '.var/app/org.mozilla.firefox/x',
  '.password-store/x.gpg',
  '.local/share/keyrings/login.keyring',
  'Documents/all.kdbx',
  '.bash_history',
  '.local/share/atuin/history.db',
  '.claude.json',
  '.gemini/oauth_creds.json',
  '.config/Cursor/User/globalStorage/state.vscdb',
  '.cache/huggingface/token',
  '.config/stripe/config.toml',
  '.config/Slack/Cookies',
  '.config/gopass/age/identities',
  '.condarc',
  '.ansible/.vault_pass',
  '.sbt/sonatype_credential',
  '.android/adbkey',
  '.local/share/signal-cli/data/accounts.json',
  '.rclone.conf',
  '.modal.toml',
  '.vagrant.d/data/vagrant_login_token',
  '.config/helm/repositories.yaml',
]
const prepare = `
  rm -rf "$WORK"/* "$OUT"/*; cd "$HOME"
  mkdir -p ${files.map((file) => dirname(file)).join(' ')}
  ${files.map((file) => `echo ${secret} > ${file}`).join('\n')}
  chmod 600 ${files.join(' ')}
  mkdir -p "$OUT/vault" && echo ${secret} > "$OUT/vault/token" && ln -sfn "$OUT/vault" "$HOME/.vault-token"
`
const store = '"$HOME/.ssh/id_ed25519"'

const attempts: EscapeAttempt[] = [
  ...files.map((file) => ({ name: `reads ~/${file}`, script: `cat "$HOME/${file}"` })),
  { name: 'reads a store through a link', script: `ln -s "$HOME/.ssh" s && cat s/id_ed25519` },
  { name: 'reads a store through a hard link', script: `ln ${store} s && cat s` },
  { name: 'reads a store through /proc/self/root', script: `cat "/proc/self/root$HOME/.ssh/id_ed25519"` },
  { name: 'reads a store through dots', script: 'cat "$HOME/.config/../.ssh/id_ed25519"' },
  { name: 'reads a store that is a link to elsewhere', script: 'cat "$HOME/.vault-token/token"' },
  {
    name: 'reads a store where a link leads',
    script: 'cat "$OUT/vault/token"',
    alone: 'a link leads to one folder only',
  },
  { name: 'opens a store up first', script: `chmod -R 777 "$HOME/.ssh"; cat ${store}` },
  { name: 'copies a store away', script: 'cp -r "$HOME/.ssh" s; cat s/*' },
  { name: 'archives a store', script: 'tar -cf - -C "$HOME" .ssh 2>/dev/null | tar -xOf -' },
  {
    name: 'unmounts what lies over a store',
    script: `umount "$HOME/.ssh" 2>/dev/null; umount -l "$HOME/.ssh" 2>/dev/null; cat ${store}`,
  },
  {
    name: 'maps a store',
    script: perl(
      `open(my $f, "<", "$ENV{HOME}/.ssh/id_ed25519") or exit 1; my $m = syscall(${nr('mmap')}, 0, 4096, 1, 2, fileno($f), 0); print "ESCAPED\\n" if $m > 0`,
    ),
  },
  {
    name: "reads the machine's passwords",
    script: 'grep -q root: /etc/shadow && echo ESCAPED',
    users: ['root'],
  },
]

await escapeTable({ prepare }, attempts)
