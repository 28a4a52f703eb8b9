import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runCli } from '../../fakes/run-cli'
import { startModelServer } from '../../fakes/model-server'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'
import { digestOf } from './harness'

afterEach(closeAsking)

type World = Awaited<ReturnType<typeof asking>>
const printed = ({ events }: World): string =>
  events.map((event) => (event.type === 'command.output' ? event.text : '')).join('')

/** A command that learns where it writes from a file that nobody reads before, under the policy of effects. */
const writingAt = (place: string, script: string): Promise<World> =>
  asking(script, {
    config: 'approval_policy = "effects"',
    escalated: false,
    before: (at) => {
      for (const folder of ['home/.ssh', 'home/.aws/more']) mkdirSync(at(folder), { recursive: true })
      for (const store of ['home/.ssh/id_rsa', 'home/.aws/credentials', 'state/keys'])
        writeFileSync(at(store), 'HUNTER2')
      writeFileSync(at('work/where'), at(place))
    },
  })

asEachUser('the second try of a run on copies', () => {
  test.each([
    ['home/.ssh', 'id_rsa', true],
    ['home/.aws/more', '../credentials', true],
    ['state', 'keys', false],
  ])('%s is not put on copies, and its yes is high or there is none', async (place, file, isOffered) => {
    const world = await writingAt(place, `cat "$(cat where)/${file}"; echo x > "$(cat where)/new"`)
    const { request } = await world.seen('approval.requested')
    const found = request.rehearsal?.state === 'found' ? request.rehearsal.found : undefined
    const grants = request.offers.flatMap((offer) => (offer.kind === 'only-this' ? offer.grants : []))
    expect(grants.some((grant) => grant.kind === 'write')).toBe(isOffered)
    if (isOffered) expect(request.assessment.floor?.reasons[0]?.rule).toBe('secrets.opened')
    expect(found?.applies?.kind).toBe('run')
    // Tried once.
    expect(printed(world).match(/cat: /g)).toHaveLength(1)
    expect(printed(world)).not.toMatch(/HUNTER2|confine:/)
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    expect(existsSync(world.at(place, 'new'))).toBe(false)
  })

  test('a place in a store is not put on copies where words name it either: the command runs', async () => {
    const world = await asking((at) => [`echo begun; echo x > ${at('home/.aws/more/new')}`], {
      config: 'approval_policy = "effects"',
      escalated: false,
      before: (at) => {
        mkdirSync(at('home/.aws/more'), { recursive: true })
      },
    })
    await world.seen('approval.requested')
    expect(printed(world)).toMatch(/^begun\nsh: .*denied\n$/)
  })

  test('what both tries print is shown once', async () => {
    const world = await writingAt('home', 'echo begun; mkdir "$(cat where)/new" && echo done')
    await world.seen('approval.requested')
    expect(printed(world)).toMatch(/^begun\nmkdir: .*\ndone\n$/)
  })

  test('an engine that is killed in the second try leaves nothing, and changed nothing', async () => {
    const world = await asking('true', { config: 'approval_policy = "never"', escalated: false })
    await world.seen('turn.finished')
    await world.close()
    writeFileSync(world.at('work/where'), world.at('home'))
    // By its own length, so that only this one's is looked for.
    const pause = `sleep ${String(100_000 + process.pid)}`
    const script = `mkdir "$(cat where)/new" && : > up && ${pause}`
    const call = { id: 'c1', name: 'shell', arguments: { command: ['sh', '-c', script] } }
    const server = await startModelServer([{ calls: [call] }, { text: 'done' }])
    writeFileSync(
      world.at('state/config.toml'),
      `model_provider = "ours"\nmodel = "scripted"\n[features]\nsandbox_command_assessment = false\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
    )
    const before = digestOf(world.at('home'), world.at('work'))
    const env = { PATH: process.env.PATH, HOME: world.at('home'), COUNTERSIGN_HOME: world.at('state') }
    const isUp = (): boolean =>
      world
        .copies()
        .some((each) =>
          readdirSync(world.at('state/rehearsals', each)).some((part) =>
            existsSync(join(world.at('state/rehearsals', each, part), 'up')),
          ),
        )
    const running = (): readonly string[] =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.trim() === pause)
    try {
      const killed = await runCli(['exec', '--approval-policy', 'effects', 'go'], {
        env,
        cwd: world.at('work'),
        onChild: (child) => {
          const timer = setInterval(() => {
            if (!isUp()) return
            clearInterval(timer)
            child.kill('SIGKILL')
          }, 20)
        },
      })
      expect([killed.signal, killed.err]).toEqual(['SIGKILL', expect.any(String)])
      await expect.poll(running, { timeout: 60_000 }).toEqual([])
      expect(digestOf(world.at('home'), world.at('work'))).toBe(before)
      expect((await runCli(['rehearse', '--', 'true'], { env, cwd: world.at('work') })).code).toBe(0)
      await expect.poll(world.copies).toEqual([])
      expect(digestOf(world.at('home'), world.at('work'))).toBe(before)
    } finally {
      await server.close()
    }
  })
})
