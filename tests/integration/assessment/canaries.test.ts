import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { canaryWorld, endWorld, play, type CanaryWorld, type Play } from './canary-world'

let world: CanaryWorld | undefined
afterEach(async () => {
  if (world) await endWorld(world)
})

/** Every way a command can name a file that look-through would open, of credential stores and of what lies outside. */
function openings({ home, state, outside }: CanaryWorld): readonly Play[] {
  const netrc = join(home, '.netrc')
  const key = join(home, '.ssh/id_rsa')
  const pgpass = join(home, '.pgpass')
  const plain = join(outside, 'plain.sh')
  const sh = (text: string): Play => ['bash', '-lc', text]
  return [
    ['sh', key],
    ['sh', plain],
    ['bash', '-x', netrc],
    sh(`. ${pgpass}`),
    sh('source ~/.netrc'),
    sh(`sh < ${key}`),
    sh('cat ~/.netrc | sh'),
    sh('eval "$(cat ~/.netrc)"'),
    sh('set -a; . ~/.aws/credentials; env'),
    sh(`bash <<'EOF'\n. ~/.netrc\nsh ${plain}\nEOF`),
    sh('for f in ~/.ssh/*; do sh $f; done'),
    sh('xargs -a ~/.netrc sh ~/.pgpass'),
    sh('find . -exec sh ~/.netrc {} +'),
    sh('cp ~/.netrc ./copy.sh && sh ./copy.sh'),
    sh('ln -s ~/.netrc here && sh here'),
    sh('cd ~ && sh .netrc'),
    sh('sh ~/own-secrets/token'),
    ['awk', '-f', netrc],
    ['awk', '-f', plain],
    ['sed', '-f', netrc, 'x'],
    ['sed', '-f', join(outside, 'one.sed'), 'x'],
    ['awk', '-f', join(outside, 'one.awk'), 'x'],
    ['gawk', '--file', join(outside, 'one.awk')],
    ['sqlite3', 'x.db', `.read ${join(outside, 'one.sql')}`],
    ...['place.sh', 'beside.sh', 'by-name.sh'].flatMap((name): Play[] => [
      [join(outside, name)],
      sh(`PATH=${outside}:$PATH ${name} x`),
      sh(`cd sub/out && nice ./${name}`),
    ]),
    ['node', join(outside, 'runs.js')],
    ['sh', join(outside, 'names.sh')],
    ['bash', '-x', join(outside, 'names.sh'), 'a'],
    sh(`. ${join(outside, 'names.sh')}; true`),
    ['env', '-S', `sh ${netrc}`],
    ['node', netrc],
    ['node', '--env-file', netrc, 'x.js'],
    ['node', join(outside, 'plain.sh')],
    ['python3', key],
    ['perl', netrc],
    ['ruby', netrc],
    ['php', join(home, 'Documents/keys.kdbx')],
    ['make', '-f', netrc],
    ['make', '-f', plain],
    ['make', '-C', join(outside, 'deep')],
    ['make'],
    ['npm', '--prefix', outside, 'test'],
    sh(`cd ${outside} && npm test`),
    sh(`cd ${outside} && npm install left-pad`),
    sh('cd sub/out && npm test'),
    ['git', '-c', 'include.path=~/.netrc', 'status'],
    ['git', '-c', `core.pager=${netrc}`, 'log'],
    ['git', '-C', 'repo', 'push', 'x'],
    sh('cd repo && git commit -m x'),
    ['git', 'apply', netrc],
    ['patch', '-p1', '-i', netrc],
    ['docker', 'compose', '-f', 'compose.yaml', 'up'],
    ['docker', 'run', '--env-file', netrc, 'x'],
    // Links and other spellings of the same files.
    ['sh', 'linked'],
    ['sh', './linked-key'],
    ['sh', 'sub/keys/id_rsa'],
    ['sh', 'sub/out/plain.sh'],
    ['./linked'],
    ['sh', 'hard'],
    ['sh', 'hard-in-folder'],
    ['sh', `/proc/self/root${netrc}`],
    ['sh', `/proc/thread-self/root/${netrc}`],
    ['sh', '/proc/self/environ'],
    ['sh', '/proc/self/cmdline'],
    ['sh', `${home}/./x/../.netrc`],
    ['sh', `/${netrc}`],
    ['sh', '../home/.netrc'],
    // Keys that a project keeps.
    sh('set -a; . ./.env; node x.js'),
    sh('. ./settings && npm test'),
    ['node', '--env-file=.env', 'x.js'],
    ['sh', '.env'],
    { patch: ['*** Delete File: .env'] },
    { patch: ['*** Update File: .env', '@@', '-A=1', '+A=2'] },
    { patch: ['*** Update File: settings', '@@', '-A=1', '+A=2'] },
    // The engine's own.
    ['sh', join(state, 'config.toml')],
    ['sh', join(state, 'sessions/old.jsonl')],
    ['sh', '/etc/shadow'],
    sh('. /etc/shadow'),
    // Patches: what they do not say themselves is not told either.
    { patch: [`*** Delete File: ${netrc}`] },
    { patch: [`*** Delete File: ${plain}`] },
    { patch: [`*** Update File: ${plain}`, '@@', ' all:', '-x', '+y'] },
    { patch: [`*** Update File: ${plain}`, '@@', ' all:', '+more:'] },
    { patch: [`*** Update File: ${join(outside, 'unended')}`, '@@', '-first', '+other'] },
    { patch: [`*** Add File: ${plain}`, '+new'] },
    { patch: ['*** Delete File: hard'] },
    { patch: ['*** Delete File: sub/keys/id_rsa'] },
  ]
}

