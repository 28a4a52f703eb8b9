import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { CommandRunner } from '../../../src/main/core/ports/sandbox'
import { runsBySeed } from '../../fakes/by-seed'
import { asEachUser } from '../patch/ordinary-user'
import { removeWorlds } from '../patch/patch-world'
import { onlyThis, openWorld, outside } from './given-on-world'

const note = 'changed while it ran, so that what ran may not be what was allowed'

/** Puts another text in a file's place right before the program reads it, after every comparison, and the first one back behind it. */
function swapping(runner: CommandRunner, swap: (now: 'evil' | 'good') => void): CommandRunner {
  return {
    run: async (...given) => {
      swap('evil')
      const result = await runner.run(...given)
      swap('good')
      return result
    },
  }
}

const ways = {
  'by a new file in its place': (path: string, text: string): void => {
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
  },
  'by writing into it': (path: string, text: string): void => {
    writeFileSync(path, text)
  },
}

/** What is exchanged in the moment between its last comparison and its being read. */
asEachUser('swapped-files', () => {
  afterAll(removeWorlds)

  describe.each(Object.entries(ways))(
    'a script that is exchanged after its last comparison and put back, %s',
    (_, put) => {
      test('outside the sandbox is said with the result, and its grant asks again', async () => {
        const world = openWorld()
        const path = world.put('x.sh', 'echo good\n')
        world.answerWith(outside('session'))
        expect(await world.escalate('sh', 'x.sh')).not.toContain(note)
        expect((await world.grants.list()).length).toBe(1)
        const { unconfined } = world.parts
        const swap = (now: string): void => {
          put(path, `echo ${now}\n`)
        }
        const said = await world.escalateWith({ unconfined: swapping(unconfined, swap) }, 'sh', 'x.sh')
        // The control: it did run, unseen.
        expect(said).toContain('evil')
        expect(said).toContain(`${note}: ${path}`)
        expect(await world.grants.list()).toEqual([])
        await world.escalate('sh', 'x.sh')
        expect(world.asked.length).toBe(2)
      })

      test('inside the sandbox as well', async () => {
        const world = openWorld('on-failure')
        const log = join(world.outside, 'log')
        writeFileSync(log, '')
        const path = world.put('x.sh', `echo good | tee -a ${log}\n`)
        world.answerWith(onlyThis('session'))
        expect(await world.call(['sh', 'x.sh'])).not.toContain(note)
        const { sandbox } = world.parts
        const swap = (now: string): void => {
          put(path, `echo ${now} | tee -a ${log}\n`)
        }
        const swapped = { ...sandbox, ...swapping(sandbox, swap) }
        const said = await world.callWith({ sandbox: swapped }, ['sh', 'x.sh'])
        expect([said.includes('evil'), said.includes(note)]).toEqual([true, true])
        expect(await world.grants.list()).toEqual([])
      })
    },
  )

  test('whatever a racing program exchanges and puts back, nothing else runs unsaid', async () => {
    const world = openWorld()
    const path = world.put('x.sh', 'echo good\n')
    world.answerWith(...Array.from({ length: 40 }, () => outside('session')))
    const racer = spawn(
      'sh',
      [
        '-c',
        'echo begun; while :; do echo "echo evil" > "$1.e"; mv "$1.e" "$1"; echo "echo good" > "$1.g"; mv "$1.g" "$1"; sleep 0.01; done',
        'sh',
        path,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    try {
      await once(racer.stdout, 'data')
      for (let run = 0; run < runsBySeed(15); run++) {
        const said = await world.escalate('sh', 'x.sh')
        // Either it was shown and allowed with that very text, or the result says that it changed.
        const shown = world.asked
          .at(-1)
          ?.assessment.facts?.lookThrough.flatMap(({ lines }) => lines.map(({ text }) => text))
        const ran = /"output":"(good|evil)/.exec(said)?.[1]
        if (ran !== undefined && !said.includes(note)) expect(shown).toContain(`echo ${ran}`)
      }
    } finally {
      racer.kill('SIGKILL')
      await once(racer, 'close')
    }
  })

  test('a script that changes itself says so, and is asked about again as what it is then', async () => {
    const world = openWorld()
    world.put('x.sh', 'echo first\necho "echo next" > x.sh\n')
    world.answerWith(outside('session'), outside('once'))
    expect(await world.escalate('sh', 'x.sh')).toContain(note)
    await world.escalate('sh', 'x.sh')
    expect(world.asked[1]?.stop.differences?.[0]?.diff).toContain('+echo next')
  })
})
