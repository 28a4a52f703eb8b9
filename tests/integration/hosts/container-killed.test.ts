import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someBySeed } from '../../fakes/by-seed'
import { containerWorld, noContainer, type ContainerWorld } from '../../fakes/container-world'
import { attachedTo } from '../../fakes/ssh-host'
import { cliEntry, jsonLines, runProgram } from '../../fakes/run-cli'
import { lostOf, sayingLines, type Told } from '../../fakes/told-lines'

let world: ContainerWorld
let ran: string
beforeAll(async () => {
  world = await containerWorld(sayingLines(12), '[sandbox_workspace_write]\nnetwork_access = true\n')
  ran = join(world.project, 'ran.txt')
  world.configure({ dev: { confinement: 'container' }, plain: { plain: true } })
})
afterAll(() => world.close())

/** The container with all that runs in it, or its engine alone, which nobody collects there; with a sandbox in it and without. */
const kinds = [
  { target: 'the container', host: 'dev' },
  { target: 'the container', host: 'plain' },
  { target: 'its engine', host: 'dev' },
  { target: 'its engine', host: 'plain' },
] as const
const kills = kinds.flatMap((kind, of) =>
  Array.from({ length: 15 }, (_, at) => ({
    ...kind,
    lines: 1 + Math.floor((((15 * of + at) * 0.618) % 1) * 30),
  })),
)

test.skipIf(noContainer).each(someBySeed('kills in a container', kills, 4))(
  '$target of $host is killed after $lines lines: nothing told is lost, nothing runs twice, and the session is gone on with',
  { timeout: 180_000 },
  async ({ target, host, lines }) => {
    const container = host === 'dev' ? world.container : world.open
    const args = [cliEntry, 'exec', '--host', host, '--json']
    rmSync(ran, { force: true })
    let killing: Promise<void> | undefined
    const kill = async (): Promise<void> => {
      if (target === 'the container') {
        await container.kill()
        // Until then the line is tried again and again.
        return container.start()
      }
      for (const pid of world.engines()) process.kill(pid, 'SIGKILL')
    }
    const first = await runProgram(process.execPath, [...args, '--cd', world.project, 'go'], {
      env: world.env,
      onChild: (child, soFar) => {
        child.stdout?.on('data', () => {
          if (soFar().split('\n').length > lines) killing ??= kill()
        })
      },
    })
    await killing
    const told = jsonLines<Told>(first)
    // A container takes so long to be killed that a turn may have ended.
    if (target === 'its engine' || killing === undefined) expect(first.code === 0).toBe(killing === undefined)
    const session = told[0]?.sessionId ?? ''
    const next = await runProgram(process.execPath, [...args, '--resume', session, 'go on'], {
      env: world.env,
    })
    expect([next.code, jsonLines<Told>(next).at(-1)?.type]).toEqual([0, 'turn.finished'])
    const client = world.client(host === 'dev' ? { confinement: 'container' } : { plain: true })
    await client.connect()
    const { events } = await client.request('session.open', { sessionId: session })
    client.close()
    const record = events.map(({ event }) => event as unknown as Told)
    expect(lostOf(told, record)).toEqual({ lost: [], open: 0 })
    const written = existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : []
    expect(written).toEqual([...new Set(written)])
    await expect.poll(() => attachedTo(world.base)).toEqual([])
    expect(world.engines().length).toBe(1)
    await world.endEngines()
  },
)
