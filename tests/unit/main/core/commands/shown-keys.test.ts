import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

const decisions = firstDecisions()
afterAll(decisions.remove)

test.each([
  'cat ~/.ssh/id_ed25519',
  'base64 -w0 ~/.aws/credentials',
  'head -c 400 /proc/*/environ',
  'grep -rn aws_secret ~',
  'tail -n 3 secrets.yaml',
  'cat ~/.config/syncthing/key.pem ~/.config/syncthing/config.xml',
  'cat ~/.android/adbkey',
  'cat "$HOME/.config/Bitwarden CLI/data.json"',
  'cat ~/.local/share/signal-cli/data/accounts.json',
  'cat ~/.config/containers/auth.json',
  'cat ~/.sbt/.credentials',
  'cat ~/.vault-pass',
  'cat ~/.expo/state.json',
  'cat ~/.wakatime.cfg',
  'cat ~/.local/share/lftp/bookmarks',
  'cat ~/.config/rustdesk/RustDesk.toml',
  'cat ~/.config/nordvpn/nordvpn.conf',
])('%s is asked about where no sandbox hides it, known-safe or not', async (line) => {
  const call = { argv: ['bash', '-lc', line] }
  expect([
    await decisions.decide(call, 'on-request', 'danger-full-access'),
    await decisions.decide(call, 'untrusted', 'danger-full-access'),
  ]).toEqual(['ask', 'ask'])
})

test.each([
  'cat ~/documents/thesis.txt',
  'ls -la ~',
  'head -n 5 /etc/hostname',
  'cat package.json',
  'grep -rn key src',
  'cat ~/.gemini/settings.json',
  'cat ~/.ssh/known_hosts',
  'ls ~/.config/syncthing',
])('%s runs unasked as before', async (line) => {
  const call = { argv: ['bash', '-lc', line] }
  expect([
    await decisions.decide(call, 'on-request', 'danger-full-access'),
    await decisions.decide(call, 'untrusted', 'workspace-write'),
  ]).toEqual(['run', 'run'])
})

/** A project with links, as a repository may bring them or a command may make them. */
const links = {
  '~/.codex/auth.json': 'key',
  '~/kept/auth.json': 'key',
  '~/engine': { symlink: '~/kept' },
  store: { symlink: '~/.codex' },
  'notes/today.txt': { symlink: '../../.codex/auth.json' },
  'notes/old.txt': { symlink: '~/documents/thesis.txt' },
  key: { symlink: '~/.ssh/id_ed25519' },
  'later.txt': { symlink: 'notes/today.txt' },
}

test.each([
  'cat store/auth.json',
  'cat notes/today.txt',
  'cat later.txt',
  'cat key',
  'cd store && cat auth.json',
  'cat notes/*.txt',
  'cat store/*',
  'cat st*/auth.json',
  'cat store/../.aws/credentials',
  'cat ~/engine/auth.json',
  'cat ~/kept/auth.json',
  'cat ~/.cod*/auth.json',
  'cat README.md -- later.txt',
  'grep -n "" later.txt',
  'head -n 3 notes/old.txt later.txt',
  'nl later.txt | tail -n 1',
])('%s is a read of keys through a link', async (line) => {
  const call = { argv: ['bash', '-lc', line], setup: links }
  expect([
    await decisions.decide(call, 'on-request', 'danger-full-access'),
    await decisions.decide(call, 'untrusted', 'danger-full-access'),
    (await decisions.assess(call)).floor.reasons.map(({ rule }) => rule),
  ]).toEqual(['ask', 'ask', expect.arrayContaining(['secrets.file'])])
})

test.each([
  'cat notes/old.txt',
  'ls store',
  'stat later.txt',
  'grep -rn one src',
  'cat src/*.ts',
  'wc -l later.txt',
])('%s beside such links runs unasked', async (line) => {
  const call = { argv: ['bash', '-lc', line], setup: links }
  expect(await decisions.decide(call, 'on-request', 'danger-full-access')).toBe('run')
})
