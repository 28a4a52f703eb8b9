import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { GrantBook } from '../../../src/main/core/approvals/grant-book'
import { fakeRules } from '../../fakes/fake-world'
import { asEachUser } from '../patch/ordinary-user'
import { removeWorlds } from '../patch/patch-world'
import { onlyThis, openWorld, outside } from './given-on-world'

interface Row {
  readonly name: string
  readonly command: readonly string[]
  /** What stands there at first; the first is what changes while the question waits. */
  readonly files: Readonly<Record<string, string>>
}

const program = (marker: string): string => `#!/bin/sh\necho ${marker}\n`
const rows: readonly Row[] = [
  {
    name: 'a makefile that another includes',
    command: ['make'],
    files: { 'other.mk': 'A = first\n', Makefile: 'include other.mk\nall:\n\t@echo $(A)\n' },
  },
  {
    name: 'what a project installed under a name',
    command: ['npx', 'tool'],
    files: { 'node_modules/.bin/tool': program('first') },
  },
  {
    name: 'the script of a workspace',
    command: ['npm', 'test', '-w', 'pk'],
    files: {
      'pk/package.json': '{"scripts":{"test":"echo first"}}',
      'package.json': '{"workspaces":["pk"]}',
    },
  },
  {
    name: 'the package.json of a folder that is named',
    command: ['npm', '--prefix', 'pk', 'test'],
    files: { 'pk/package.json': '{"scripts":{"test":"echo first"}}', 'package.json': '{}' },
  },
  {
    name: 'a module beside it',
    command: ['python3', '-m', 'mine'],
    files: { 'mine.py': 'print("first")\n' },
  },
  {
    name: 'a file of sed',
    command: ['sed', '-f', 'x.sed', 'data'],
    files: { 'x.sed': 's/a/b/\n', data: 'a\n' },
  },
  {
    name: 'what node loads first',
    command: ['node', '--require', './pre.cjs', 'x.js'],
    files: { 'pre.cjs': 'first\n', 'x.js': '1\n' },
  },
  {
    name: 'a program in a folder that the line puts first',
    command: ['bash', '-c', 'PATH=./bin:$PATH tool'],
    files: { 'bin/tool': program('first') },
  },
  { name: 'a justfile', command: ['just'], files: { justfile: 'all:\n  echo first\n' } },
  { name: 'a program that is no text', command: ['./x.bin'], files: { 'x.bin': '\u007fELF\0\0first' } },
  {
    name: 'a hook',
    command: ['git', 'commit', '-m', 'x'],
    files: { '.git/hooks/pre-commit': program('first') },
  },
]

