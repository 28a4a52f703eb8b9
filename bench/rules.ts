import { mkdtempSync, rmSync } from 'node:fs'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { GrantBook } from '../src/main/core/approvals/grant-book'
import { rulesOfHome } from '../tests/fakes/rules-of-home'
import { median, ms, printRows } from './measure'

/**
 * What rules cost a command that none of them is about: each of its looks at what is granted, over the file in which the rules stand, as
 * there are more of them. A tool call has two to four such looks.
 */
const looks = 200
const warm = 20

const rule = (nth: number): StoredGrant => ({
  id: `rule-${String(nth)}`,
  key: JSON.stringify(['command', `tool-${String(nth)}`, '/work/project', 'workspace-write']),
  command: [`tool-${String(nth)}`, 'build', '--all'],
  cwd: '/work/project',
  kind: 'only-this',
  scope: 'rule',
  sessionId: 'earlier',
  turnId: 'earlier',
  grants: [{ kind: 'write', path: `/work/out/${String(nth)}`, extent: 'tree' }],
  createdAt: new Date(Date.UTC(2026, 0, 1) + nth * 60_000).toISOString(),
})

async function look(count: number): Promise<number> {
  const home = mkdtempSync('/var/tmp/cs-bench-rules-')
  const store = rulesOfHome(home).saved
  await store.change(() => Array.from({ length: count }, (_, nth) => rule(nth)))
  const book = new GrantBook(store, () => undefined)
  const wanted = { keys: ['none'], openKey: 'none', command: ['ls'] }
  if ((await book.list()).length !== count) throw new Error('the rules are not read')
  const took: number[] = []
  for (let nth = 0; nth < looks; nth += 1) {
    const began = performance.now()
    await book.find(wanted, { sessionId: 's', turnId: 't' })
    took.push(performance.now() - began)
  }
  rmSync(home, { recursive: true })
  return median(took.slice(warm))
}

const [one, many] = [await look(1), await look(1000)]
printRows([
  {
    what: 'a look at what is granted, with 1,000 rules (with one)',
    figure: `${ms(many)} (${ms(one)})`,
    goal: 'under 1 ms',
    reached: many < 1,
  },
])
