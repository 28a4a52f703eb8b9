import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { heldBy, whichSandbox } from './harness/held'
import { openWorlds, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of made meanwhile', users)

/** A sandbox is made while other commands may run, and outlives the command it was made for. */
const worlds = openWorlds()

const go = (world: World): void => {
  writeFileSync(join(world.workspace, 'go'), '')
}
/** A command that goes on until the file `go` is there. */
const until = 'while ! test -e go; do sleep 0.1; done; rm -f go'

const said = (result: Awaited<ReturnType<World['sh']>>): string =>
  'output' in result ? result.output.stdout.trim() : ''

test.for(chosen)(
  'as %s: the sandbox is made for the first command, and held for all that follow',
  async (user) => {
    const world = worlds.of(user)
    const running = world.sh(until)
    await expect.poll(() => heldBy(world.host.pid)).toHaveLength(1)
    const [held] = heldBy(world.host.pid)
    const where = async () => said(await world.run({ confined: true, command: whichSandbox }))
    const beside = await where()
    expect(beside).toMatch(/^\d+ /)
    go(world)
    expect(await running).toMatchObject({ kind: 'exited' })
    expect([await where(), await where()]).toEqual([beside, beside])
    expect(await world.settled()).toBe(held)
    expect(heldBy(world.host.pid)).toEqual([held])
    await world.rest()
  },
)

/** What a command does while another's sandbox could be made, and what the next one must not be able to do then. */
const flip =
  '(while ! test -e go; do mv sub kept; ln -s else sub; sleep 0.006; rm sub; mv kept sub; sleep 0.006; done; test -e sub || mv kept sub)'
const attacks = [
  {
    name: 'makes a repository',
    before: 'true',
    first: 'git init -q sub',
    next: 'echo x > sub/.git/hooks/pre-commit || echo x > sub/.git/config',
  },
  {
    name: 'makes a repository and moves what is around it to and fro',
    before: 'mkdir else',
    first: `git init -q sub; ${flip}`,
    next: 'echo x > sub/.git/hooks/pre-commit || echo x > sub/.git/config',
  },
  {
    name: 'moves to and fro what is around a repository that was there',
    before: 'mkdir else; git init -q sub',
    first: flip,
    next: 'echo x > sub/.git/hooks/pre-commit || echo x > sub/.git/config',
  },
  {
    name: 'tries to move to and fro what is protected itself',
    before: 'git init -q .',
    first:
      '(while ! test -e go; do mv .codex kept; mv .git kept-git; mv kept .codex; mv kept-git .git; done) 2>/dev/null',
    next: 'mkdir .codex/in || echo x > .git/hooks/pre-commit || echo x > .git/config',
  },
]

test.for(chosen.flatMap((user) => attacks.map((attack) => ({ user, ...attack }))))(
  'as $user: a command that $name meanwhile gains nothing by it',
  async ({ user, before, first, next }) => {
    const world = worlds.of(user)
    for (const pause of [0, 300, 0, 0]) {
      await world.rest()
      for (const name of readdirSync(world.workspace))
        rmSync(join(world.workspace, name), { recursive: true })
      await world.sh(before, { inTurn: false })
      const running = world.sh(`echo > begun; ${first}; ${until}`)
      await expect.poll(() => readdirSync(world.workspace)).toContain('begun')
      await world.sh('true') // another's sandbox is made meanwhile, if it is
      go(world)
      await running
      // At once, and when there was time to look at the sandbox again.
      await delay(pause)
      const control = await world.sh('test -d sub/.git/hooks || test -d .git/hooks')
      const attempt = await world.sh(`{ ${next}; } 2>/dev/null && echo ESCAPED`)
      expect([control, attempt]).toMatchObject([{ exitCode: 0 }, { output: { stdout: '' } }])
    }
    await world.rest()
  },
)

test.for(chosen)(
  'as %s: what another program protects meanwhile is protected from the next',
  async (user) => {
    const world = worlds.of(user)
    rmSync(join(world.workspace, '.git'), { recursive: true, force: true })
    const running = world.sh(until)
    await expect.poll(() => heldBy(world.host.pid)).toHaveLength(1)
    mkdirSync(join(world.workspace, 'theirs'))
    execFileSync('git', ['init', '-q', join(world.workspace, 'theirs')])
    go(world)
    await running
    expect(await world.sh('{ echo x > theirs/.git/config; } 2>/dev/null && echo ESCAPED')).toMatchObject({
      output: { stdout: '' },
    })
    await world.rest()
  },
)
