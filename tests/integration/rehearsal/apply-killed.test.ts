import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../../src/main/adapters/sandbox-linux/byte-path'
import { makeChangeSet, type Step } from '../../../src/main/adapters/sandbox-linux/apply/change-set'
import { listTree, typeOf } from '../../../src/main/adapters/sandbox-linux/rehearsal/listed-tree'
import type { ReadChange } from '../../../src/main/adapters/sandbox-linux/rehearsal/read-changes'
import { oneBySeed, someBySeed } from '../../fakes/by-seed'
import { openWorld, users, type World } from '../sandbox/harness/world'
import { inject } from 'vitest'
import { openKeeping, own, treeOf } from './harness'

/** An engine that is killed while it puts changes in place, or while it takes them back, has done all of it after its next start, or nothing. */

const many = 40
const names = Array.from({ length: many }, (_, at) => String(at))

/** What is there, and copies of what is to be there; `changed` are the names that differ. */
function fill(work: string, copies: string): void {
  for (const folder of [work, copies]) {
    rmSync(folder, { recursive: true, force: true })
    for (const each of ['', 'tree', 'tree/deep', 'kept']) mkdirSync(join(folder, each))
  }
  for (const name of names) {
    for (const kind of ['gone', 'other', 'kept/other', 'tree/deep/of'])
      writeFileSync(join(work, `${kind}-${name}`), name)
    for (const kind of ['other', 'kept/other', 'new'])
      writeFileSync(join(copies, `${kind}-${name}`), `${name} ${kind}`)
  }
  writeFileSync(join(work, 'mode'), '')
  writeFileSync(join(copies, 'mode'), '')
  chmodSync(join(copies, 'mode'), 0o600)
  symlinkSync('here', join(work, 'link'))
  symlinkSync('there', join(copies, 'link'))
  mkdirSync(join(copies, 'folder/in/it'), { recursive: true })
  for (const name of names) writeFileSync(join(copies, `folder/in/it/${name}`), name)
}

async function stepsOf(work: string, copies: string, also: readonly string[] = []): Promise<readonly Step[]> {
  const read: ReadChange[] = []
  const note = async (kind: ReadChange['change']['kind'], name: string): Promise<void> => {
    const [path, at] = [join(work, name), join(copies, name)]
    const above = kind === 'deleted' ? undefined : lstatSync(at)
    const below = kind === 'created' ? undefined : lstatSync(path)
    const stats = above ?? below
    if (!stats) throw new Error(name)
    const tree = kind === 'deleted' ? await listTree(bytesOf(path), Infinity) : undefined
    const change = { path, kind, type: typeOf(stats), bytes: stats.size }
    read.push({
      change,
      path: bytesOf(path),
      at: bytesOf(above ? at : path),
      ...(above && { above }),
      ...(below && { below }),
      ...(tree && { tree }),
    })
    if (kind === 'created' && stats.isDirectory())
      for (const each of readdirSync(at)) await note(kind, `${name}/${each}`)
  }
  for (const name of names) {
    await note('deleted', `gone-${name}`)
    await note('changed', `other-${name}`)
    await note('changed', `kept/other-${name}`)
    await note('created', `new-${name}`)
  }
  for (const name of also) await note('changed', name)
  await note('deleted', 'tree')
  await note('mode', 'mode')
  await note('changed', 'link')
  await note('created', 'folder')
  const set = await makeChangeSet(read, { guarded: () => false, owner: lstatSync(work).uid, began: Infinity })
  if ('kind' in set) throw new Error(JSON.stringify(set))
  return set.steps
}

/** What comes behind all else, so that there is time for a kill. */
const more = Array.from({ length: 1500 }, (_, at) => `kept/more-${String(at)}`)

function fillMore(work: string, copies: string): void {
  for (const name of more) for (const folder of [work, copies]) writeFileSync(join(folder, name), folder)
}

