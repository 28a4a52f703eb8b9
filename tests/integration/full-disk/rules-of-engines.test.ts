import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { buildChild } from '../../fakes/build-child'
import { rulesOfHome } from '../../fakes/rules-of-home'
import { asEachUser } from '../patch/ordinary-user'

// Made while these tests are whoever started them, for whoever they become.
const bundled = mkdtempSync('/var/tmp/cs-ruleschild-')
const program = await buildChild(join(import.meta.dirname, 'rules-child.ts'), bundled)
chmodSync(bundled, 0o755)

let home = ''
beforeEach(() => {
  home = mkdtempSync('/var/tmp/cs-rules-of-engines-')
})
afterEach(() => {
  chmodSync(home, 0o700)
  rmSync(home, { recursive: true, force: true })
})

const engine = async (
  name: string,
  count: number,
): Promise<{ readonly said: readonly string[]; readonly trouble: string }> => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, home, name, String(count)])
  return z.object({ said: z.array(z.string()), trouble: z.string() }).parse(JSON.parse(stdout))
}
const old = Array.from({ length: 30 }, (_, nth) => ({
  ...{ id: `old-${String(nth)}`, scope: 'rule', kind: 'only-this', sessionId: 's', turnId: 't', key: 'k' },
  ...{ command: ['npm'], cwd: '/work', grants: [], createdAt: '2026-11-21T09:00:00.000Z' },
}))
const oldIds = old.map(({ id }) => id)
const writeOld = (): void => {
  writeFileSync(join(home, 'rules.json'), JSON.stringify({ version: 1, rules: old }))
}
const idsNow = async (): Promise<readonly string[]> =>
  (await rulesOfHome(home).saved.load()).map(({ id }) => id).toSorted()

asEachUser('rules of engines', (user) => {
  test('engines that save and revoke at once lose no rule, gain none, and move those of an earlier version once', async () => {
    writeOld()
    const count = 12
    const names = ['a', 'b', 'c']
    expect(await Promise.all(names.map((name) => engine(name, count)))).toEqual(
      names.map(() => ({ said: [], trouble: '' })),
    )
    const kept = names.flatMap((name) =>
      Array.from({ length: count / 2 }, (_, nth) => `${name}-${String(2 * nth)}`),
    )
    expect(await idsNow()).toEqual([...oldIds, ...kept].toSorted())
    expect(readdirSync(home)).toEqual(['rules.toml'])
  })

  test('an engine that is killed at any moment leaves one file or the other whole, and the next goes on', async () => {
    for (let nth = 0; nth < 12; nth += 1) {
      rmSync(join(home, 'rules.toml'), { force: true })
      writeOld()
      const child = spawn(process.execPath, [program, home, 'x', '500'], { stdio: 'ignore' })
      await new Promise((resolve) => setTimeout(resolve, 60 + nth * 20))
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      const ids = await idsNow()
      expect(ids.filter((id) => id.startsWith('old-'))).toEqual(oldIds.toSorted())
      // Its lock goes with the next change.
      await rulesOfHome(home).saved.change((rules) => rules.slice(1))
      expect((await idsNow()).length).toBe(ids.length - 1)
      expect(readdirSync(home).filter((name) => name.startsWith('rules'))).toEqual(['rules.toml'])
    }
  })

  // No mode stops root.
  if (user === 'root') return
  test('in a home that cannot be written to the earlier file stays, nothing of it counts, and it is said', async () => {
    writeOld()
    const before = readFileSync(join(home, 'rules.json'))
    chmodSync(home, 0o500)
    const { said, trouble } = await engine('a', 1)
    expect(
      said.map((text) => /rules\.json could not be moved into rules\.toml: .*\(EACCES\)/.test(text)),
    ).toEqual([true])
    expect(trouble).toContain('were not written')
    expect([readdirSync(home), readFileSync(join(home, 'rules.json'))]).toEqual([['rules.json'], before])
  })
})
