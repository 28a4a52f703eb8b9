// Opens the app from a checkout, doing everything that is needed first: install, build, window or browser.
import { join } from 'node:path'
import { ensureBuilt } from './setup/build.mjs'
import { desktopObstacle, obtainRuntime } from './setup/electron-runtime.mjs'
import { root } from './setup/places.mjs'
import { main, prepare } from './setup/prepare.mjs'
import { appEnvironment, pinnedNode, run } from './setup/run.mjs'

await main(async () => {
  await prepare(['bwrap', 'socat'], { toStart: true })
  await ensureBuilt()
  const args = process.argv.slice(2)
  const options = { env: appEnvironment(), passSignals: true }
  const runtime = await findRuntime()
  if (runtime.kind === 'ready') return (await run(runtime.path, [root, ...args], options)).code
  console.log(`${runtime.reason}: opening the browser version instead.`)
  return (await run(pinnedNode, [join(root, 'out/main/cli.js'), 'serve', ...args], options)).code
})

/** @returns {Promise<import('./setup/electron-runtime.mjs').Runtime>} */
async function findRuntime() {
  const facts = { platform: process.platform, env: process.env, uid: process.getuid?.() }
  const reason = desktopObstacle(facts)
  return reason === undefined ? obtainRuntime() : { kind: 'none', reason }
}
