// The quick half of the tests: format, lint, types, unit and contract. Of what was green as it is, with all that it leads to, lint, types and
// unit tests are left out; `npm run check -- --whole` leaves nothing out.
import { relative, sep } from 'node:path'
import { root } from './setup/places.mjs'
import { main, prepare } from './setup/prepare.mjs'
import { runWithOwnTemporaryPlaces } from './setup/temporary-place.mjs'
import { runChecks } from './steps/checks.mjs'
import { sinceGreen } from './steps/since-green.mjs'
import { tallyLine } from './steps/tally.mjs'

await main(async () => {
  const inOwn = runWithOwnTemporaryPlaces(process.argv.slice(1), root)
  if (inOwn !== undefined) return inOwn
  await prepare([])
  const since = sinceGreen()
  const isWhole = since === undefined || process.argv.includes('--whole')
  const { tally, files, failed } = await runChecks(isWhole ? undefined : since)
  since?.keep({
    tests: new Map(
      files.map(({ name, status }) => [relative(root, name).split(sep).join('/'), status === 'passed']),
    ),
    texts: !failed.includes('types and lint') ? 'all' : isWhole ? 'none' : 'left',
  })
  if (!isWhole && since.left.tests + since.left.texts > 0)
    console.log(
      `Green before as they are, and left out: ${String(since.left.tests)} files of unit tests, ${String(since.left.texts)} of lint and types (--whole leaves nothing out).`,
    )
  console.log(tallyLine(tally))
  return tally.failed === 0 ? 0 : 1
})
