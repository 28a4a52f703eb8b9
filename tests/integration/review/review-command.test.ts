import { existsSync, mkdirSync, readdirSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneBySeed, someBySeed } from '../../fakes/by-seed'
import { found, reviewWorld, runs, toldIn } from './review-world'

test.each(oneBySeed('the user of review-command', [undefined, 65534]))(
  'the findings of uncommitted changes are printed, as uid %s',
  async (uid) => {
    const world = await reviewWorld(
      (project) => [runs('git', 'diff', 'HEAD'), found(`${project}/read.ts`)],
      '',
      uid,
    )
    const ran = await world.review('--uncommitted')
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toBe(
      [
        'patch is incorrect: A handle leaks.',
        '',
        'Findings (1):',
        `- [P1] Close the file — ${world.project}/read.ts:2`,
        '  It stays open when parsing fails.',
        '',
      ].join('\n'),
    )
    const [first, second] = [0, 1].map((at) => toldIn(world.server.requests[at]))
    expect(first?.instructions).toContain('You review a change')
    expect(first?.tools).toEqual(['shell', 'exec_command', 'write_stdin', 'update_plan'])
    expect(first?.input).toMatch(/git status --short.*read-only|read-only.*git status --short/s)
    expect(second?.input).toContain('+parseAll()')
    // The review is a session of its own; the one that it was begun in has the note.
    const [parent, child] = world
      .rollouts()
      .toSorted((one) => (JSON.stringify(one).includes('<user_action>') ? -1 : 1))
    expect(JSON.stringify(parent)).toContain('[P1] Close the file')
    expect(JSON.stringify(parent)).not.toContain('You review a change')
    expect(JSON.stringify(child)).toContain('"kind":"review"')
  },
)

test('--json prints one object in the form of the wire', async () => {
  const world = await reviewWorld((project) => [found(`${project}/read.ts`)])
  const ran = await world.review('--json')
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.out)).toEqual({
    findings: [
      {
        title: 'Close the file',
        body: 'It stays open when parsing fails.',
        confidence_score: 0.9,
        priority: 1,
        code_location: {
          absolute_file_path: `${world.project}/read.ts`,
          line_range: { start: 2, end: 2 },
        },
      },
    ],
    overall_correctness: 'patch is incorrect',
    overall_explanation: 'A handle leaks.',
    overall_confidence_score: 0.8,
  })
})

test('against a branch the prompt names the commit where it was left', async () => {
  const world = await reviewWorld((project) => [found(`${project}/read.ts`)])
  const base = world.git('rev-parse', 'HEAD').trim()
  world.git('checkout', '-q', '-b', 'feature/ü')
  world.git('commit', '-qam', 'second')
  world.git('checkout', '-q', 'main')
  world.git('commit', '-q', '--allow-empty', '-m', 'main goes on')
  world.git('checkout', '-q', 'feature/ü')
  const ran = await world.review('--base', 'main', '-C', world.project)
  expect(ran.code).toBe(0)
  expect(toldIn(world.server.requests[0]).input).toContain(`git diff ${base}`)
})

test('one commit, also by a tag, from a folder below the root', async () => {
  const world = await reviewWorld([{ text: 'Nothing to mend.' }])
  const sha = world.git('rev-parse', 'HEAD').trim()
  world.git('tag', 'v1.0')
  world.write('deep/x', '')
  const ran = await world.review('--commit', 'v1.0', '-C', 'deep')
  expect([ran.code, ran.err, ran.out]).toEqual([0, '', 'Nothing to mend.\n\nNo findings.\n'])
  expect(toldIn(world.server.requests[0]).input).toContain(`git show ${sha}`)
})

test('own words need no repository, and review_model names the model', async () => {
  const world = await reviewWorld([{ text: 'All is well.' }], 'review_model = "large-1"')
  const plain = join(world.base, 'plain')
  mkdirSync(plain)
  const ran = await world.review('-C', plain, 'Is config.toml in order?')
  expect([ran.code, ran.out]).toEqual([0, 'All is well.\n\nNo findings.\n'])
  const { input, model } = toldIn(world.server.requests[0])
  expect([input.includes('Is config.toml in order?'), model]).toEqual([true, 'large-1'])
})

