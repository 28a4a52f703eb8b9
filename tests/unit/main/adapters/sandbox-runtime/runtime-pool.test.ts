import { describe, expect, it } from 'vitest'
import {
  runtimeConfig,
  type RuntimeConfig,
} from '../../../../../src/main/adapters/sandbox-runtime/runtime-config'
import { RuntimePool } from '../../../../../src/main/adapters/sandbox-runtime/runtime-sandbox'
import type { RuntimeSession } from '../../../../../src/main/adapters/sandbox-runtime/runtime-session'

const configFor = (root: string): RuntimeConfig =>
  runtimeConfig({ writable: [root], grants: [], openNetwork: false, deniedReads: [], home: '/home/me' })

function fakes(start: () => Promise<void> = () => Promise.resolve()) {
  const opened: { alive: boolean; started: RuntimeConfig[] }[] = []
  const pool = new RuntimePool(() => {
    const started: RuntimeConfig[] = []
    const fake = {
      alive: true,
      started,
      start: (config: RuntimeConfig) => {
        started.push(config)
        return start()
      },
      close() {
        fake.alive = false
      },
    }
    opened.push(fake)
    return fake as unknown as RuntimeSession // the pool only starts, closes and asks whether it lives
  })
  return { pool, opened }
}

describe('runtimes by their limits', () => {
  it('the same limits use an idle runtime again', async () => {
    const { pool, opened } = fakes()
    for (let at = 0; at < 3; at++) (await pool.acquire(configFor('/a'), '/a')).release()
    expect(opened.map(({ started }) => started.length)).toEqual([1])
  })

  it('two runs at once never share one, even with the same limits', async () => {
    const { pool } = fakes()
    const [one, two] = await Promise.all([
      pool.acquire(configFor('/a'), '/a'),
      pool.acquire(configFor('/a'), '/a'),
    ])
    expect(one.session).not.toBe(two.session)
  })

  it('other limits, or another folder, get another runtime', async () => {
    const { pool, opened } = fakes()
    for (const [root, cwd] of [
      ['/a', '/a'],
      ['/b', '/a'],
      ['/a', '/b'],
    ] as const)
      (await pool.acquire(configFor(root), cwd)).release()
    expect(opened).toHaveLength(3)
  })

  it('a runtime that has died is not used again', async () => {
    const { pool, opened } = fakes()
    const first = await pool.acquire(configFor('/a'), '/a')
    first.release()
    for (const each of opened) each.alive = false
    const second = await pool.acquire(configFor('/a'), '/a')
    expect(second.session).not.toBe(first.session)
  })

  it('a runtime that does not start is closed, and the caller is told', async () => {
    const { pool, opened } = fakes(() => Promise.reject(new Error('no sandbox-exec')))
    await expect(pool.acquire(configFor('/a'), '/a')).rejects.toThrow('no sandbox-exec')
    expect(opened.map(({ alive }) => alive)).toEqual([false])
  })

  it('four stay idle, the oldest goes first, and closing closes them all', async () => {
    const { pool, opened } = fakes()
    for (const root of ['/a', '/b', '/c', '/d', '/e']) (await pool.acquire(configFor(root), '/')).release()
    const before = opened.map(({ alive }) => alive)
    pool.close()
    expect([before, opened.some(({ alive }) => alive)]).toEqual([[false, true, true, true, true], false])
  })
})
