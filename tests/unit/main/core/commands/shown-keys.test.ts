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