test.each<[string[], RegExp]>([
  [['--base', 'gone'], /There is no branch "gone" here; expected a local branch/],
  [['--base=--upload-pack=touch /tmp/x'], /cannot be a branch; expected a name such as main/],
  [['--commit', 'abcdef1'], /There is no commit "abcdef1" here; expected its hash/],
  [['--commit=--output=/tmp/x'], /cannot be a commit; expected its hash/],
  [['--uncommitted', '--base', 'main'], /looks at one thing; expected one of/],
  [['--base', 'main', 'and words'], /looks at one thing; expected one of/],
  [[' '], /empty or too long; expected/],
  [['-C', '/no/such/folder'], /does not exist; expected a readable folder/],
  [['-C', '/'], /no git|expected/],
])('%j: one clear line, exit 2, and no model is asked', async (args, message) => {
  const world = await reviewWorld([])
  const ran = await world.review(...args)
  expect(ran.err).toMatch(message)
  expect([ran.code, ran.out, ran.err.trim().split('\n').length, world.server.requests.length]).toEqual([
    2,
    '',
    1,
    0,
  ])
})

test('a model that fails ends it with exit code 1 and one line', async () => {
  const world = await reviewWorld([{ status: 500, body: 'oops' }])
  const ran = await world.review('--json')
  expect([ran.code, ran.out]).toEqual([1, ''])
  expect(ran.err).toMatch(/^countersign: .+\n$/)
})

test('what a model says cannot reach the terminal as a sequence', async () => {
  const title = 'Mend \u001b]52;c;eA==\u0007 \u202eit\u001b[2J'
  const answer = found('x', { findings: [{ title, body: '\u009b31m', priority: 0 }] })
  const world = await reviewWorld([answer])
  const ran = await world.review()
  expect(ran.out).toContain('[P0] Mend \\u{1b}]52')
  expect(ran.out).not.toMatch(/[\u001b\u0007\u009b\u202e]/)
})

/** Writes into the workspace and beside it, by every way that a review has and one that it has not. */
const writing = (project: string) => [
  runs('touch', `${project}/made-by-review`),
  runs('bash', '-lc', `echo x > ${project}/made-by-review; git -C ${project} commit -qam x; cat read.ts`),
  {
    calls: [
      {
        name: 'shell',
        arguments: JSON.stringify({
          command: ['touch', `${project}/made-by-review`],
          with_escalated_permissions: true,
          justification: 'please',
        }),
      },
    ],
  },
  {
    calls: [
      {
        name: 'apply_patch',
        arguments: JSON.stringify({
          input: '*** Begin Patch\n*** Add File: made-by-review\n+x\n*** End Patch',
        }),
      },
    ],
  },
  { calls: [{ name: 'spawn_agent', arguments: '{"message":"write for me"}' }] },
  { text: 'I tried.' },
]

const policies = ['never', 'on-request', 'on-failure', 'untrusted']

test.each(someBySeed('the policies of review-command', policies, 2))(
  'under %s and full access a review writes nothing and starts nobody',
  async (policy) => {
    const world = await reviewWorld(
      (project) => writing(project),
      `approval_policy = "${policy}"\nsandbox_mode = "danger-full-access"`,
    )
    const head = world.git('rev-parse', 'HEAD')
    const ran = await world.review()
    expect([readdirSync(world.project).toSorted(), world.git('rev-parse', 'HEAD')]).toEqual([
      ['.git', 'new file.ts', 'read.ts'],
      head,
    ])
    // Nobody is asked where the session's policy does not ask about everything; there it is denied without a terminal.
    expect([ran.code, ran.out.includes('I tried.')]).toEqual([policy === 'untrusted' ? 3 : 0, true])
    expect(toldIn(world.server.requests.at(-1)).input).toMatch(/no tool \\+"apply_patch/)
    expect(toldIn(world.server.requests.at(-1)).input).toMatch(/no tool \\+"spawn_agent/)
  },
)

test('nothing that a hostile repository configures runs when the target is looked up', async () => {
  const world = await reviewWorld([{ text: 'Fine.' }])
  const mark = join(world.base, 'mark')
  const script = join(world.project, '.git', 'planted.sh')
  writeFileSync(script, `#!/bin/sh\ntouch ${mark}\n`)
  chmodSync(script, 0o755)
  const keys =
    'core.fsmonitor core.pager diff.external diff.evil.textconv diff.evil.command filter.evil.clean'
  for (const key of keys.split(' ')) world.git('config', key, script)
  world.git('config', 'diff.noprefix', 'true')
  writeFileSync(join(world.project, '.git/info/attributes'), '*.ts diff=evil filter=evil\n')
  const ran = await world.review('--base', 'main')
  expect([ran.code, existsSync(mark)]).toEqual([0, false])
  // The traps are live: git as a person would run it sets them off.
  expect(() => world.git('diff')).not.toThrow('never')
  expect(existsSync(mark)).toBe(true)
})
