// The e2e stories in the real desktop app: E2E_HOST tells them so, E2E_ELECTRON where the runtime is.
import { ensureBuilt } from './setup/build.mjs'
import { desktopObstacle, obtainRuntime } from './setup/electron-runtime.mjs'
import { main, prepare } from './setup/prepare.mjs'
import { runSuite } from './steps/suite.mjs'
import { tallyLine } from './steps/tally.mjs'

await main(async () => {
  await prepare(['bwrap', 'socat'])
  const facts = { platform: process.platform, env: process.env, uid: process.getuid?.() }
  const obstacle = desktopObstacle(facts)
  const runtime = obstacle === undefined ? await obtainRuntime({ retry: true }) : undefined
  if (runtime?.kind !== 'ready') {
    console.log(`Skipped: ${runtime?.reason ?? obstacle ?? ''}.`)
    console.log(tallyLine({ passed: 0, failed: 0, skipped: 1 }))
    return 0
  }
  await ensureBuilt()
  const env = { ...process.env, E2E_HOST: 'electron', E2E_ELECTRON: runtime.path }
  const { tally } = await runSuite(['e2e'], { env })
  console.log(tallyLine(tally))
  return tally.failed === 0 ? 0 : 1
})
