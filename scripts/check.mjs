// The quick half of the tests: format, lint, types, unit and contract.
import { root } from './setup/places.mjs'
import { main, prepare } from './setup/prepare.mjs'
import { runWithOwnTemporaryPlaces } from './setup/temporary-place.mjs'
import { runChecks } from './steps/checks.mjs'
import { tallyLine } from './steps/tally.mjs'

await main(async () => {
  const inOwn = runWithOwnTemporaryPlaces(process.argv.slice(1), root)
  if (inOwn !== undefined) return inOwn
  await prepare([])
  const { tally } = await runChecks()
  console.log(tallyLine(tally))
  return tally.failed === 0 ? 0 : 1
})
