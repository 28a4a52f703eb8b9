import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports'
import { gateCommand } from '../../../../src/main/adapters/sandbox-linux/gate'
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

const [, ...gateWords] = gateCommand('sh')
const gateLine = `\0${gateWords.join('\0')}\0`

/** The mount namespace of the gate that this launcher has got to; undefined: it is still on the way there. */
function gateBelow(launcher: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${String(launcher)}/cmdline`, 'utf8')
    // The launcher has the gate's words behind its own, the gate has nothing but them.
    if (line.endsWith(gateLine) && !line.slice(0, -gateLine.length).includes('\0'))
      return readlinkSync(`/proc/${String(launcher)}/ns/mnt`)
    const below = readFileSync(`/proc/${String(launcher)}/task/${String(launcher)}/children`, 'utf8')
    for (const child of below.split(' ').filter((pid) => pid !== '')) {
      const found = gateBelow(Number(child))
      if (found !== undefined) return found
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // it became another meanwhile
  }
  return undefined
}

/**
 * Runs a script as the second and last command of a turn, in the sandbox that was prepared after the first: the engine says which
 * it is, once it makes no other, and the script says where it runs. The script must be short enough for that, and print something else
 * first or not at all.
 */
export async function shPrepared(
  world: World,
  script: string,
  options: Partial<HostRequest> = {},
): Promise<RunResult> {
  await world.rest()
  expect(await world.sh('true', options)).toMatchObject({ kind: 'exited', exitCode: 0 })
  const launcher = await world.settled()
  if (launcher === undefined) throw new Error('no sandbox is prepared after a command')
  let namespace: string | undefined
  await expect.poll(() => (namespace = gateBelow(launcher)), { interval: 5 }).not.toBe(undefined)
  const result = await world.sh(`echo "ran in $(readlink /proc/self/ns/mnt)"\n${script}`, options)
  await world.rest()
  const said = 'output' in result ? result.output.stdout : ''
  expect(said, JSON.stringify(result)).toContain(`ran in ${String(namespace)}\n`)
  return result
}
