import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeIn } from './kept-runs'
import { buildChild } from '../../fakes/build-child'
import { someBySeed } from '../../fakes/by-seed'
import { killAt, spreadOver, type KillMoment } from '../../fakes/kill-moment'

let base = ''
let place = ''

beforeAll(async () => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-prekill-'))
  place = join(base, 'place')
  for (const each of ['place', 'state']) mkdirSync(join(base, each))
  await buildChild(join(import.meta.dirname, 'restoring-child.ts'), base)
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

/** Every name and content below the place, also such as an undo makes for itself. */
const picture = (): string =>
  execFileSync(
    'sh',
    [
      '-c',
      'cd "$1" && find . -printf "%p %y %m %l\\n" | sort; find . -type f -print0 | sort -z | xargs -0 -r cat',
      'sh',
      place,
    ],
    { encoding: 'latin1' },
  )

/** Goes one way; killed then, or never. Returns how long it took. */
async function goes(id: string, way: string, moment: KillMoment = 'never'): Promise<number> {
  const child = spawn(process.execPath, [join(base, 'child/child.mjs'), base, id, way], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let begun = 0
  let ended = (): void => undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!text.startsWith('go')) return
    begun = performance.now()
    ended = killAt(child, moment)
  })
  await new Promise((settle) => child.once('close', settle))
  ended()
  return performance.now() - begun
}

test(
  'an engine killed at any point of an undo or a redo has done all of it or nothing, and leaves nothing',
  { timeout: 600_000 },
  async () => {
    for (let folder = 0; folder < 12; folder += 1) {
      mkdirSync(join(place, `d${String(folder)}`))
      for (let file = 0; file < 8; file += 1)
        writeFileSync(
          join(place, `d${String(folder)}/f${String(file)}`),
          `one ${String(folder)} ${String(file)}\n`,
        )
    }
    const { store, problems } = storeIn(base)
    const { id = '' } = await store.keep({
      session: 's',
      folder: '/w',
      item: 'c',
      title: 't',
      places: [{ path: place, extent: 'tree' }],
    })
    const before = picture()
    for (let folder = 0; folder < 12; folder += 1) {
      const at = join(place, `d${String(folder)}`)
      if (folder % 3 === 0) rmSync(at, { recursive: true })
      else
        for (let file = 0; file < 8; file += 1)
          writeFileSync(join(at, `f${String(file)}`), `two ${String(folder)}\n`)
      mkdirSync(join(place, `n${String(folder)}`))
      writeFileSync(join(place, `n${String(folder)}/new`), 'new\n')
    }
    await store.close(id)
    const after = picture()
    expect(after).not.toBe(before)
    const whole = Math.max(await goes(id, 'undo'), await goes(id, 'redo'))
    expect(picture()).toBe(after)
    const found = { done: 0, taken: 0, inTheMiddle: 0 }
    // As it begins, in the middle of it, and then over the whole of it, by a step that has nothing in common with its length.
    const moments: KillMoment[] = [
      0,
      { firstChangeIn: join(place, 'd1') },
      ...someBySeed('the moments of killed-restore', spreadOver(100), 12).map((part) => part * whole),
    ]
    for (const moment of moments) {
      const [last] = await store.list()
      const way = last?.undone === true ? 'redo' : 'undo'
      await goes(id, way, moment)
      const left = picture()
      const engine = storeIn(base)
      await engine.store.clearLeft()
      const [now] = await engine.store.list()
      const expected = now?.undone === true ? before : after
      expect(picture()).toBe(expected)
      if (left !== before && left !== after) found.inTheMiddle += 1
      if ((now?.undone === true) === (way === 'undo')) found.done += 1
      else found.taken += 1
      expect(engine.problems).toEqual([])
      expect(
        readdirSync(join(base, 'state/preimages', id)).filter(
          (name) => name.startsWith('journal') || name.endsWith('.part'),
        ),
      ).toEqual([])
    }
    // The first two alone are as much; the others say what lies between.
    expect([found.taken > 0, found.inTheMiddle > 0]).toEqual([true, true])
    expect(problems).toEqual([])
  },
)