/** Every kind of file that a yes is given on. */
asEachUser('bound-files', () => {
  afterAll(removeWorlds)

  const lay = (world: ReturnType<typeof openWorld>, files: Row['files']): void => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(world.workspace, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      chmodSync(path, 0o755)
    }
  }

  const link = (world: ReturnType<typeof openWorld>, name: string, target: string): void => {
    const path = join(world.workspace, name)
    rmSync(path, { recursive: true, force: true })
    symlinkSync(target, path)
  }

  test.each(rows)('$name is part of what a yes is given on', async ({ command, files }) => {
    const world = openWorld()
    if ('.git/hooks/pre-commit' in files)
      lay(world, {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/config': '[core]\n',
        '.git/objects/x': '',
        '.git/refs/x': '',
      })
    lay(world, files)
    const [file = ''] = Object.keys(files)
    const path = join(world.workspace, file)
    world.answerWith(
      outside('once', () => writeFileSync(path, `${(files[file] ?? '').replace('first', 'second')}\n`)),
    )
    await world.escalate(...command)
    expect([world.asked.length, world.asked[1]?.stop.changed]).toEqual([2, [path]])
  })

  test('a link that leads elsewhere, and a file that goes before what was there, count', async () => {
    const world = openWorld()
    lay(world, { 'one.sh': program('one'), 'two.sh': program('two'), 'x.js': '1\n', 'mine/__init__.py': '' })
    symlinkSync('one.sh', join(world.workspace, 'l.sh'))
    const swap = outside('once', () => {
      symlinkSync('two.sh', join(world.workspace, 'l2.sh'))
      renameSync(join(world.workspace, 'l2.sh'), join(world.workspace, 'l.sh'))
    })
    world.answerWith(swap)
    await world.escalate('./l.sh')
    expect(world.asked.length).toBe(2)
    world.answerWith(outside('once', () => lay(world, { 'mine.py': 'print(1)\n' })))
    await world.escalate('python3', '-m', 'mine')
    expect(world.reasons()[1]).toContain('Changed since it was allowed: mine.py.')
  })

  test.each<[name: string, line: string, planted: string, files: Row['files']]>([
    [
      'what is newly installed under a name of a script',
      'npm test',
      'node_modules/.bin/id',
      { 'package.json': '{"scripts":{"test":"id"}}' },
    ],
    ['a program in a folder that was put first', 'export PATH=$PWD/bin:$PATH; id', 'bin/id', {}],
    ['a setting of npm', 'npm test', '.npmrc', { 'package.json': '{"scripts":{"test":"id"}}' }],
    ['the interpreter of a script', './x', 'own', { x: '#!./own\n', own: program('first') }],
    ['what a first line gives its interpreter', './x', 'own', { x: '#!/bin/sh ./own\n', own: 'echo\n' }],
    [
      "what make's own rules make a program of",
      'make',
      'run.sh',
      { Makefile: 'all: run\n\t./run\n', run: '' },
    ],
    ['what names are read from', 'xargs ./x < list', 'list', { x: '#!/bin/sh\n$1', list: '' }],
    ['what an option of npm names', 'npm test --userconfig=rc', 'rc', { 'package.json': '{}', rc: '' }],
    ['a file of a variable that no table knows', 'SOME_FILE=./x ls', 'x', { x: '' }],
    [
      'a hook of the folder that git is sent to',
      'git -C sub commit -m x',
      'sub/.git/hooks/pre-commit',
      {
        'sub/.git/HEAD': 'ref: refs/heads/main\n',
        'sub/.git/config': '[core]\n',
        'sub/.git/objects/x': '',
        'sub/.git/refs/x': '',
      },
    ],
    ['a repository that comes to be there', 'git -C sub status', 'sub/.git/HEAD', { 'sub/x': '' }],
    ['a folder that cd looks in first', 'CDPATH=o; cd sub && ./x', 'o/sub/x', { 'sub/x': program('first') }],
  ])("a session's yes is not for %s", async (_, line, planted, files) => {
    const world = openWorld()
    lay(world, files)
    world.answerWith(outside('session'))
    await world.escalate('bash', '-c', line)
    await world.escalate('bash', '-c', line)
    // What cannot be read through is for one run from the start.
    const before = world.asked.length
    expect(before).toBe(world.asked[0]?.offers.some(({ onceOnly }) => onceOnly) === true ? 2 : 1)
    lay(world, { [planted]: '#!/bin/sh\ntouch planted\n' })
    await world.escalate('bash', '-c', line)
    expect([world.asked.length, existsSync(join(world.workspace, 'planted'))]).toEqual([before + 1, false])
  })

  test.each<[name: string, line: string, plant: (world: ReturnType<typeof openWorld>) => void]>([
    ['a link to what commands may not read', 'cat notes', (world) => link(world, 'notes', '../home/key')],
    ['a folder that leads elsewhere', 'cat d/key', (world) => link(world, 'd', '../home')],
    ['a link in the place of what is not there', 'cat none', (world) => link(world, 'none', '../home/key')],
    [
      'a link in the folder that env is sent to',
      'env -C d cat key',
      (world) => link(world, 'd/key', '../../home/key'),
    ],
    [
      'a link in the folder that git is sent to',
      'git -C d diff --no-index --output=out key ../notes',
      (world) => link(world, 'd/out', '../../planted'),
    ],
    [
      'a folder with a link, in the place of a file that is copied to',
      'cp notes new',
      (world) => {
        rmSync(join(world.workspace, 'new'), { force: true })
        mkdirSync(join(world.workspace, 'new'))
        link(world, 'new/notes', '../planted')
      },
    ],
    [
      'a link that leads to nothing yet',
      'cat notes; echo x > new',
      (world) => link(world, 'new', '../home/new'),
    ],
    [
      'a name that its pattern takes for an option',
      'tar cf /dev/null *',
      (world) => lay(world, { '--checkpoint=1': '', '--checkpoint-action=exec=touch planted': '' }),
    ],
    ['a link among the names of its pattern', 'cat n*', (world) => link(world, 'n2', '../home/key')],
    [
      'another makefile that make makes of a file',
      'make',
      (world) => lay(world, { 'Makefile.sh': 'all:\n\ttouch planted\n' }),
    ],
  ])('a yes outside, for once or for the session, is not for %s', async (_, line, plant) => {
    for (const scope of ['once', 'session'] as const) {
      const world = openWorld()
      lay(world, { notes: 'plain\n', 'd/key': 'plain\n', Makefile: 'all:\n\t@echo plain\n' })
      mkdirSync(join(world.base, 'home'))
      writeFileSync(join(world.base, 'home/key'), 'PLANTED')
      world.answerWith(outside(scope, () => scope === 'once' && plant(world)))
      await world.escalate('bash', '-c', line)
      expect(world.asked[0]?.offers.find(({ id }) => id === 'outside')?.scopes).toContain('session')
      if (scope === 'session') {
        lay(world, { notes: 'other\n' })
        await world.escalate('bash', '-c', line)
        expect(world.asked.length).toBe(1)
        plant(world)
      }
      const said = scope === 'session' ? await world.escalate('bash', '-c', line) : ''
      expect([world.asked.length, existsSync(join(world.workspace, 'planted'))]).toEqual([2, false])
      expect(said).not.toContain('PLANTED')
      expect(world.reasons()[1]).toContain('Changed since it was allowed')
    }
  })

  test.each([
    'find . -exec cat {} +',
    'ls | xargs cat',
    'while read l; do rm "$l"; done < d/a',
    'cp -rL d /tmp/x',
    'cat $(find d -name a)',
    'ls d | while read f; do cat d/$f; done',
    'diff -rN d x',
    'tar chf - d',
    'xargs cat < d/a',
    'npx id',
    'make -f self.mk',
  ])('what %s comes to is only known when it runs, so that a yes outside is for once', async (line) => {
    const world = openWorld()
    lay(world, { 'd/a': '', 'self.mk': 'all:\n\tls\nself.mk: d/a\n\tcp d/a self.mk\n' })
    world.answerWith()
    await world.escalate('bash', '-c', line)
    expect(world.asked[0]?.offers.find(({ id }) => id === 'outside')).toMatchObject({ onceOnly: true })
  })

  test('a name that only a script beyond the workspace holds is bound, and told by nothing of it', async () => {
    const world = openWorld()
    const script = join(world.base, 'beyond.sh')
    const line = `cat hunter2; . ./hunter2; rm -f *unter2x; cat < "hunter 2"\n`
    writeFileSync(script, line)
    world.answerWith(
      outside('once'),
      outside('once', () => lay(world, { hunter2: 'echo PLANTED\n' })),
    )
    await world.escalate('bash', script)
    const said = await world.escalate('bash', script)
    const [first, , third] = world.asked
    expect([world.asked.length, world.asked[1]?.stop.changed]).toEqual([3, undefined])
    expect(JSON.stringify([first, third?.stop])).not.toContain('unter')
    expect(first?.whatWasRead?.filter(({ path }) => path.startsWith('not-told:'))).toHaveLength(3)
    expect(world.reasons()[2]).toContain(
      'Changed since it was allowed: a name that stands in a text outside the workspace.',
    )
    expect(said).not.toContain('PLANTED')
  })

  test('a script whose imports were not read is let run without the sandbox once, and that is said', async () => {
    const world = openWorld()
    lay(world, { 'x.py': 'import y\n', 'y.py': 'print("first")\n' })
    world.answerWith(outside('session'))
    await world.escalate('python3', 'x.py')
    expect(world.asked[0]?.offers.find(({ id }) => id === 'outside')).toMatchObject({
      scopes: ['once'],
      onceOnly: true,
    })
    expect(world.asked[0]?.assessment.facts?.complete).toBe(false)
    lay(world, { 'y.py': 'open("planted", "w")\n' })
    await world.escalate('python3', 'x.py')
    expect([world.asked.length, existsSync(join(world.workspace, 'planted'))]).toEqual([2, false])
  })

  describe('what changed is shown', () => {
    const diffOf = (world: ReturnType<typeof openWorld>, number = 1) => world.asked[number]?.stop.differences

    test('as lines of then and now, for a yes outside and for one inside the sandbox', async () => {
      const world = openWorld()
      const path = world.put('x.sh', 'echo begin\necho first\n')
      world.answerWith(outside('once', () => writeFileSync(path, 'echo begin\necho second\n')))
      await world.escalate('sh', 'x.sh')
      expect(diffOf(world)).toEqual([
        { path, how: 'text', diff: '@@ -1,2 +1,2 @@\n echo begin\n-echo first\n+echo second\n' },
      ])
    })

    test('and a yes inside the sandbox is for what was read as well, at each use of a grant', async () => {
      const world = openWorld('on-failure')
      const there = join(world.outside, 'log')
      writeFileSync(there, 'old\n')
      const path = world.put('x.sh', `echo first >> ${there}\n`)
      world.answerWith(onlyThis('session'))
      await world.call(['sh', 'x.sh'])
      await world.call(['sh', 'x.sh'])
      expect(world.asked.length).toBe(1)
      writeFileSync(path, `echo second >> ${there}\n`)
      await world.call(['sh', 'x.sh'])
      expect(world.asked.length).toBe(2)
      expect(world.reasons()[1]).toContain('Changed since it was allowed: x.sh.')
      expect(diffOf(world)?.[0]?.diff).toContain(`-echo first >> ${there}\n+echo second >> ${there}\n`)
    })

    test('a rule for that very command asks again as well, also in a session that knows no text of then', async () => {
      const world = openWorld('on-failure')
      const there = join(world.outside, 'log')
      writeFileSync(there, 'old\n')
      const path = world.put('x.sh', `echo first >> ${there}\n`)
      const grants = new GrantBook(fakeRules(), () => undefined)
      world.answerWith(onlyThis('rule'))
      await world.callWith({ grants }, ['sh', 'x.sh'])
      const [rule] = await grants.list()
      expect([rule?.scope, rule?.whatWasRead?.some((each) => each.path === path)]).toEqual(['rule', true])
      await world.callWith({ grants }, ['sh', 'x.sh'])
      expect(world.asked.length).toBe(1)
      world.forget()
      writeFileSync(path, `echo second >> ${there}\n`)
      await world.callWith({ grants }, ['sh', 'x.sh'])
      expect(world.asked[1]?.stop).toMatchObject({ changed: [path], differences: [{ path, how: 'unshown' }] })
    })

    test('inside the sandbox a script that changes while it is asked about is asked about again', async () => {
      const world = openWorld('on-failure')
      const there = join(world.outside, 'log')
      writeFileSync(there, 'old\n')
      const path = world.put('x.sh', `echo first >> ${there}\n`)
      world.answerWith(onlyThis('once', () => writeFileSync(path, `echo second >> ${there}\n`)))
      await world.call(['sh', 'x.sh'])
      expect([world.asked.length, diffOf(world)?.length]).toEqual([2, 1])
    })

    test('of what may hold a secret the name alone, of what is gone that it is', async () => {
      const world = openWorld()
      const secret = world.put('.env', 'KEY=first\n')
      const gone = world.put('y.sh', 'echo y\n')
      const change = outside('once', () => {
        writeFileSync(secret, 'KEY=hunter2\n')
        renameSync(gone, `${gone}.old`)
      })
      world.answerWith(change)
      await world.escalate('bash', '-c', '. ./.env; . ./y.sh')
      expect(diffOf(world)).toEqual([
        { path: secret, how: 'secret' },
        { path: gone, how: 'gone' },
      ])
      expect(JSON.stringify(world.asked[1]?.stop)).not.toContain('hunter2')
    })

    test('of what lies beyond the session its name alone; of what changed in very much that it did', async () => {
      const world = openWorld()
      const beyond = join(world.outside, 'z.sh')
      writeFileSync(beyond, 'echo first\n')
      const long = world.put('x.sh', 'echo x\n')
      const change = outside('once', () => {
        writeFileSync(beyond, 'echo marked\n')
        writeFileSync(long, 'echo many lines that are new\n'.repeat(2000))
      })
      world.answerWith(change)
      await world.escalate('bash', '-c', `. ${beyond}; . ./x.sh`)
      expect(diffOf(world)).toEqual([
        { path: beyond, how: 'unshown' },
        { path: long, how: 'large' },
      ])
      expect(JSON.stringify(world.asked[1]?.stop)).not.toContain('marked')
    })
  })
})
