import {
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  existsSync,
  linkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { partsOfLine } from '@shared/domain/command-parts'
import { allow } from '../../../src/main/core/policy/permit'
import { asEachUser } from '../patch/ordinary-user'
import { removeWorlds } from '../patch/patch-world'
import { onlyThis, openWorld, outside } from './given-on-world'

interface Row {
  readonly name: string
  readonly file: string
  readonly text: (marker: string) => string
  readonly command: readonly string[]
}

const shell = (marker: string): string => `echo ${marker}\n`
const rows: readonly Row[] = [
  { name: 'a script', file: 'x.sh', text: shell, command: ['sh', 'x.sh'] },
  { name: 'a sourced file', file: 'x.sh', text: shell, command: ['bash', '-lc', '. ./x.sh'] },
  { name: 'a makefile', file: 'Makefile', text: (marker) => `all:\n\t@echo ${marker}\n`, command: ['make'] },
  {
    name: 'a package script',
    file: 'package.json',
    text: (marker) => JSON.stringify({ scripts: { test: `echo ${marker}` } }),
    command: ['npm', 'test'],
  },
  { name: 'code', file: 'x.py', text: (marker) => `print('${marker}')\n`, command: ['python3', 'x.py'] },
]

/** What a path beside the session's folder is called. */
const beside = ({ base }: { readonly base: string }, path: string): string => path.replace(base, '..')

/** What a yes was given on stays what it is for. */
asEachUser('given-on', () => {
  afterAll(removeWorlds)

  describe.each(rows)('$name', ({ file, text, command }) => {
    test('that changes while the question waits is asked about again, and what was shown does not run', async () => {
      const world = openWorld()
      const path = world.put(file, text('first'))
      world.answerWith(outside('session', () => writeFileSync(path, text('second'))))
      const reply = await world.escalate(...command)
      expect([reply.includes('first'), reply.includes('second'), world.asked.length]).toEqual([
        false,
        false,
        2,
      ])
      expect(world.reasons()[1]).toContain(`Changed since it was allowed: ${file}.`)
      expect(await world.grants.list()).toEqual([])
    })

    test('runs outside for the session as long as it is what it was', async () => {
      const world = openWorld()
      const path = world.put(file, text('first'))
      world.answerWith(outside('session'))
      const replies = [await world.escalate(...command), await world.escalate(...command)]
      expect(replies.map((reply) => reply.includes('first'))).toEqual([true, true])
      expect(world.asked.length).toBe(1)
      const [grant] = await world.grants.list()
      expect(grant?.whatWasRead?.find((each) => each.path === path)?.digest).toMatch(/^sha256:/)
      expect(world.asked[0]?.whatWasRead).toEqual(grant?.whatWasRead)
      world.put(file, text('second'))
      const third = await world.escalate(...command)
      expect([third.includes('second'), world.asked.length]).toEqual([false, 2])
      expect(world.reasons()[1]).toContain(`Changed since it was allowed: ${file}.`)
      // The very text that was allowed is covered again.
      world.put(file, text('first'))
      expect([(await world.escalate(...command)).includes('first'), world.asked.length]).toEqual([true, 2])
    })
  })

  test('a yes that is asked again can be given on what stands there now', async () => {
    const world = openWorld()
    const path = world.put('x.sh', 'echo first\n')
    world.answerWith(
      outside('session', () => writeFileSync(path, 'echo second\n')),
      outside('session'),
    )
    expect(await world.escalate('sh', 'x.sh')).toContain('second')
    expect([world.asked.length, (await world.escalate('sh', 'x.sh')).includes('second')]).toEqual([2, true])
  })

  test('what changes at every yes does not run in the end', async () => {
    const world = openWorld()
    let count = 0
    const path = world.put('x.sh', 'echo ran\n')
    const change = outside('once', () => writeFileSync(path, `echo ran ${String((count += 1))}\n`))
    world.answerWith(change, change, change, change, change, change)
    const reply = await world.escalate('sh', 'x.sh')
    expect([reply.startsWith('Nothing ran.'), world.asked.length]).toEqual([true, 4])
  })

  test('a file that was not there, and one behind a link, count as well', async () => {
    const world = openWorld()
    world.put('Makefile', 'all:\n\t@echo plain\n')
    world.put('one.sh', 'echo one\n')
    world.put('two.sh', 'echo two\n')
    symlinkSync('one.sh', join(world.workspace, 'x.sh'))
    world.answerWith(outside('session'), outside('session'))
    expect(await world.escalate('make')).toContain('plain')
    expect(await world.escalate('sh', 'x.sh')).toContain('one')
    world.put('GNUmakefile', 'all:\n\t@echo planted\n')
    unlinkSync(join(world.workspace, 'x.sh'))
    symlinkSync('two.sh', join(world.workspace, 'x.sh'))
    const replies = [await world.escalate('make'), await world.escalate('sh', 'x.sh')]
    expect(replies.some((reply) => /planted|two/.test(reply))).toBe(false)
    expect(world.asked.length).toBe(4)
  })

  test.each([
    ['a part that is only known at run time', 'x.sh', 'sh "$NEXT"\n'],
    ['a script that is too big', 'x.sh', `echo ran\n${'# long\n'.repeat(60_000)}`],
    ['a makefile that includes another', 'Makefile', 'include other.mk\nall:\n\t@echo ran\n'],
  ])('%s is allowed for one run only', async (_, file, text) => {
    const world = openWorld()
    world.put(file, text)
    world.put('other.mk', '\n')
    world.answerWith(outside('session'))
    await world.escalate(...(file === 'Makefile' ? ['make'] : ['sh', file]))
    const offer = world.asked[0]?.offers.find((each) => each.kind === 'outside')
    expect([offer?.scopes, (await world.grants.list()).length]).toEqual([['once'], 0])
  })

  describe('a granted path', () => {
    const write = (path: string): readonly string[] => ['sh', '-c', `echo more >> ${path}`]

    test('is what it was: the grant holds, also for a file that the run itself made', async () => {
      const world = openWorld('on-failure')
      const there = join(world.outside, 'there')
      const fresh = join(world.outside, 'fresh')
      writeFileSync(there, 'old\n')
      for (const path of [there, fresh]) {
        world.answerWith(onlyThis('session'))
        await world.call(write(path))
        await world.call(write(path))
        expect([world.asked.length, readFileSync(path, 'utf8').match(/more/g)?.length]).toEqual([1, 2])
      }
    })

    test.each(['a link', 'a hard link', 'a link above it'])(
      '%s in its place is asked about again',
      async (what) => {
        const world = openWorld('on-failure')
        const folder = join(world.outside, 'folder')
        const victims = join(world.base, 'victims')
        mkdirSync(folder)
        mkdirSync(victims)
        const path = join(folder, 'log')
        writeFileSync(path, 'old\n')
        writeFileSync(join(victims, 'log'), 'precious\n')
        world.answerWith(onlyThis('session'))
        await world.call(write(path))
        if (what === 'a link above it') {
          renameSync(folder, `${folder}.old`)
          symlinkSync(victims, folder)
        } else {
          unlinkSync(path)
          ;(what === 'a link' ? symlinkSync : linkSync)(join(victims, 'log'), path)
        }
        await world.call(write(path))
        expect([world.asked.length, readFileSync(join(victims, 'log'), 'utf8')]).toEqual([2, 'precious\n'])
        expect(world.reasons()[1]).toContain(`Changed since it was allowed: ${beside(world, path)}.`)
      },
    )

    test('is compared once more when the sandbox is laid out, which then does not start', async () => {
      const world = openWorld('on-failure')
      const { parts, turn, workspace } = world
      const path = join(world.outside, 'log')
      writeFileSync(path, 'old\n')
      const grant = parts.sandbox.identify?.({ kind: 'write', path, extent: 'file' })
      const run = () =>
        parts.sandbox.run(
          {
            permit: allow('person-widened', grant === undefined ? [] : [grant]),
            command: write(path),
            cwd: workspace,
            workspace,
            env: { PATH: '/usr/bin:/bin' },
            policy: turn.sandboxPolicy,
            timeoutMs: 20_000,
          },
          turn.signal,
          () => undefined,
        )
      expect(await run()).toMatchObject({ kind: 'exited', exitCode: 0 })
      const victim = join(world.base, 'victim')
      writeFileSync(victim, 'precious\n')
      unlinkSync(path)
      symlinkSync(victim, path)
      expect(await run()).toEqual({
        kind: 'failed',
        reason: `${path} is not any more what it was when it was granted`,
      })
      expect(readFileSync(victim, 'utf8')).toBe('precious\n')
    })

    test('that becomes a link while the question waits is asked about again, and says where it leads', async () => {
      const world = openWorld('on-failure')
      const path = join(world.outside, 'log')
      const victim = join(world.base, 'victim')
      writeFileSync(path, 'old\n')
      writeFileSync(victim, 'precious\n')
      world.answerWith(
        onlyThis('once', () => {
          unlinkSync(path)
          symlinkSync(victim, path)
        }),
      )
      await world.call(write(path))
      expect([world.asked.length, readFileSync(victim, 'utf8')]).toEqual([2, 'precious\n'])
      expect(world.offered(1)).toContain(`${beside(world, path)} leads to ${beside(world, victim)}.`)
    })

    test('that was missing and is made a link or a hard link by another does not open what that leads to', async () => {
      const world = openWorld('on-failure')
      const victim = join(world.base, 'victim')
      writeFileSync(victim, 'precious\n')
      for (const [name, make] of [
        ['soft', symlinkSync],
        ['hard', linkSync],
      ] as const) {
        const path = join(world.outside, name)
        world.answerWith(onlyThis('session'))
        await world.call(write(path))
        if (existsSync(path)) unlinkSync(path)
        make(victim, path)
        await world.call(write(path))
        expect([name, world.asked.length, readFileSync(victim, 'utf8')]).toEqual([name, 2, 'precious\n'])
      }
    })
  })

  describe('of a line of several commands', () => {
    const stoppedIn = async (
      world: ReturnType<typeof openWorld>,
      line: string,
    ): Promise<readonly string[]> => {
      world.answerWith()
      await world.call(['bash', '-c', line])
      const parts = partsOfLine(line, world.asked[0]?.assessment.facts?.line)
      return parts.flatMap(({ from, to, stopped }) => (stopped ? [line.slice(from, to)] : []))
    }

    test('the one that the kernel stopped is named, also through a script, and none where it may be several', async () => {
      const world = openWorld('on-failure')
      mkdirSync(world.outside, { recursive: true })
      const target = join(world.outside, 'made')
      world.put('write.sh', `echo x > ${target}\n`)
      expect(await stoppedIn(world, `mkdir -p here && touch ${target} && ls`)).toEqual([`touch ${target}`])
      expect(await stoppedIn(world, 'ls; sh write.sh')).toEqual(['sh write.sh'])
      expect(await stoppedIn(world, `touch ${target}; touch ${target}`)).toEqual([])
    })
  })
})
