import { storeIn } from './kept-runs'

/** Goes one way in a process of its own, which is killed in the middle of it. */
const [base = '', id = '', way = ''] = process.argv.slice(2)
const { store } = storeIn(base)
process.stdout.write('go\n')
const restored = await store.restore(id, { way: way === 'undo' ? 'undo' : 'redo', also: [] })
process.stdout.write(`${JSON.stringify(restored)}\n`)
