import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { asked } from './harness/asked'
import { persons, prepare, rows } from './harness/git-steps-table'
import { openWorlds, users } from './harness/world'

const worlds = openWorlds()

/** Everything that a half would change. What git notes of files (`index`) and what holds a place for a run is none of it. */
const state = 'find . -name index -o -name "config*" -o -print | sort; git show-ref; cat .git/config'

describe.each(oneBySeed('git steps', users))('as %s', (user) => {
  test.for(rows)('%s', async ([, person, ...steps]) => {
    const world = worlds.of(user)
    await world.rest()
    const env = { WORK: world.workspace, OUT: world.outside, HOME: world.home }
    const plainly = async (script: string) => {
      const ran = await world.sh(script, { confined: false, env })
      expect(ran, JSON.stringify(ran)).toMatchObject({ exitCode: 0 })
      return 'output' in ran ? ran.output.stdout : ''
    }
    await plainly(`${prepare}; ${persons[person]}`)
    for (const step of steps) {
      const { run, yes, check = 'true' } = typeof step === 'string' ? { run: step, yes: [] } : step
      const full = yes.map((path) =>
        path.startsWith('../') ? `${world.folder}/${path.slice(3)}` : `${world.workspace}/${path}`,
      )
      if (yes.length > 0) {
        await world.rest()
        const before = await plainly(state)
        expect(await asked(world, run, { env, yes: 0 }), run).toMatchObject({ denied: true })
        await world.rest()
        expect(await plainly(state), `after a no to ${run}`).toBe(before)
      }
      const ended = await asked(world, run, { env, yes: 5 })
      expect(ended, `${run}: ${ended.output}`).toMatchObject({
        exitCode: 0,
        yes: yes.length === 0 ? [] : [full],
      })
      await world.rest()
      await plainly(check)
    }
  })
})
