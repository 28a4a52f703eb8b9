import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { patchOf, patchWorld, removeWorlds } from './patch-world'
import { tree } from './tree'

afterAll(removeWorlds)

const success = (...lines: string[]): string =>
  `Success. Updated the following files:\n${lines.map((line) => `${line}\n`).join('')}`
const reply = (text: string): unknown => (JSON.parse(text) as { output: unknown }).output

describe('a patch inside the workspace', () => {
  test('adds, changes, moves and deletes without asking, in the sandbox', async () => {
    const world = patchWorld({ approvalPolicy: 'on-request' })
    const { workspace } = world
    writeFileSync(join(workspace, 'b.txt'), 'one\r\ntwo\r\n', { mode: 0o600 })
    writeFileSync(join(workspace, 'c.txt'), 'gone\n')
    writeFileSync(join(workspace, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
    symlinkSync('c.txt', join(workspace, 'link'))
    const { text, ends } = await world.run(
      '*** Add File: d/e/a.txt',
      '+hello',
      '*** Update File: b.txt',
      '@@',
      ' one',
      '-two',
      '+TWO',
      '*** Delete File: c.txt',
      '*** Delete File: link',
      '*** Update File: run.sh',
      '*** Move to: bin/run',
      '@@',
      ' #!/bin/sh',
      '+true',
    )
    expect([reply(text), ends]).toEqual([
      success('A d/e/a.txt', 'M b.txt', 'M bin/run', 'D c.txt', 'D link'),
      false,
    ])
    expect(tree(workspace)).toEqual({
      'b.txt': '600 one\r\nTWO\r\n',
      'bin/': '755',
      'bin/run': '755 #!/bin/sh\ntrue\n',
      'd/': '755',
      'd/e/': '755',
      'd/e/a.txt': '644 hello\n',
    })
    expect(tree(world.staging)).toEqual({})
    expect(world.asked).toEqual([])
    expect(world.events.map((event) => event.type)).toEqual(['patch.started', 'patch.finished', 'turn.diff'])
    expect(world.events[0]).toMatchObject({ confinement: 'bubblewrap', autoApproved: true, grants: [] })
  })

  test('through the shell forms, from the folder that cd names', async () => {
    const world = patchWorld()
    mkdirSync(join(world.workspace, 'sub'))
    const body = `${patchOf('*** Add File: a', '+$HOME `id`')}\n`
    const call = await world.shell(['bash', '-lc', `cd sub && apply_patch <<'X'\n${body}X\n`])
    const other = await world.shell(['applypatch', body])
    const wrong = await world.shell(['bash', '-lc', `cd nowhere && apply_patch <<'X'\n${body}X\n`])
    const bare = await world.shell([body])
    expect(tree(world.workspace)).toEqual({
      a: '644 $HOME `id`\n',
      'sub/': '755',
      'sub/a': '644 $HOME `id`\n',
    })
    expect([reply(call.text), reply(other.text)]).toEqual([success('A a'), success('A a')])
    expect(wrong.text).toMatch(/^apply_patch verification failed: cd: .*nowhere does not exist/)
    expect(bare.text).toMatch(/^apply_patch verification failed: .*call apply_patch/)
  })

  test('breaks a hard link instead of writing through it', async () => {
    const world = patchWorld()
    writeFileSync(join(world.outside, 'f'), 'secret\n')
    linkSync(join(world.outside, 'f'), join(world.workspace, 'f'))
    await world.run('*** Update File: f', '@@', '-secret', '+mine')
    expect([tree(world.workspace), tree(world.outside)]).toEqual([{ f: '644 mine\n' }, { f: '644 secret\n' }])
  })

  test('writes through a link to where it leads inside, and leaves the link', async () => {
    const world = patchWorld()
    writeFileSync(join(world.workspace, 'real'), '1\n')
    symlinkSync('real', join(world.workspace, 'link'))
    await world.run('*** Update File: link', '@@', '-1', '+2')
    expect(tree(world.workspace)).toEqual({ link: '-> real', real: '644 2\n' })
  })

  test('keeps the permission bits and drops setuid, as a write does', async () => {
    const world = patchWorld()
    const file = join(world.workspace, 'f')
    writeFileSync(file, '1\n')
    chmodSync(file, 0o4751)
    await world.run('*** Update File: f', '@@', '-1', '+2')
    expect((statSync(file).mode & 0o7777).toString(8)).toBe('751')
  })

  test('knows the turn as one diff', async () => {
    const world = patchWorld()
    writeFileSync(join(world.workspace, 'a'), '1\n')
    await world.run('*** Update File: a', '@@', '-1', '+2')
    await world.run('*** Update File: a', '@@', '-2', '+3', '*** Add File: b "x"', '+new')
    const diffs = world.events.flatMap((event) => (event.type === 'turn.diff' ? [event.unifiedDiff] : []))
    expect(diffs.at(-1)).toBe(
      [
        'diff --git a/a b/a',
        '--- a/a',
        '+++ b/a',
        '@@ -1,1 +1,1 @@',
        '-1',
        '+3',
        'diff --git "a/b \\"x\\"" "b/b \\"x\\""',
        'new file mode 100644',
        '--- /dev/null',
        '+++ "b/b \\"x\\""',
        '@@ -0,0 +1,1 @@',
        '+new',
        '',
      ].join('\n'),
    )
  })

  test('applies a patch of almost 20 MB, and refuses a larger one', async () => {
    const world = patchWorld()
    const line = `+${'x'.repeat(98)}\n`
    const lines = line.repeat(200_000).trimEnd()
    const { text } = await world.run('*** Add File: big', lines)
    expect(reply(text)).toBe(success('A big'))
    expect(statSync(join(world.workspace, 'big')).size).toBe(200_000 * 99)
    const more = await world.run('*** Add File: more', lines, line.repeat(20_000).trimEnd())
    expect(more.text).toMatch(/^apply_patch verification failed: the patch is larger than 20971520 bytes/)
    expect(Object.keys(tree(world.workspace))).toEqual(['big'])
  })

  test.each(oneBySeed('files at once', [500, 200, 80]))('applies %i files at once', async (count) => {
    const world = patchWorld()
    const files = Array.from({ length: count }, (_, at) => [
      `*** Add File: d${at % 7}/f${at}`,
      `+${at}`,
    ]).flat()
    const { text } = await world.run(...files)
    expect(text).toContain('Success.')
    const last = count - 1
    expect(readFileSync(join(world.workspace, `d${last % 7}/f${last}`), 'utf8')).toBe(`${last}\n`)
  })
})

const hostile = [
  '-rf',
  '--help',
  '$(touch pwned)',
  '`touch pwned`',
  "a'b",
  'a"b',
  'a;b&c|d',
  '*',
  '?[x]',
  '~',
  '#x',
  '\\n',
  '!x',
  'a\tb',
  '\u2024\u2024\u2215etc',
  '\u202Egpj.exe',
  'é',
  '${IFS}',
  '=x',
  'x=y',
  '!',
  '(',
  '[',
]

describe('hostile names', () => {
  test('of files and folders are only names', async () => {
    const world = patchWorld()
    const adds = hostile.flatMap((name) => [`*** Add File: ${name}-d/${name}`, '+1'])
    const added = await world.run(...adds)
    const updates = hostile.flatMap((name) => [`*** Update File: ${name}-d/${name}`, '@@', '-1', '+2'])
    const updated = await world.run(...updates)
    expect([added.text, updated.text]).toEqual([
      expect.stringContaining('Success.'),
      expect.stringContaining('Success.'),
    ])
    const wanted = hostile.flatMap((name) => [
      [`${name}-d/`, '755'],
      [`${name}-d/${name}`, '644 2\n'],
    ])
    expect(tree(world.workspace)).toEqual(Object.fromEntries(wanted))
    const removed = await world.run(...hostile.map((name) => `*** Delete File: ${name}-d/${name}`))
    expect(removed.text).toContain('Success.')
    expect(Object.values(tree(world.workspace)).every((each) => each === '755')).toBe(true)
  })

  test.each(['new\nline', 'end\n', ' lead', "quo'te", '-n', '$(id)', '..x', 'cs\u00A0'])(
    'of the workspace itself: %j',
    async (name) => {
      const world = patchWorld({ name: `cs-patch-${name}-` })
      writeFileSync(join(world.workspace, 'a'), '1\n')
      const { text } = await world.run('*** Update File: a', '@@', '-1', '+2', '*** Add File: b/c', '+3')
      expect(text).toContain('Success.')
      expect(tree(world.workspace)).toEqual({ a: '644 2\n', 'b/': '755', 'b/c': '644 3\n' })
    },
  )
})
