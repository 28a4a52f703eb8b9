import { readdirSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import type { RunResult } from '../../../../src/main/core/ports/sandbox'
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

/**
 * Runs a script as a later command of a turn, in a sandbox that is held: what entered it is the first process that the script sees. It
 * must print something else first or not at all.
 */
export async function shPrepared(
  world: World,
  script: string,
  options: Partial<HostRequest> = {},
): Promise<RunResult> {
  await world.rest()
  expect(await world.sh('true', options)).toMatchObject({ kind: 'exited', exitCode: 0 })
  const result = await world.sh(`read -r first < /proc/1/comm; echo "entered by $first"\n${script}`, options)
  await world.rest()
  expect(said(result), JSON.stringify(result)).toContain('entered by enter\n')
  return result
}

const said = (result: RunResult): string => ('output' in result ? result.output.stdout : '')
