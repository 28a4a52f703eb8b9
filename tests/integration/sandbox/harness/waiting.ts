import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports'
import type { HostRequest } from './host'
import type { World } from './world'

/** The mount namespaces of the sandboxes that wait for a command in this workspace: what each is called, and its path in /proc. */
export function waiting(workspace: string): ReadonlyMap<string, string> {
  const own = readlinkSync('/proc/self/ns/mnt')
  const found = new Map<string, string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const path = `/proc/${pid}/ns/mnt`
      if (words.includes('countersign-gate') && words.includes(workspace)) found.set(readlinkSync(path), path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // it ended meanwhile
    }
  }
  found.delete(own)
  return found
}

const mark = 'ran in '
/** A busy machine can take so long to see that a sandbox begun with the first command no longer fits that another one is seen before. */
const mostTries = 3

/**
 * Runs a script as the second and last command of a turn, in the sandbox that was prepared after the first; that it was this very one
 * is checked, and tried again where another took its place meanwhile. The script must be short enough for that, and print something else
 * first or not at all.
 */
export async function shPrepared(
  world: World,
  script: string,
  options: Partial<HostRequest> = {},
): Promise<RunResult> {
  for (let tries = 1; ; tries += 1) {
    const { result, expected } = await runOnce(world, script, options)
    const said = 'output' in result ? result.output.stdout : ''
    if (!said.includes(expected) && tries < mostTries) continue
    expect(said, JSON.stringify(result)).toContain(expected)
    return result
  }
}

async function runOnce(
  world: World,
  script: string,
  options: Partial<HostRequest>,
): Promise<{ readonly result: RunResult; readonly expected: string }> {
  await world.rest()
  // One that is still ending must not pass for the one that is prepared next.
  await expect.poll(() => waiting(world.workspace).size, { timeout: 20_000 }).toBe(0)
  expect(await world.sh('true', options)).toMatchObject({ kind: 'exited', exitCode: 0 })
  // One that is begun can give way to another, or not be in its last namespace yet: it is the same at two looks.
  let namespace: string | undefined
  const isSettled = (): boolean => {
    const found = [...waiting(world.workspace).keys()]
    const before = namespace
    namespace = found.length === 1 ? found[0] : undefined
    return namespace !== undefined && namespace === before
  }
  await expect.poll(isSettled, { timeout: 20_000 }).toBe(true)
  const result = await world.sh(`echo "${mark}$(readlink /proc/self/ns/mnt)"\n${script}`, options)
  await world.rest()
  return { result, expected: `${mark}${String(namespace)}\n` }
}
