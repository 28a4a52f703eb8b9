// Builds out/: always, or with --if-stale only when the sources changed since the last build.
import { ensureBuilt } from './setup/build.mjs'
import { main } from './setup/prepare.mjs'

await main(async () => {
  await ensureBuilt({ force: !process.argv.includes('--if-stale') })
  return 0
})
