import { join } from 'node:path'
import { keepingIn } from './keeping'

/** Begins a turn, mends what is left, or goes one way over turn 1, in a process of its own, which is killed in the middle of it. */
const [base = '', what = ''] = process.argv.slice(2)
const kept = keepingIn(base)
const place = { sessionId: 's-1', cwd: join(base, 'work') }
process.stdout.write('go\n')
if (what === 'mend') await kept.mendLeft()
else if (what === 'keep') await kept.follow({ ...place, turnNumber: 1 }).begun
else await kept.restore(place, { way: what === 'undo' ? 'undo' : 'redo', turnNumber: 1, sinceToo: false })
process.exit(0)