/** Parts of how long it takes; the first is the moment at which its journal stands, and there it is always killed. */
const moments = Array.from({ length: 50 }, (_, round) => round)
const taken = [0, ...someBySeed('the moments of rehearsal/apply-killed', moments.slice(1), 12)]

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(oneBySeed('the user of rehearsal/apply-killed', users))('as %s', (user) => {
  test(`whole or not at all, killed at ${String(taken.length)} moments`, { timeout: 600_000 }, async () => {
    const world = openKeeping(user)
    const [work, copies] = [join(world.workspace, 'w'), join(world.workspace, 'copies')]
    const journals = join(world.engineHome, 'applying')
    const engine = (): World =>
      openWorld({ bundle: inject('hostBundle'), user, env: { CS_ENGINE_HOME: world.engineHome } })
    const ended: Record<'before' | 'after', number> = { before: 0, after: 0 }
    let midway = 0
    try {
      fill(work, copies)
      own(world.workspace, world.workspace)
      const [template, source] = [join(world.folder, 'template'), join(world.folder, 'source')]
      const before = treeOf(work)
      cpSync(work, template, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
      cpSync(copies, source, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
      const anew = async (): Promise<readonly Step[]> => {
        for (const [from, to] of [
          [template, work],
          [source, copies],
        ] as const) {
          rmSync(to, { recursive: true, force: true })
          cpSync(from, to, { recursive: true, verbatimSymlinks: true })
        }
        own(world.workspace, world.workspace)
        return stepsOf(work, copies)
      }
      const put = (host: World, steps: readonly Step[]) => host.run({ confined: true, command: [], steps })
      const clear = (host: World) => host.run({ confined: true, command: [], clears: true })
      await put(world, await anew())
      const began = performance.now()
      expect(await put(world, await anew())).toEqual({ kind: 'applied' })
      const took = performance.now() - began
      const after = treeOf(work)
      expect(after).not.toEqual(before)
      for (const round of taken) {
        const steps = await anew()
        const first = engine()
        const second = round % 3 === 0 ? engine() : undefined
        try {
          await clear(first) // it has begun
          void put(first, steps).catch(() => undefined)
          await expect
            .poll(() => existsSync(journals) && readdirSync(journals).length, { interval: 1 })
            .toBeTruthy()
          await wait((round / moments.length) * took)
          first.host.kill('SIGKILL')
          await once(first.host, 'close')
          if (readdirSync(journals).length > 0) midway += 1
          if (second) {
            void clear(second).catch(() => undefined)
            await wait((round % 10) * 2)
            second.host.kill('SIGKILL')
            await once(second.host, 'close')
          }
          expect(await clear(world)).toEqual([])
        } finally {
          for (const each of [first, second]) each?.close()
        }
        const now = treeOf(work)
        ended[now['/new-0'] === undefined ? 'before' : 'after'] += 1
        expect(now).toEqual(now['/new-0'] === undefined ? before : after)
        expect(readdirSync(journals)).toEqual([])
      }
      expect(midway).toBeGreaterThan(0)
      expect(ended.before).toBeGreaterThan(0)
    } finally {
      world.close()
    }
  })

  test(
    'what a person edited, since it was killed, in a folder that it had put in place stays and is named',
    { timeout: 600_000 },
    async () => {
      const world = openKeeping(user)
      const [work, copies] = [join(world.workspace, 'w'), join(world.workspace, 'copies')]
      const journals = join(world.engineHome, 'applying')
      const engine = openWorld({
        bundle: inject('hostBundle'),
        user,
        env: { CS_ENGINE_HOME: world.engineHome },
      })
      try {
        fill(work, copies)
        fillMore(work, copies)
        own(world.workspace, world.workspace)
        const steps = await stepsOf(work, copies, more)
        const before = treeOf(work)
        void engine.run({ confined: true, command: [], steps }).catch(() => undefined)
        const placed = join(work, 'folder/in/it/0')
        while (!existsSync(placed)) await new Promise(setImmediate)
        engine.host.kill('SIGKILL')
        await once(engine.host, 'close')
        expect(readdirSync(journals)).toHaveLength(1)
        writeFileSync(placed, 'what a person wrote')
        expect(await world.run({ confined: true, command: [], clears: true })).toEqual([join(work, 'folder')])
        expect(readFileSync(placed, 'utf8')).toBe('what a person wrote')
        const others = ([name]: readonly [string, string]): boolean => !name.startsWith('/folder')
        expect(Object.entries(treeOf(work)).filter(others)).toEqual(Object.entries(before).filter(others))
      } finally {
        engine.close()
        world.close()
      }
    },
  )

  test(
    'what another engine applied stays whole, where one was killed before that had begun the same',
    { timeout: 600_000 },
    async () => {
      const world = openKeeping(user)
      const [work, copies] = [join(world.workspace, 'w'), join(world.workspace, 'copies')]
      const journals = join(world.engineHome, 'applying')
      const engine = openWorld({
        bundle: inject('hostBundle'),
        user,
        env: { CS_ENGINE_HOME: world.engineHome },
      })
      try {
        fill(work, copies)
        fillMore(work, copies) // all of it is laid beside its place before anything is exchanged
        own(world.workspace, world.workspace)
        const steps = await stepsOf(work, copies, more)
        void engine.run({ confined: true, command: [], steps }).catch(() => undefined)
        const begun = (): boolean =>
          existsSync(journals) &&
          readdirSync(journals).some((each) => existsSync(join(journals, each, 'begun')))
        while (!begun()) await new Promise(setImmediate)
        engine.host.kill('SIGKILL')
        await once(engine.host, 'close')
        expect(readdirSync(journals)).toHaveLength(1)
        expect(await world.run({ confined: true, command: [], steps })).toEqual({ kind: 'applied' })
        const applied = treeOf(work)
        expect(applied['/mode']).toBe('file 600 ')
        expect(await world.run({ confined: true, command: [], clears: true })).toEqual([])
        const now = treeOf(work)
        for (const [name, was] of Object.entries(applied))
          if (!name.includes('/.countersign-')) expect([name, now[name]]).toEqual([name, was])
        expect(Object.keys(now).filter((name) => name.includes('/.countersign-'))).toEqual([])
      } finally {
        engine.close()
        world.close()
      }
    },
  )
})
