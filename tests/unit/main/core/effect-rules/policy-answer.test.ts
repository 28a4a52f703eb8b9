import { expect, test } from 'vitest'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { GoneFiles } from '../../../../../src/main/core/ports/gone-files'
import { askedUnderEffects, needingCheckpoint } from '../../../../../src/main/core/effect-rules/policy-answer'

const at = {
  ...{ home: '/home/dev', workspace: '/home/dev/shop', writable: true, temporary: ['/tmp'] },
  kept: new Set(['/home/dev/shop/a']) as ReadonlySet<string> | undefined,
}
const change = (
  path: string,
  kind: RehearsalChange['kind'],
  more: Partial<RehearsalChange> = {},
): RehearsalChange => ({
  path: path.startsWith('/') ? path : `/home/dev/shop/${path}`,
  kind,
  type: 'file',
  bytes: 1,
  ...more,
})
const asks = (
  changes: readonly RehearsalChange[],
  {
    level = 'medium',
    gone = { files: 1, unsaved: 0 },
    place = {},
    ...more
  }:
    | Record<string, never>
    | Partial<{
        level: 'low' | 'medium' | 'high' | 'not-assessed'
        gone: GoneFiles | null
        place: Partial<typeof at>
        hosts: readonly string[]
        unseen: string
      }> = {},
): readonly string[] =>
  (
    askedUnderEffects(
      { level },
      { changes, hosts: [], gone: () => gone ?? undefined, ...more },
      { ...at, ...place },
    )?.outside ?? []
  ).map((each) => ('path' in each ? `${each.kind} ${each.path}` : each.kind))

test('what lies in the folder and can be brought back needs nobody', () => {
  const changes = [
    change('dist', 'created', { type: 'folder' }),
    change('src/a.ts', 'changed'),
    change('run.sh', 'mode'),
    change('old', 'deleted'),
    change('new', 'moved', { from: '/home/dev/shop/was' }),
    change('link', 'created', { type: 'link' }),
    change('.vscode', 'created', { type: 'folder' }),
    change('.envrc', 'deleted'),
    change('.tool-versions', 'changed'),
    change('README.md', 'changed'),
    change('AGENTS.md', 'deleted'),
    change('docs/agents.md', 'created'),
    change('.github/workflows/ci.yml', 'changed'),
    change('.github', 'created', { type: 'folder' }),
    change('node_modules/x/AGENTS.md', 'created'),
    change('a.code-workspace.md', 'created'),
    change('.git/index', 'changed'),
    change('.git/objects/ab/cd', 'created'),
  ]
  expect(asks(changes)).toEqual([])
  expect(asks([], { level: 'not-assessed' })).toEqual([])
})

test('what is new in a temporary folder needs nobody, nor what the session made there', () => {
  const folder = { type: 'folder' } as const
  expect(asks([change('/tmp/x', 'created', folder), change('/tmp/x/a', 'created')])).toEqual([])
  expect(asks([change('/tmp/a', 'deleted'), change('/tmp/b', 'changed')])).toEqual([])
  const theirs = { gone: { files: 1, unsaved: 1 } }
  const kinds = [change('/tmp/a', 'deleted'), change('/tmp/b', 'changed'), change('/tmp/c', 'mode', folder)]
  expect(asks(kinds, theirs)).toEqual(['deletes /tmp/a', 'writes /tmp/b', 'writes /tmp/c'])
  const guarded = [
    '/tmp/x/.git/config',
    '/tmp/.envrc',
    '/tmp/x/.claude/a',
    '/tmp/x/.mcp.json',
    '/tmp',
    '/tmpx/a',
  ]
  expect(asks(guarded.map((path) => change(path, 'created')))).toHaveLength(guarded.length)
  expect(asks([change('/tmp/a', 'created')], { place: { temporary: [] } })).toHaveLength(1)
})

