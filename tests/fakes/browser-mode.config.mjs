// Vitest's browser mode, for the tests of the folder where it is started.
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
/** Whoever runs this ends it when it hangs: its own limits are short where much else runs. */
const limit = 80_000
const provider = playwright({ launchOptions: { executablePath: '/usr/bin/chromium', args, timeout: limit } })

export default defineConfig({
  root: process.cwd(),
  test: {
    globals: true,
    testTimeout: limit,
    hookTimeout: limit,
    include: ['*.test.js'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: limit,
      provider,
      instances: [{ browser: 'chromium' }],
    },
  },
})
