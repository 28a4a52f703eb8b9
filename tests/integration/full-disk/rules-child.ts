import type { StoredGrant } from '@shared/domain/stored-grant'
import { rulesOfHome } from '../../fakes/rules-of-home'

/** One engine of a home: saves rules one after another, takes every second of them out again, and prints what it is told of an earlier version's file. */
const [home = '', name = '', count = '0'] = process.argv.slice(2)
const said: string[] = []
const { saved } = rulesOfHome(home, said)
const rule = (id: string): StoredGrant => ({
  ...{ id, scope: 'rule', kind: 'only-this', sessionId: 's', turnId: 't', key: id, command: ['npm', id] },
  ...{ cwd: '/work', grants: [], createdAt: '2026-11-21T09:00:00.000Z' },
})
let trouble = ''
try {
  await saved.load()
  for (let nth = 0; nth < Number(count); nth += 1) {
    const id = `${name}-${String(nth)}`
    await saved.change((rules) => [...rules, rule(id)])
    if (nth % 2 === 1) await saved.change((rules) => rules.filter((each) => each.id !== id))
  }
} catch (error) {
  trouble = String(error)
}
process.stdout.write(JSON.stringify({ said, trouble }))
