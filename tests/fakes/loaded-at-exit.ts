// Preloaded with --import: what the program has loaded by its end, as JSON in the file that LOADED names.
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
process.on('exit', () => {
  const { moduleLoadList: builtIn } = process as unknown as { moduleLoadList: readonly string[] }
  writeFileSync(
    process.env['LOADED'] ?? '',
    JSON.stringify({ urls, builtIn, codeTag: cachedDataVersionTag() }),
  )
})
