// Preloaded with --import: what the program has loaded and how many schemas it has made by its end, as JSON in the file that LOADED names; with LOADED_UNTIL=word, by its first word.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { cachedDataVersionTag } from 'node:v8'

const urls: string[] = []
registerHooks({
  load(url, context, next) {
    urls.push(url)
    return next(url, context)
  },
})
/** How many schemas zod has made; it asks this of each (`globalConfig`). */
let schemas = 0
Object.assign(globalThis, { __zod_globalConfig: { postProcessor: () => (schemas += 1) } })
let counted = Infinity
if (process.env['LOADED_UNTIL'] === 'word') {
  const { stdout } = process
  const write = stdout.write.bind(stdout) as (...given: unknown[]) => boolean
  stdout.write = (...given: unknown[]) => {
    counted = Math.min(counted, urls.length)
    return write(...given)
  }
}
process.on('exit', () => {
  const { moduleLoadList: builtIn } = process as unknown as { moduleLoadList: readonly string[] }
  writeFileSync(
    process.env['LOADED'] ?? '',
    JSON.stringify({ urls: urls.slice(0, counted), builtIn, schemas, codeTag: cachedDataVersionTag() }),
  )
})
