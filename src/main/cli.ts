import { runCli } from './hosts/terminal/cli-program'
import { composeEngine } from './compose'

process.exitCode = await runCli({
  argv: process.argv,
  env: process.env,
  moduleDir: import.meta.dirname,
  compose: composeEngine,
})
