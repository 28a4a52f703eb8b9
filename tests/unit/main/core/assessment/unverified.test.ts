import { effectInWords } from '@shared/messages/effect'
import { expect, test } from 'vitest'
import { assess, cwd } from '../../../../fakes/assessed-project'

const rulesOf = async (line: string): Promise<readonly string[]> =>
  (await assess(['bash', '-c', line])).floor.reasons.map(({ rule }) => rule)

test.each([
  ['GIT_SSL_NO_VERIFY=1 git clone https://h.example/a', 'GIT_SSL_NO_VERIFY=1'],
  // Git asks for the name alone.
  ['GIT_SSL_NO_VERIFY=false git fetch', 'GIT_SSL_NO_VERIFY=false'],
  ['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.sslVerify GIT_CONFIG_VALUE_0=0 git pull', 'GIT_CONFIG_KEY_0'],
  ['git -c http.sslVerify=false clone https://h.example/a', 'http.sslverify=false'],
  ['git -c http.https://h.example/.sslverify=no pull', '.sslverify=no'],
  ['git -c http.sslVerify=$ON fetch', 'http.sslverify=$ON'],
  ['git clone -c http.sslVerify=0 https://h.example/a', 'http.sslVerify=0'],
  ['git clone --config=http.sslVerify=off https://h.example/a', 'http.sslVerify=off'],
  ['git config --global http.sslVerify false', 'http.sslVerify=false'],
  ['NODE_TLS_REJECT_UNAUTHORIZED=0 node -e 1', 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
  ['env PYTHONHTTPSVERIFY=0 python3 -c 1', 'PYTHONHTTPSVERIFY=0'],
  ['export NODE_TLS_REJECT_UNAUTHORIZED=0; node a.js', 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
])('%s leads with that nobody looks at who is talked to, as curl -k does', async (line, what) => {
  const assessed = await assess(['bash', '-c', line])
  const said = effectInWords(assessed.facts.effect)
  expect(said).toMatch(/^Does not check who it talks to \(/)
  expect(said).toContain(what)
  expect(assessed.level).not.toBe('low')
})

test.each([
  'git -c http.sslVerify=true fetch',
  'git -c http.sslVerify fetch',
  'git config --get http.sslVerify',
  'git config http.sslVerify true',
  'git log --grep http.sslVerify=false',
  'NODE_TLS_REJECT_UNAUTHORIZED=1 node -e 1',
])('%s does look', async (line) => {
  expect(await rulesOf(line)).not.toContain('network.unverified')
})

test('what sends something that is precious, or overwrites, is still told first', async () => {
  const { facts } = await assess(['bash', '-c', 'GIT_SSL_NO_VERIFY=1 git push --force origin main'])
  expect(effectInWords(facts.effect)).toMatch(/^Overwrites main on origin/)
  expect(await rulesOf('GIT_SSL_NO_VERIFY=1 git push --force origin main')).toContain('network.unverified')
})

test.each([
  ['an editor told by a file', 'vim -S FILE', {}],
  ['a makefile that includes others', 'make', { [`${cwd}/Makefile`]: 'include more.mk\nall:\n\techo hi\n' }],
])('the facts of %s are not complete', async (_, line, more) => {
  const { facts } = await assess(['bash', '-c', line], more)
  expect(facts.complete).toBe(false)
  expect(facts.rows.map(({ kind }) => kind)).toContain('unread')
})

test('the facts of what was read to its end are complete', async () => {
  const more = { [`${cwd}/Makefile`]: 'all:\n\techo hi\n' }
  expect((await assess(['bash', '-c', 'make'], more)).facts.complete).toBe(true)
})
