import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openWorlds, users } from '../harness/world'

const canary = 'hunter2-canary'
const planted = {
  GITHUB_PAT: canary,
  MYSQL_PWD: canary,
  DB_PASS: canary,
  PGPASS: canary,
  NPM_AUTH: canary,
  DATABASE_URL: `postgres://app:${canary}@db/x`,
  HARMLESS: `ghp_${canary.replace('-', '')}abcdefghijklmnop`,
}
const ordinary = { COLORTERM: 'truecolor', npm_config_registry: 'https://registry.example.com/' }

const worlds = openWorlds({ env: { ...planted, ...ordinary } })

test.each(users)("no secret of the engine's environment reaches a command, as %s", async (user) => {
  const world = worlds.of(user)
  const own = readFileSync(`/proc/${String(world.host.pid)}/environ`, 'latin1').split('\0')
  for (const [name, value] of Object.entries(planted)) expect(own).toContain(`${name}=${value}`)
  // The command's own, what its shell makes of it, and whatever process it can see.
  const seen = await world.sh('env; cat /proc/*/environ | tr "\\0" "\\n"; ps eww -A 2>/dev/null; true')
  if (seen.kind !== 'exited') throw new Error(JSON.stringify(seen))
  expect(seen.output.stdout).not.toContain('hunter2')
  for (const name of Object.keys(planted)) expect(seen.output.stdout).not.toContain(`${name}=`)
  for (const [name, value] of Object.entries(ordinary))
    expect(seen.output.stdout).toContain(`${name}=${value}`)
})