test.each([
  ['beside it', change('/home/dev/other', 'created')],
  ['the folder itself', change('/home/dev/shop', 'mode', { type: 'folder' })],
  ['keys', change('.env', 'created')],
  ['agents', change('.claude/settings.json', 'changed')],
  ['what a shell runs that enters', change('.envrc', 'changed')],
  ['what an agent starts', change('sub/.mcp.json', 'created')],
  ['what an editor obeys', change('.zed/tasks.json', 'created')],
  [
    'a folder that becomes an editor’s',
    change('.vscode', 'moved', { type: 'folder', from: '/home/dev/shop/x' }),
  ],
  ...[
    ...[
      '.vimrc',
      '.gvimrc',
      '_vimrc',
      '.amazonq/mcp.json',
      '.junie/mcp/mcp.json',
      '.crush.json',
      '.theia/tasks.json',
    ],
    ...[
      '.vs/tasks.vs.json',
      '.fleet/run.json',
      'shop.code-workspace',
      '.autoenv.zsh',
      '.sdkmanrc',
      'sub/.sl/config',
    ],
  ].map((path): [string, RehearsalChange] => [`what ${path} starts or configures`, change(path, 'created')]),
  ...[
    ...[
      'CLAUDE.md',
      'AGENTS.md',
      'sub/AGENTS.override.md',
      'GEMINI.md',
      '.cursorrules',
      '.windsurfrules',
      '.clinerules',
    ],
    ...['.clinerules/a.md', '.github/copilot-instructions.md', '.github/instructions/a.instructions.md'],
  ].map((path): [string, RehearsalChange] => [`what agents are told by ${path}`, change(path, 'changed')]),
  ['a link in place of one', change('.kiro', 'created', { type: 'link' })],
  ['a pipe', change('p', 'created', { type: 'pipe' })],
  ['hooks', change('.git/hooks/pre-commit', 'created')],
  ['a configuration of git', change('.git/config', 'changed')],
  ['what git deletes of its own', change('.git/refs/heads/x', 'deleted')],
  ['what git has, written over', change('.git/objects/ab/cd', 'changed')],
  ['a log that git has no longer', change('.git/logs/HEAD', 'changed', { forgets: true })],
  ['a pack that a command made', change('.git/objects/pack/pack-1.idx', 'created')],
  ['a name that cannot be said', change('a\uFFFD', 'created')],
])('%s is asked about', (_, each) => {
  expect(asks([each])).toHaveLength(1)
})

test('what cannot be brought back is asked about', () => {
  const gone = change('x', 'deleted')
  expect(asks([gone], { gone: { files: 1, unsaved: 1 } })).toEqual(['deletes /home/dev/shop/x'])
  expect(asks([gone], { gone: null })).toHaveLength(1)
  const both = [gone, change('a', 'changed')]
  const own = { files: 1, unsaved: 1, ignored: 0 }
  expect(asks(both, { gone: own })).toEqual(['deletes /home/dev/shop/x'])
  expect(asks(both, { gone: own, place: { kept: undefined } })).toHaveLength(2)
  expect(asks(both, { gone: { ...own, ignored: 1 } })).toHaveLength(2)
  expect(asks(both, { gone: { files: 1, unsaved: 0 }, place: { kept: undefined } })).toEqual([])
  expect(asks([change('b', 'created')], { place: { kept: undefined } })).toEqual([])
})

test('what is written over is kept where the checkpoint has that very file, or the session made it', () => {
  const own = { files: 1, unsaved: 1, ignored: 0 }
  for (const kind of ['changed', 'mode'] as const) {
    const both = [change('a', kind), change('nested/a', kind)]
    expect(asks(both, { gone: own })).toEqual(['writes /home/dev/shop/nested/a'])
    expect(asks(both, { gone: { ...own, added: 1 } })).toEqual([])
    expect(asks(both, { gone: { ...own, added: 1 }, place: { kept: undefined } })).toHaveLength(2)
    expect(asks(both, { gone: { ...own, ignored: 1, added: 1 } })).toHaveLength(2)
  }
})

test('its store is asked of what is written over and neither git has nor the session made', () => {
  const changes = [
    ...[change('a', 'changed'), change('b', 'mode'), change('c', 'created'), change('d', 'deleted')],
    ...[
      change('.git/index', 'changed'),
      change('e', 'changed', { type: 'folder' }),
      change('/srv/f', 'changed'),
    ],
  ]
  const asked = (gone: GoneFiles | undefined) =>
    needingCheckpoint({ changes, hosts: [], gone: () => gone }, at.workspace)
  expect(asked({ files: 1, unsaved: 1, ignored: 0 })).toEqual(['/home/dev/shop/a', '/home/dev/shop/b'])
  for (const gone of [
    ...[undefined, { files: 1, unsaved: 0 }, { files: 1, unsaved: 1 }],
    ...[
      { files: 1, unsaved: 1, ignored: 1 },
      { files: 1, unsaved: 1, ignored: 0, added: 1 },
    ],
  ])
    expect(asked(gone)).toEqual([])
})

test('a high level, the network, what was not seen, a folder that is not to be written, and the home', () => {
  expect(asks([], { level: 'high' })).toEqual(['level'])
  expect(asks([], { hosts: ['a.example:443'] })).toEqual(['connects'])
  expect(asks([], { unseen: 'time' })).toEqual(['unseen'])
  expect(asks([change('a', 'created')], { place: { writable: false } })).toHaveLength(1)
  expect(
    asks([change('a', 'created')], { place: { workspace: '/home/dev', home: '/home/dev' } }),
  ).toHaveLength(1)
})
