// Loaded into a program before all else (NODE_OPTIONS=--import): its calendar is ahead by the hours that the file named in MOVED_CLOCK says, at any
// time. Nothing else moves: what a machine's sleep leaves standing (timers, performance.now) stands here too. Beside the file stands the program's number.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env['MOVED_CLOCK'] ?? ''
const real = Date.now.bind(Date)
const RealDate = Date
const ahead = () => {
  try {
    return Number(readFileSync(file, 'utf8')) * 3_600_000
  } catch {
    return 0 // it has not moved yet
  }
}
if (process.argv.includes('serve')) writeFileSync(`${file}.pid`, String(process.pid))
const now = () => real() + ahead()
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) =>
    /** @type {object} */ (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
  get: (target, name) => (/** @type {unknown} */ (name === 'now' ? now : Reflect.get(target, name))),
})
