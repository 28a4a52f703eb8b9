import { readdirSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports'
import type { HostRequest } from './host'
import type { World } from './world'

/**
 * Prints which sandbox a command runs in: its /dev was made with the sandbox, at a moment of its own, and each copy of the mounts shows
 * the same.
 */
export const whichSandbox = ['stat', '-c', '%d %z', '/dev']

/** The mount namespaces that a process holds without being in them; none where it is gone. */
export function heldBy(pid: number | undefined): readonly string[] {
  const folder = `/proc/${String(pid)}/fd`
  try {
    return readdirSync(folder).flatMap((fd) => {
      try {
        const name = readlinkSync(`${folder}/${fd}`)
        return name.startsWith('mnt:') ? [name] : []
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
        return [] // closed meanwhile
      }
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return []
  }
}

const stdout = (result: RunResult): string => ('output' in result ? result.output.stdout : '')

/**
 * Runs a script as a later command of a turn, in the sandbox that is held since the first: the engine says that it is, and the
 * script says where it runs. It must print something else first or not at all.
 */
export async function shPrepared(
  world: World,
  script: string,
  options: Partial<HostRequest> = {},
): Promise<RunResult> {
  await world.rest()
  expect(await world.sh('true', options)).toMatchObject({ kind: 'exited', exitCode: 0 })
  expect(await world.settled(), 'no sandbox is held after a command').toBeDefined()
  const held = stdout(await world.run({ confined: true, command: whichSandbox, ...options }))
  const result = await world.sh(
    `echo "ran in $(${whichSandbox.slice(0, 2).join(' ')} '%d %z' /dev)"\n${script}`,
    options,
  )
  await world.rest()
  expect(stdout(result), JSON.stringify(result)).toContain(`ran in ${held}`)
  return result
}
