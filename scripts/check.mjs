// The quick half of the tests: format, lint, types, unit and contract.
import { main, prepare } from './setup/prepare.mjs'
import { runChecks } from './steps/checks.mjs'
import { tallyLine } from './steps/tally.mjs'

await main(async () => {
  await prepare([])
  const { tally } = await runChecks()
  console.log(tallyLine(tally))
  return tally.failed === 0 ? 0 : 1
})