/** What must stand nowhere: the planted texts, the engine's key, and as root the machine's own password hashes. */
function secretsOf({ canaries }: CanaryWorld): string[] {
  const shadow = process.getuid?.() === 0 ? readFileSync('/etc/shadow', 'utf8') : ''
  const lines = shadow.split('\n').filter((line) => line.length > 12)
  return [...canaries.values(), 'sk-planted-canary', ...lines]
}

const found = (secrets: readonly string[], text: string): readonly string[] =>
  secrets.filter((secret) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))

test.each([
  { who: 'root or whoever tests', of: {} },
  { who: 'an ordinary user', of: { user: 65534 } },
  { who: 'one who gives full access', of: { mode: 'danger-full-access' } },
] as const)(
  'as $who: no text of a closed or outside file goes anywhere before or after a no',
  async ({ of }) => {
    world = await canaryWorld(of)
    const plays = openings(world)
    const { asked, model, everything } = await play(world, [...plays, ['sh', 'shown.sh']])
    expect(found(secretsOf(world), everything)).toEqual([])
    // Patches of what may not be read are refused at once; all else was asked about, and what lies inside is told.
    expect(asked).toBeGreaterThan(plays.length - 10)
    expect(model).toContain(world.told)
    // The person is told what it is and that it was not read.
    expect(everything).toContain('lies in a place that commands may not read')
    expect(everything).toContain('lies outside the workspace')
  },
  120_000,
)

test('with the key set, what lies outside is told, and what commands may not read is not', async () => {
  world = await canaryWorld({ config: 'assessment_outside_files = true' })
  const { canaries, outside, home } = world
  const plain = join(outside, 'plain.sh')
  const { model, everything } = await play(world, [
    ['sh', plain],
    ['sh', join(home, '.netrc')],
    ['sh', 'linked'],
    ['sh', 'hard'],
    ['sh', '/proc/self/environ'],
  ])
  const told = canaries.get(plain) ?? ''
  expect(found(secretsOf(world), everything)).toEqual([told])
  expect(model).toContain(told)
})

test('what the settings of a repository outside are called goes to no model, and what logs in by an address goes nowhere', async () => {
  world = await canaryWorld()
  const repository = join(world.outside, 'repo')
  execFileSync('git', ['init', '--quiet', repository])
  appendFileSync(
    join(repository, '.git/config'),
    [
      '[filter "named-canary"]\n\tclean = x\n[alias]\n\tnamedcanary = !x\n[remote "named-canary"]',
      '\turl = https://me:secret-canary@two-canary@h.example/a?token=asked-canary\n',
    ].join('\n'),
  )
  const { model, everything } = await play(world, [
    ['git', '-C', repository, 'status'],
    ['git', '-C', repository, 'push', 'x'],
  ])
  const said = ['secret-canary', 'two-canary', 'asked-canary']
  expect(found(said, everything)).toEqual([])
  // The person is told whose repository it is.
  expect(found(['https://h.example/a'], everything)).toHaveLength(1)
  expect(found([...said, 'named-canary', 'namedcanary', 'h.example'], model)).toEqual([])
})
